import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { type CellGrid, type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { windowShare } from '../charts/timeAxis.ts';
import { TimeAxis } from '../charts/MarkLabels.tsx';
import { MapMarks, LabelLevels } from './MapMarks.tsx';
import { mapLayout, type MapLayout } from './layout.ts';
import { announce } from '../announce.ts';
import { useElementSize } from '../useElementSize.ts';
import { cellFacts, cellSentence } from './cellWords.ts';
import { MapReadout, useViewAnnouncer } from './MapReadout.tsx';
import css from './CellMap.module.css';
import { CellCanvas } from './CellCanvas.tsx';
import type { CellMapProps } from './cellMapProps.ts';
import { between, drawnArea, labelChars, oneCell, roomyLayout, viewportTime, grown } from './mapGeometry.ts';
import { placeAt, usePointer, useWheel } from './usePointer.ts';
import { type CellSpan, isSameViewport, isWhole, type MapPoint, panBy, zoomAt, reveal } from './viewport.ts';
import { Words } from '../text/VisibleText.tsx';
import { cursorAt, type CursorPlace, cursorCell, moveCursor, actOn, type KeyContext } from './mapKeys.ts';

const EXPLORED_IN_WORDS =
  'Arrow keys move the cursor, with Shift they frame cells. Plus and minus zoom, Z zooms to the frame, Backspace goes back, R shows all, Enter opens the details of the cell, Escape closes them.';

const CHOSEN_IN_WORDS =
  'Arrow keys move the cursor, with Shift they frame cells, Enter opens the details of the cell.';
const TAKEN_IN_WORDS = ' F selects only the rows of the cells, X leaves them out.';

/** Explains the keys to screen reader users. */
function keysInWords(props: CellMapProps): string {
  const taken = props.onTake === undefined ? '' : TAKEN_IN_WORDS;
  if (props.purpose === 'explore') return EXPLORED_IN_WORDS + taken;
  return props.onPin === undefined ? '' : CHOSEN_IN_WORDS + taken;
}

function hintOf(props: CellMapProps): string {
  if (props.purpose === 'explore')
    return 'Click or Enter opens a cell. Drag or F selects, X leaves out. Shift and drag frames, Ctrl and drag moves, Ctrl and the wheel zoom.';
  if (props.onTake === undefined) return 'Point at a cell to read it.';
  return 'Click or Enter opens a cell. Drag or F selects rows, X leaves them out.';
}

/**
 * A map with rows of keys over columns of time. Arrow keys move a cursor that is read out. A drag selects the rows of cells, or over a
 * histogram those of a part of its axis. F selects the rows of the framed cells, or else of the cursor's cell, X leaves them out, and Enter
 * pins the details. When exploring, Shift+drag frames cells, wheel and Ctrl+drag move, + and - zoom, Z zooms to the frame, Backspace goes
 * back, and R shows all.
 */
export function CellMap(props: CellMapProps): ReactNode {
  const { grid, labels, viewport, timeZone, zoneName, scale } = props;
  const { plot, layout, ...size } = usePlot(grid, labels);
  const clock = clockOf(timeZone);
  // The cursor is for the keyboard: a click does not show it.
  const [isKeyed, setIsKeyed] = useState(false);
  const summaryId = useId();

  const factsOf = (cells: CellWindow) => cellFacts(grid, labels, cells, scale);
  const onShown = useViewAnnouncer(props);
  const { cursor, setCursor, framed, onKeyDown } = useMapKeys(props, {
    onMoved: (cell) => announce(cellSentence(factsOf(oneCell(cell)), timeZone)),
    onShown,
    say: announce,
  });

  const { hover, drawn, isPanning, handlers } = useMapPointer(props, { layout, plot, setCursor });
  const followed = hover ?? (isKeyed ? cursor : undefined);
  const isInside = followed !== undefined && isCellOf(grid, followed);
  const window = viewportTime(grid, viewport.columns);
  usePointedTime(grid, isInside ? followed.column : undefined, props.onTime);
  return (
    <div className="column fill relative">
      <MapReadout
        facts={isInside ? factsOf(oneCell(followed)) : undefined}
        rowName={props.rowName ?? 'Prefix'}
        timeZone={timeZone}
        hint={hintOf(props)}
      />
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
          {props.summary} {keysInWords(props)}
        </p>
        <CellCanvas {...{ grid, scale, viewport, layout, ...size }} sharedRow={props.sharedRow} />
        <LabelLevels
          box={layout.labels}
          labels={labels}
          separator={props.separator}
          clock={clock}
          rows={viewport.rows}
          marked={isInside ? undefined : props.pointedRow}
        />
        <TimeAxis
          {...{ window, clock, zoneName }}
          width={layout.axis.width}
          style={{ ...layout.axis, position: 'absolute' }}
        />
        {!isInside && (
          <>
            <TimeLine time={props.timeCursor} window={window} layout={layout} />
            <RowLine row={props.pointedRow} labels={labels} rows={viewport.rows} layout={layout} />
          </>
        )}
        <MapMarks
          {...props}
          selection={framed}
          layout={layout}
          drawn={drawn && drawnArea(drawn, viewport)}
          cursor={isKeyed ? cursor : undefined}
        />
      </div>
    </div>
  );
}

/** Reports the time of the column under the pointer. */
function usePointedTime(
  { from, bucketTicks }: CellGrid,
  column: number | undefined,
  onTime: ((ticks: bigint) => void) | undefined,
): void {
  const ticks = column === undefined ? undefined : from + BigInt(column) * bucketTicks;
  useEffect(() => {
    if (ticks !== undefined) onTime?.(ticks);
  }, [ticks, onTime]);
}

/** A line over the histogram and the map at the time that another view points at. */
function TimeLine(props: {
  readonly time: bigint | undefined;
  readonly window: TickSpan;
  readonly layout: MapLayout;
}): ReactNode {
  const { time, window, layout } = props;
  if (time === undefined || time < window.from || time >= window.to) return undefined;
  const { left, width, top, height } = layout.map;
  const share = windowShare(window, time);
  return (
    <div
      className={css.timeLine}
      style={{
        left: left + share * width,
        top: layout.histogram.top,
        height: top + height - layout.histogram.top,
      }}
    />
  );
}

/** Marks the row that holds what another view points at, with its label. */
function RowLine(props: {
  readonly row: number | undefined;
  readonly labels: readonly string[];
  readonly rows: CellSpan;
  readonly layout: MapLayout;
}): ReactNode {
  const { row, labels, rows, layout } = props;
  if (row === undefined || row < rows.from || row >= rows.to) return undefined;
  const { left, width, top, height } = layout.map;
  const at = top + ((row + 0.5 - rows.from) / (rows.to - rows.from)) * height;
  return (
    <>
      <div className={css.rowLine} style={{ left, width, top: at }} />
      <bdi
        className={css.rowName}
        style={{ left: layout.labels.left, width: layout.labels.width, top: at }}
        aria-hidden="true"
      >
        <Words text={labels[row] ?? ''} />
      </bdi>
    </>
  );
}

function isCellOf({ rowCount, columnCount }: CellGrid, { row, column }: MapPoint): boolean {
  return row >= 0 && row < rowCount && column >= 0 && column < columnCount;
}

interface PointerParts {
  readonly layout: MapLayout;
  readonly plot: RefObject<HTMLElement | null>;
  readonly setCursor: (cell: MapPoint) => void;
}

/** Drags, clicks and the wheel on the map. */
function useMapPointer(props: CellMapProps, { layout, plot, setCursor }: PointerParts) {
  const { grid, viewport } = props;
  const explored = props.purpose === 'explore' ? props : undefined;
  const { onTake } = props;
  const taken = props.takesTime === true ? 'time' : 'cells';
  const pointer = usePointer({
    drags: onTake === undefined ? 'none' : taken,
    isExplored: explored !== undefined,
    layout,
    viewport,
    size: grid,
    onPan: (next) => explored?.onViewport(next, false),
    onFrame: (from, to) => explored?.onSelect(clampWindow(grid, between(from, to))),
    onTake: (cells, continues) => onTake?.(cells, false, continues),
    onClick: (cell) => {
      setCursor(cell);
      const one = oneCell(cell);
      props.onPin?.(props.pinned && isSameViewport(props.pinned, one) ? undefined : one);
    },
  });
  useWheel(
    plot,
    viewport,
    explored?.inSight?.isAll ?? isWhole(viewport, grid),
    explored?.onViewport,
    ({ x, y, factor, across }) => {
      if (across !== 0) {
        const columns = (across / layout.map.width) * (viewport.columns.to - viewport.columns.from);
        return panBy(viewport, grid, { row: 0, column: columns });
      }
      return zoomAt(viewport, grid, placeAt(layout, viewport, x, y), { row: factor, column: factor });
    },
  );

  return pointer;
}

/** The plot's element, its size, and the positions of its parts. */
function usePlot(grid: CellGrid, labels: readonly string[]) {
  const plot = useRef<HTMLDivElement>(null);
  const { width, height, pixelRatio } = useElementSize(plot);
  const chars = useMemo(() => labelChars(labels), [labels]);
  const { rowCount } = grid;
  const layout = useMemo(() => {
    const rows = Math.max(1, rowCount);
    return roomyLayout(mapLayout({ width, height, rows, labelChars: chars }), height);
  }, [width, height, rowCount, chars]);
  return { plot, width, height, pixelRatio, layout };
}

function useMapKeys(
  props: CellMapProps,
  { onMoved, ...heard }: Pick<KeyContext, 'onShown' | 'say'> & { readonly onMoved: (cell: MapPoint) => void },
) {
  const { grid, viewport } = props;
  const [place, setPlace] = useState<CursorPlace>();
  // The frame of a map that is not explored. An explored map keeps its frame in its props.
  const [keyed, setKeyed] = useState<CellWindow>();
  const framed = props.purpose === 'explore' ? props.selection : keyed;
  const inside = cursorCell(grid, viewport, place);
  const setCursor = (cell: MapPoint): void => setPlace(cursorAt(grid, cell));
  const isEmpty = grid.rowCount === 0 || grid.columnCount === 0;
  return {
    cursor: inside,
    setCursor,
    /** The cells that Shift and the arrow keys have framed. */
    framed,
    onKeyDown: (event: KeyboardEvent): void => {
      if (isChord(event)) return;
      if (event.key === 'Escape' && keyed !== undefined) {
        event.preventDefault();
        setKeyed(undefined);
        return;
      }
      const moved = isEmpty ? undefined : moveCursor(inside, event.key, grid);
      // Shift+Enter runs the query, wherever the focus is.
      const isRun = event.key === 'Enter' && event.shiftKey;
      const context = { cursor: inside, framed, isEmpty, setCursor, ...heard };
      if (moved === undefined && (isRun || !actOn(event.key, props, context))) return;
      event.preventDefault();
      const isFraming = moved !== undefined && event.shiftKey;
      const next = isFraming ? clampWindow(grid, grown(framed, inside, moved)) : undefined;
      setKeyed(next);
      if (moved === undefined) return;
      if (props.purpose === 'explore') {
        if (next !== undefined) props.onSelect(next);
        props.onViewport(reveal(viewport, grid, moved), false);
      }
      setCursor(moved);
      onMoved(moved);
    },
  };
}

function isChord({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
