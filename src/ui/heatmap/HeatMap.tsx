import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { type ZoneClock, zoneClock } from '../../core/time/zoneClock.ts';
import { Button } from '../controls/Button.tsx';
import { announce } from '../announce.ts';
import { useElementSize } from '../useElementSize.ts';
import { RowMarks, TimeMarks } from './HeatAxis.tsx';
import { HeatCanvas } from './HeatCanvas.tsx';
import { HeatCard } from './HeatCard.tsx';
import { HeatLegend, type HeatScale } from './HeatLegend.tsx';
import css from './HeatMap.module.css';
import type { HeatMapProps } from './heatMapProps.ts';
import { HeatTable } from './HeatTable.tsx';
import { cellFacts, cellSentence, columnsWindow, targetCount } from './heatWords.ts';
import { cellBox, columnsBox, type HeatCell, heatLayout } from './layout.ts';
import { cellState } from './rowState.ts';
import { useHeatCursor } from './useHeatCursor.ts';
import { useTimeDrag } from './useTimeDrag.ts';

/** Prefix by time: how many rows lie where. Arrow keys move a cursor that is read out; "Show as table" is its twin. */
export function HeatMap(props: HeatMapProps): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const [scale, setScale] = useState<HeatScale>('max');
  const { matrix, targetPerSecond } = props;
  const target = targetCount(matrix, targetPerSecond);
  const states = useMemo(() => [...new Set(props.rowStates ?? [])], [props.rowStates]);
  return (
    <div className={css.root}>
      <div className={css.head}>
        <HeatLegend
          scale={scale}
          onScaleChange={setScale}
          max={matrix.max}
          target={target}
          targetPerSecond={targetPerSecond}
          states={states}
        />
        <Button look="subtle" size="small" isPressed={asTable} onPress={() => setAsTable(!asTable)}>
          {asTable ? 'Show as map' : 'Show as table'}
        </Button>
      </div>
      {asTable ? (
        <HeatTable {...props} />
      ) : (
        <HeatPlot {...props} top={scale === 'max' ? matrix.max : target} target={target} />
      )}
    </div>
  );
}

interface PlotProps extends HeatMapProps {
  readonly top: number;
  readonly target: number;
}

function HeatPlot(props: PlotProps): ReactNode {
  const { matrix, timeZone, targetPerSecond, onSelectWindow } = props;
  const plot = useRef<HTMLDivElement>(null);
  const { width, height, pixelRatio } = useElementSize(plot);
  const clock: ZoneClock | undefined = useMemo(
    () => (timeZone === undefined ? undefined : zoneClock(timeZone)),
    [timeZone],
  );
  const layout = useMemo(() => plotLayout(matrix, width, height), [matrix, width, height]);
  const summaryId = useId();
  const cursor = useHeatCursor({ rows: matrix.rowCount, columns: matrix.columnCount });
  const selectColumns =
    onSelectWindow && ((from: number, to: number) => onSelectWindow(columnsWindow(matrix, from, to)));
  const { hover, selection, handlers } = useTimeDrag(layout, selectColumns);
  const factsOf = (cell: HeatCell) => cellFacts(matrix, cell, cellState(props, cell), targetPerSecond);
  const shown = hover ?? cursor.cell;

  return (
    <div
      ref={plot}
      className={css.plot}
      role="application"
      aria-label="Prefix by time"
      aria-describedby={summaryId}
      tabIndex={0}
      onFocus={() => cursor.setHasFocus(true)}
      onBlur={() => cursor.setHasFocus(false)}
      onKeyDown={(event) => {
        const moved = cursor.onKey(event);
        if (moved !== undefined) announce(cellSentence(factsOf(moved), timeZone));
        else if (event.key === 'Enter' && cursor.cell !== undefined && !event.shiftKey && !event.ctrlKey)
          selectColumns?.(cursor.cell.column, cursor.cell.column + 1);
      }}
      {...handlers}
    >
      <p id={summaryId} data-visually-hidden="">
        {props.summary}
      </p>
      <HeatCanvas
        matrix={matrix}
        layout={layout}
        rowStates={props.rowStates}
        unreadColumns={props.unreadColumns}
        top={props.top}
        target={props.target}
        width={width}
        height={height}
        pixelRatio={pixelRatio}
      />
      <RowMarks layout={layout} labels={matrix.labels} />
      <TimeMarks
        box={layout.axis}
        window={columnsWindow(matrix, 0, matrix.columnCount)}
        clock={clock}
        zoneName={props.zoneName}
      />
      {selection !== undefined && (
        <div className={css.selection} style={columnsBox(layout, selection.from, selection.to)} />
      )}
      {cursor.cell !== undefined && <div className={css.cursor} style={cellBox(layout, cursor.cell, 6)} />}
      {shown !== undefined && (
        <HeatCard
          facts={factsOf(shown)}
          at={cellBox(layout, shown)}
          plotWidth={width}
          plotHeight={height}
          timeZone={timeZone}
        />
      )}
    </div>
  );
}

function plotLayout(matrix: KeyspaceMatrix, width: number, height: number) {
  const labelChars = Math.max(7, ...matrix.labels.slice(0, 2000).map((label) => label.length));
  return heatLayout({ width, height, rows: matrix.rowCount, columns: matrix.columnCount, labelChars });
}
