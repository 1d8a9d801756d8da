import { type ReactNode, useState } from 'react';
import type { CellWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { HeatScale } from '../../core/keyspace/map/scale.ts';
import { PARTITION_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { KeyMap } from '../../ui/keymap/KeyMap.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { useZone } from '../shared/useZone.ts';
import { CellPanel } from './CellPanel.tsx';
import { Findings } from './Findings.tsx';
import css from './keyspace.module.css';
import { aboutWords, gridSummary } from './keyspaceWords.ts';
import type { MapData } from './mapData.ts';
import { MapTable } from './MapTable.tsx';
import { MapTools } from './MapTools.tsx';
import { SaveMenu } from './SaveMenu.tsx';
import { useFindings } from './useFindings.ts';
import { useMapLook } from './useMapLook.ts';
import { usePinnedCard } from './usePinnedCard.ts';
import { cellsOfPart, partOfCells, zoomOfViewport } from './zoomView.ts';

/** Longer labels may have levels. */
const SHORT_LABEL = 10;

export interface MapPaneProps {
  readonly data: MapData;
  /** Chooses what a row is, where there is a choice. */
  readonly rows?: ReactNode;
  /** Asks the service for the part in sight, where there is one to ask. */
  readonly query?: ReactNode;
}

/** Tools, map or table, and what the chosen cells are. */
export function MapPane({ data, rows, query: asks }: MapPaneProps): ReactNode {
  const { keyspace } = useServices();
  const look = useStore(keyspace);
  const zone = useZone();
  const { grid, labels } = data;
  const [asTable, setAsTable] = useState(false);
  const card = usePinnedCard(data);
  const { viewport, sums, scale, max, isElsewhere } = useMapLook(data, look);
  const { findings, lit, setLit, highlights } = useFindings(data);
  const selection = look.selection && cellsOfPart(grid, look.selection);
  const rowName = data.rowName ?? 'Prefix';
  const summary = gridSummary(grid, labels, sums, data.completeness, {
    rowName,
    timeZone: zone.timeZone,
    hasSharedRow: data.hasSharedRow,
    findings: typeof findings === 'string' ? [] : findings.map(({ title }) => title),
  });
  return (
    <div className={css.pane}>
      <MapTools
        look={look}
        scale={scale}
        grid={grid}
        hasLevels={labels.some((label) => label.length > SHORT_LABEL)}
        asTable={asTable}
        onAsTable={setAsTable}
        targetPerSecond={PARTITION_TARGET_PER_SECOND}
        max={max}
        rows={rows}
        save={
          <SaveMenu
            data={data}
            look={look}
            scale={scale}
            viewport={viewport}
            targetPerSecond={PARTITION_TARGET_PER_SECOND}
          />
        }
      />
      <div className={css.about}>
        <About data={data} isElsewhere={isElsewhere} />
        {asks}
      </div>
      <div className={css.mapArea}>
        {asTable ? (
          <MapTable
            grid={grid}
            labels={labels}
            viewport={viewport}
            timeZone={zone.timeZone}
            rowName={rowName}
          />
        ) : (
          <KeyMap
            grid={grid}
            labels={labels}
            separator={look.separator}
            scale={scale}
            timeZone={zone.timeZone}
            zoneName={zone.name}
            summary={summary}
            viewport={viewport}
            onViewport={(next, isStep) => keyspace.zoomTo(zoomOfViewport(grid, next), isStep)}
            onBack={keyspace.back}
            highlights={highlights}
            selection={selection}
            onSelect={(cells) => keyspace.change({ selection: cells && partOfCells(grid, cells) })}
            {...card}
            rowName={rowName}
            {...(data.hasSharedRow === true && { sharedRow: grid.rowCount - 1 })}
          />
        )}
      </div>
      <Findings findings={findings} lit={lit} onLight={setLit} />
      <ChosenCells data={data} cells={selection} scale={scale} timeZone={zone.timeZone} />
    </div>
  );
}

/** What the rectangle that was drawn is; nothing where there is none. */
function ChosenCells(props: {
  readonly data: MapData;
  readonly cells: CellWindow | undefined;
  readonly scale: HeatScale;
  readonly timeZone: string | undefined;
}): ReactNode {
  const { keyspace } = useServices();
  const { selection } = useStore(keyspace);
  const { cells, ...rest } = props;
  if (cells === undefined || selection === undefined) return undefined;
  return (
    <CellPanel
      {...rest}
      cells={cells}
      onZoom={() => keyspace.zoomTo(selection, true)}
      onClose={() => keyspace.change({ selection: undefined })}
    />
  );
}

/** Whether the map holds all, and what lies in no cell. */
function About({ data, isElsewhere }: { readonly data: MapData; readonly isElsewhere: boolean }): ReactNode {
  return (
    <output className={css.completeness} aria-label="Map completeness">
      {isElsewhere &&
        'The zoom of this address is of a time or of rows that this map does not have: all is shown. '}
      {aboutWords(data)}
    </output>
  );
}
