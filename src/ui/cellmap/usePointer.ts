import { type PointerEvent, useState, type RefObject, useRef } from 'react';
import { type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { Box, MapLayout } from './layout.ts';
import { drawnArea } from './mapGeometry.ts';
import { useDrag, useWheelListener } from '../gestures.ts';
import { isSameViewport, type MapPoint, panBy, type Viewport, wholeViewport, ZOOM_STEP } from './viewport.ts';

/** What a drag does: `pan` moves the map, `frame` frames cells, `box` selects a rectangle, the others select a part of an axis. */
type DragKind = 'pan' | 'frame' | 'box' | 'columns' | 'rows';

interface Drag {
  readonly kind: DragKind;
  readonly start: MapPoint;
  readonly current: MapPoint;
  readonly viewport: Viewport;
  /** The drag started on a cell and not on a histogram, so without movement it is a click. */
  readonly isOnCells: boolean;
  /** What the drag has selected so far. Everything that it selects is one undo step. */
  readonly taken: CellWindow | undefined;
}

export interface PointerTarget {
  /** What a drag selects. */
  readonly drags: 'cells' | 'time' | 'none';
  /** Whether a drag with Ctrl moves the map, and one with Shift frames cells. */
  readonly isExplored: boolean;
  readonly layout: MapLayout;
  readonly viewport: Viewport;
  readonly size: { readonly rowCount: number; readonly columnCount: number };
  readonly onPan: (viewport: Viewport) => void;
  readonly onFrame: (from: MapPoint, to: MapPoint) => void;
  /** Called during a drag whenever it selects other cells. `continues`: the same drag has selected cells before. */
  readonly onTake: (cells: CellWindow, continues: boolean) => void;
  readonly onClick: (cell: MapPoint) => void;
}

/** The position under a point of the plot, in fractional cells. It may be outside the map. */
export function placeAt({ map }: MapLayout, viewport: Viewport, x: number, y: number): MapPoint {
  const { rows, columns } = viewport;
  return {
    row: rows.from + ((y - map.top) / map.height) * (rows.to - rows.from),
    column: columns.from + ((x - map.left) / map.width) * (columns.to - columns.from),
  };
}

function isIn(box: Box, x: number, y: number): boolean {
  return x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
}

/** The kind of a drag that begins at a point of the plot; undefined if there is none. */
export function dragAt(
  { layout, drags, isExplored }: Pick<PointerTarget, 'layout' | 'drags' | 'isExplored'>,
  x: number,
  y: number,
  held: 'Shift' | 'Ctrl' | undefined,
): DragKind | undefined {
  if (isExplored && held !== undefined && isIn(layout.map, x, y)) return held === 'Ctrl' ? 'pan' : 'frame';
  if (drags === 'none') return undefined;
  if (isIn(layout.histogram, x, y)) return 'columns';
  if (drags === 'time') return isIn(layout.map, x, y) ? 'columns' : undefined;
  if (isIn(layout.map, x, y)) return 'box';
  return isIn(layout.totals, x, y) ? 'rows' : undefined;
}

/** The area of a drag that draws; undefined if it pans. */
function drawnOf({ kind, start, current }: Drag) {
  return kind === 'pan' ? undefined : { kind: kind === 'frame' ? 'box' : kind, start, current };
}

/** The cells that a drag selects; undefined if it moves the map or frames cells. */
function takenBy({ kind, start, current }: Drag, size: PointerTarget['size']): CellWindow | undefined {
  if (kind === 'pan' || kind === 'frame') return undefined;
  return clampWindow(size, drawnArea({ kind, start, current }, wholeViewport(size)));
}

/** The pointer on the map: the cell under it, drags, and clicks. */
export function usePointer(target: PointerTarget) {
  const { layout, viewport, size } = target;
  const [hover, setHover] = useState<MapPoint>();

  const at = (event: PointerEvent<HTMLElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const cellOf = ({ row, column }: MapPoint): MapPoint => ({
    row: Math.floor(row),
    column: Math.floor(column),
  });
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { x, y } = at(event);
    setHover(isIn(layout.map, x, y) ? cellOf(placeAt(layout, viewport, x, y)) : undefined);
  };
  const { drag, hasMoved, handlers } = useDrag<Drag>({
    begin: (event) => {
      const { x, y } = at(event);
      const held = event.ctrlKey || event.metaKey ? 'Ctrl' : event.shiftKey ? 'Shift' : undefined;
      const kind = dragAt(target, x, y, held);
      const start = placeAt(layout, viewport, x, y);
      const isOnCells = isIn(layout.map, x, y);
      return kind && { kind, start, current: start, viewport, isOnCells, taken: undefined };
    },
    move: (before, event, isDrag) => {
      const { x, y } = at(event);
      const next = { ...before, current: placeAt(layout, viewport, x, y) };
      if (!isDrag) return next;
      if (before.kind === 'pan') {
        const now = placeAt(layout, before.viewport, x, y);
        const by = { row: before.start.row - now.row, column: before.start.column - now.column };
        target.onPan(panBy(before.viewport, size, by));
      }
      const cells = takenBy(next, size);
      if (cells === undefined || (before.taken && isSameViewport(cells, before.taken))) return next;
      target.onTake(cells, before.taken !== undefined);
      return { ...next, taken: cells };
    },
    end: ({ kind, start, current, isOnCells }, isDrag) => {
      if (isDrag && kind === 'frame') target.onFrame(start, current);
      else if (!isDrag && isOnCells) target.onClick(cellOf(start));
    },
  });
  return {
    hover: hasMoved ? undefined : hover,
    /** The area being drawn: a rectangle, or a part of an axis. */
    drawn: drag && hasMoved ? drawnOf(drag) : undefined,
    isPanning: hasMoved && drag?.kind === 'pan',
    handlers: {
      ...handlers,
      // When WebKit releases the pointer captured by a click, it reports leave and enter without a move.
      onPointerEnter: point,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        point(event);
        handlers.onPointerMove(event);
      },
      onPointerLeave: () => setHover(undefined),
    },
  };
}

