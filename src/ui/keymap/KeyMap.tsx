import { type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { type CellGrid, type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { TimeMarks } from '../heatmap/HeatAxis.tsx';
import { heatLayout, type HeatLayout } from '../heatmap/layout.ts';
import { announce } from '../announce.ts';
import { useElementSize } from '../useElementSize.ts';
import { keyCellFacts, keyCellLines, keyCellSentence } from './cellWords.ts';
import { type CardContent, KeyCard } from './KeyCard.tsx';
import css from './KeyMap.module.css';
import { KeyMapCanvas } from './KeyMapCanvas.tsx';
import { KeyMapMarks } from './KeyMapMarks.tsx';
import type { KeyMapProps } from './keyMapProps.ts';
import { LabelLevels } from './LabelLevels.tsx';
import {
  between,
  boxOf,
  drawnArea,
  isCell,
  labelChars,
  oneCell,
  roomyLayout,
  viewportTime,
} from './mapGeometry.ts';
import { useKeyMapKeys } from './useKeyMapKeys.ts';
import { useViewAnnouncer } from './useViewAnnouncer.ts';
import { placeAt, usePointer } from './usePointer.ts';
import { useWheel } from './useWheel.ts';
import { clampViewport, type MapPoint, panBy, zoomAt } from './viewport.ts';

const KEYS_IN_WORDS =
  'Arrow keys move the cursor, with Shift they select. Plus and minus zoom, Z zooms to the selection, Backspace goes back, R shows all, Enter keeps the card of the cell, Tab goes to what can be copied from it, Escape lets it go.';

/**
 * Rows of keys by time. Wheel and drag move, Shift+drag draws a rectangle, the histograms take a stretch, arrows move a cursor
 * that is read out, + and - zoom, Z zooms to the selection, Backspace goes back, R shows all, Enter keeps the card.
 */
export function KeyMap(props: KeyMapProps): ReactNode {
  const { grid, labels, viewport, timeZone, pinned, scale } = props;
  const { plot, layout, ...size } = usePlot(grid, labels);
  const clock = useMemo(() => (timeZone === undefined ? undefined : zoneClock(timeZone)), [timeZone]);
  // The cursor is the keyboard's: a press of the pointer does not bring it.
  const [isKeyed, setIsKeyed] = useState(false);
  const summaryId = useId();

  const factsOf = (cells: CellWindow) => keyCellFacts(grid, labels, cells, scale);
  const tellView = useViewAnnouncer(props);
  const { cursor, setCursor, onKeyDown } = useKeyMapKeys(props, {
    onMoved: (cell) => announce(keyCellSentence(factsOf(oneCell(cell)), timeZone)),
    onShown: tellView,
  });

  const { hover, drawn, isPanning, handlers } = useMapPointer(props, { layout, plot, setCursor });
  const followed = hover ?? (isKeyed ? cursor : undefined);
  const card = pinned ?? (followed && oneCell(followed));
  return (
    <div className={css.root}>
      <div
        ref={plot}
        className={css.plot}
        role="application"
        aria-label="Prefix by time"
        aria-describedby={summaryId}
        tabIndex={0}
        data-panning={isPanning || undefined}
        onFocus={(event) => setIsKeyed(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setIsKeyed(false)}
        onKeyDown={(event) => {
          setIsKeyed(true);
          onKeyDown(event);
        }}
        {...handlers}
        onPointerDown={(event) => {
          setIsKeyed(false);
          handlers.onPointerDown(event);
        }}
      >
        <p id={summaryId} data-visually-hidden="">
          {props.summary} {KEYS_IN_WORDS}
        </p>
        <KeyMapCanvas {...{ grid, scale, viewport, layout, ...size }} sharedRow={props.sharedRow} />
        <LabelLevels
          box={layout.labels}
          labels={labels}
          separator={props.separator}
          clock={clock}
          rows={viewport.rows}
        />
        <TimeMarks
          box={layout.axis}
          window={viewportTime(grid, viewport.columns)}
          clock={clock}
          zoneName={props.zoneName}
        />
        <KeyMapMarks
          {...props}
          layout={layout}
          drawn={drawn && drawnArea(drawn, viewport)}
          cursor={isKeyed ? cursor : undefined}
        />
      </div>
      {card !== undefined && size.width > 0 && (
        <MapCard map={props} cells={card} layout={layout} plot={plot} />
      )}
    </div>
  );
}

/** Drags, clicks and the wheel on the map. */
function useMapPointer(
  props: KeyMapProps,
  {
    layout,
    plot,
    setCursor,
  }: {
    readonly layout: HeatLayout;
    readonly plot: RefObject<HTMLElement | null>;
    readonly setCursor: (cell: MapPoint) => void;
  },
) {
  const { grid, viewport, pinned, onViewport } = props;
  const select = (cells: CellWindow): void => props.onSelect(clampWindow(grid, cells));
  const pointer = usePointer({
    layout,
    viewport,
    size: grid,
    onPan: (next) => onViewport(next, false),
    onBox: (from, to) => select(between(from, to)),
    onBrush: (axis, from, to) => {
      const span = { from: Math.floor(Math.min(from, to)), to: Math.ceil(Math.max(from, to)) };
      onViewport(clampViewport({ ...viewport, [axis]: span }, grid), true);
    },
    onClick: (cell) => {
      setCursor(cell);
      props.onPin(isCell(pinned, cell) ? undefined : oneCell(cell));
    },
  });
  useWheel(plot, viewport, onViewport, ({ x, y, factor, across }) => {
    if (across !== 0) {
      const columns = (across / layout.map.width) * (viewport.columns.to - viewport.columns.from);
      return panBy(viewport, grid, { row: 0, column: columns });
    }
    return zoomAt(viewport, grid, placeAt(layout, viewport, x, y), { row: factor, column: factor });
  });

  return pointer;
}

/** The card of a cell, beside it; it stays where the cell is kept. */
function MapCard(props: {
  readonly map: KeyMapProps;
  readonly cells: CellWindow;
  readonly layout: HeatLayout;
  readonly plot: RefObject<HTMLElement | null>;
}): ReactNode {
  const { map, cells, layout, plot } = props;
  if (cells.rows.to > map.grid.rowCount) return undefined;
  return (
    <KeyCard
      content={contentOf(map, cells)}
      at={boxOf(layout, map.viewport, cells)}
      plot={plot}
      onClose={map.pinned && (() => map.onPin(undefined))}
    />
  );
}

/** The plot's element, its size, and where its parts lie. */
function usePlot(grid: CellGrid, labels: readonly string[]) {
  const plot = useRef<HTMLDivElement>(null);
  const { width, height, pixelRatio } = useElementSize(plot);
  const chars = useMemo(() => labelChars(labels), [labels]);
  const { rowCount, columnCount } = grid;
  const layout = useMemo(() => {
    const rows = Math.max(1, rowCount);
    return roomyLayout(heatLayout({ width, height, rows, columns: columnCount, labelChars: chars }), height);
  }, [width, height, rowCount, columnCount, chars]);
  return { plot, width, height, pixelRatio, layout };
}

function contentOf(props: KeyMapProps, cells: CellWindow): CardContent {
  const facts = keyCellFacts(props.grid, props.labels, cells, props.scale);
  const lines = keyCellLines(facts, props.rowName ?? 'Prefix', props.timeZone);
  const more = props.moreOf?.(cells);
  return { ...more, facts: [...lines, ...(more?.facts ?? [])] };
}
