import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type CellGrid, type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { TimeMarks } from '../heatmap/HeatAxis.tsx';
import { heatLayout } from '../heatmap/layout.ts';
import { announce } from '../overlays/announce.ts';
import { useElementSize } from '../useElementSize.ts';
import { keyCellFacts, keyCellLines, keyCellSentence } from './cellWords.ts';
import { type CardContent, KeyCard } from './KeyCard.tsx';
import css from './KeyMap.module.css';
import { KeyMapCanvas } from './KeyMapCanvas.tsx';
import { ZOOM_STEP } from './keyMapKeys.ts';
import { KeyMapMarks } from './KeyMapMarks.tsx';
import type { KeyMapProps } from './keyMapProps.ts';
import { LabelLevels } from './LabelLevels.tsx';
import { between, boxOf, drawnArea, isCell, oneCell, roomyLayout, viewportTime } from './mapGeometry.ts';
import { useKeyMapKeys } from './useKeyMapKeys.ts';
import { placeAt, usePointer } from './usePointer.ts';
import { clampViewport, zoomAt } from './viewport.ts';

/** Labels are monospaced: wider than the body's letters, which the layout counts in. */
const MONO_WIDTH = 1.15;

const KEYS_IN_WORDS =
  'Arrow keys move the cursor, with Shift they select. Plus and minus zoom, Backspace goes back, R shows all, Enter keeps the card of the cell, Tab goes to what can be copied from it, Escape lets it go.';

/**
 * Rows of keys by time. Wheel and drag move, Shift+drag draws a rectangle, the histograms take a stretch, arrows move a cursor
 * that is read out, + and - zoom, Backspace goes back, R shows all, Enter keeps the card.
 */
export function KeyMap(props: KeyMapProps): ReactNode {
  const { grid, labels, viewport, timeZone, pinned, scale, onViewport } = props;
  const { plot, width, height, pixelRatio, layout } = usePlot(grid, labels);
  const clock = useMemo(() => (timeZone === undefined ? undefined : zoneClock(timeZone)), [timeZone]);
  // The cursor is the keyboard's: a press of the pointer does not bring it.
  const [isKeyed, setIsKeyed] = useState(false);
  const summaryId = useId();

  const factsOf = (cells: CellWindow) => keyCellFacts(grid, labels, cells, scale);
  const { cursor, setCursor, onKeyDown } = useKeyMapKeys(props, (cell) =>
    announce(keyCellSentence(factsOf(oneCell(cell)), timeZone)),
  );

  const select = (cells: CellWindow): void => props.onSelect(clampWindow(grid, cells));
  const { hover, drawn, isPanning, handlers } = usePointer({
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
  useWheel(plot, (x, y, factor) => {
    const at = placeAt(layout, viewport, x, y);
    onViewport(zoomAt(viewport, grid, at, { row: factor, column: factor }), true);
  });

  const drawnCells = drawn && drawnArea(drawn, viewport);
  const followed = hover ?? (isKeyed ? cursor : undefined);
  const card = pinned ?? (followed && oneCell(followed));
  const window = viewportTime(grid, viewport.columns);
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
        <KeyMapCanvas {...{ grid, scale, viewport, layout, width, height, pixelRatio }} />
        <LabelLevels box={layout.labels} labels={labels} separator={props.separator} rows={viewport.rows} />
        <TimeMarks box={layout.axis} window={window} clock={clock} zoneName={props.zoneName} />
        <KeyMapMarks {...props} layout={layout} drawn={drawnCells} cursor={isKeyed ? cursor : undefined} />
      </div>
      {card !== undefined && card.rows.to <= grid.rowCount && width > 0 && (
        <KeyCard
          content={contentOf(props, card)}
          at={boxOf(layout, viewport, card)}
          plot={plot}
          onClose={pinned && (() => props.onPin(undefined))}
        />
      )}
    </div>
  );
}

/** The plot's element, its size, and where its parts lie. */
function usePlot(grid: CellGrid, labels: readonly string[]) {
  const plot = useRef<HTMLDivElement>(null);
  const { width, height, pixelRatio } = useElementSize(plot);
  const labelChars = useMemo(
    () => MONO_WIDTH * Math.max(7, ...labels.slice(0, 2000).map((label) => label.length)),
    [labels],
  );
  const { rowCount, columnCount } = grid;
  const layout = useMemo(() => {
    const rows = Math.max(1, rowCount);
    return roomyLayout(heatLayout({ width, height, rows, columns: columnCount, labelChars }), height);
  }, [width, height, rowCount, columnCount, labelChars]);
  return { plot, width, height, pixelRatio, layout };
}

function contentOf(props: KeyMapProps, cells: CellWindow): CardContent {
  const facts = keyCellFacts(props.grid, props.labels, cells, props.scale);
  const lines = keyCellLines(facts, props.rowName ?? 'Prefix', props.timeZone);
  const more = props.moreOf?.(cells);
  return { ...more, facts: [...lines, ...(more?.facts ?? [])] };
}

/** A wheel over the map zooms; the page does not scroll. React's own wheel listeners are passive. */
function useWheel(
  plot: RefObject<HTMLElement | null>,
  onWheel: (x: number, y: number, factor: number) => void,
): void {
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const element = plot.current;
    if (element === null) return undefined;
    const listen = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      // A notch of a wheel is about 100 px; trackpads send many small ones.
      const factor = ZOOM_STEP ** (-Math.max(-300, Math.min(300, event.deltaY)) / 100);
      latest.current(event.clientX - box.left, event.clientY - box.top, factor);
    };
    element.addEventListener('wheel', listen, { passive: false });
    return () => element.removeEventListener('wheel', listen);
  }, [plot]);
}