interface WheelMove {
  /** Position on the plot in CSS px. */
  readonly x: number;
  readonly y: number;
  /** Zoom factor; above 1 is closer, 1 if the wheel moves sideways. */
  readonly factor: number;
  /** CSS px of sideways movement, which pans in time. */
  readonly across: number;
}

/** After this many ms without movement, a new wheel gesture begins. */
const GESTURE_MS = 300;
/** A wheel notch is about 100 px; trackpads send many small steps. */
const NOTCH_PX = 100;
const MOST_PX = 300;

export function moveOfWheel({
  deltaX,
  deltaY,
  x,
  y,
}: {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly x: number;
  readonly y: number;
}): WheelMove {
  const cut = (px: number): number => Math.max(-MOST_PX, Math.min(MOST_PX, px));
  return Math.abs(deltaX) > Math.abs(deltaY)
    ? { x, y, factor: 1, across: cut(deltaX) }
    : { x, y, factor: ZOOM_STEP ** (-cut(deltaY) / NOTCH_PX), across: 0 };
}

/** Decides which wheel events are steps for Backspace: the first one of a gesture that changes the view. */
export class WheelSteps {
  #lastMs = -Infinity;
  #isTaken = false;

  /** `atMs` may be from any clock. `isZoom` is false for panning, which makes no steps. */
  isStep(atMs: number, isChange: boolean, isZoom: boolean): boolean {
    if (atMs - this.#lastMs > GESTURE_MS) this.#isTaken = false;
    this.#lastMs = atMs;
    if (this.#isTaken || !isChange || !isZoom) return false;
    this.#isTaken = true;
    return true;
  }
}

/** Whether the wheel scrolls the page: on a fully visible map, unless Ctrl or Cmd is held to zoom (as pinching does). */
export function isOfPage(event: Pick<WheelEvent, 'ctrlKey' | 'metaKey'>, isAllInSight: boolean): boolean {
  return isAllInSight && !event.ctrlKey && !event.metaKey;
}

/**
 * The wheel over a part of the map zooms or pans, and the page does not scroll. Without `onViewport` the wheel is left to the
 * page.
 */
export function useWheel(
  plot: RefObject<HTMLElement | null>,
  viewport: Viewport,
  isAllInSight: boolean,
  onViewport: ((viewport: Viewport, isStep: boolean) => void) | undefined,
  viewOf: (move: WheelMove) => Viewport,
): void {
  const steps = useRef<WheelSteps>(undefined);
  useWheelListener(plot, (event) => {
    if (onViewport === undefined || isOfPage(event, isAllInSight)) return;
    event.preventDefault();
    const box = plot.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const { deltaX, deltaY, timeStamp } = event;
    const move = moveOfWheel({ deltaX, deltaY, x: event.clientX - box.left, y: event.clientY - box.top });
    const next = viewOf(move);
    const isChange = !isSameViewport(next, viewport);
    steps.current ??= new WheelSteps();
    const isStep = steps.current.isStep(timeStamp, isChange, move.across === 0);
    if (isChange) onViewport(next, isStep);
  });
}
