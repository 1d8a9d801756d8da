import { type PointerEvent, useState } from 'react';
import { type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { MapLayout } from './layout.ts';
import { drawnArea } from './mapGeometry.ts';
import { type MapPoint, panBy, type Viewport, wholeViewport } from './viewport.ts';

/** A click may move by this many px. */
const CLICK_PX = 4;

/** What a drag does: moves the map, frames or takes a rectangle, takes a part of an axis. */
type DragKind = 'pan' | 'frame' | 'box' | 'columns' | 'rows';

interface Drag {
  readonly kind: DragKind;
  readonly startX: number;
  readonly startY: number;
  readonly start: MapPoint;
  readonly current: MapPoint;
  readonly viewport: Viewport;
  readonly hasMoved: boolean;
  /** It started on a cell, not on a histogram, so without movement it is a click. */
  readonly isOnCells: boolean;
  /** What it has taken so far; all that it takes is one step of undo. */
  readonly taken: CellWindow | undefined;
}

export interface PointerTarget {
  /** What a drag takes. */
  readonly drags: 'cells' | 'time' | 'none';
  /** With Ctrl it moves the map, with Shift it frames cells. */
  readonly isExplored: boolean;
  readonly layout: MapLayout;
  readonly viewport: Viewport;
  readonly size: { readonly rowCount: number; readonly columnCount: number };
  readonly onPan: (viewport: Viewport) => void;
  readonly onFrame: (from: MapPoint, to: MapPoint) => void;
  /** Cells are taken while the drag goes on; `continues`: others were taken by the same drag. */
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

function isIn(
  box: { left: number; top: number; width: number; height: number },
  x: number,
  y: number,
): boolean {
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

/** The cells that a drag takes; undefined: it moves the map or frames cells. */
function takenBy({ kind, start, current }: Drag, size: PointerTarget['size']): CellWindow | undefined {
  if (kind === 'pan' || kind === 'frame') return undefined;
  return clampWindow(size, drawnArea({ kind, start, current }, wholeViewport(size)));
}

function isSameWindow({ rows, columns }: CellWindow, other: CellWindow | undefined): boolean {
  return (
    rows.from === other?.rows.from &&
    rows.to === other.rows.to &&
    columns.from === other.columns.from &&
    columns.to === other.columns.to
  );
}

/** The pointer on the map: the cell under it, drags, and clicks. */
export function usePointer(target: PointerTarget) {
  const { layout, viewport, size } = target;
  const [hover, setHover] = useState<MapPoint>();
  const [drag, setDrag] = useState<Drag>();

  const at = (event: PointerEvent<HTMLElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const move = (event: PointerEvent<HTMLElement>): void => {
    const { x, y } = at(event);
    const place = placeAt(layout, viewport, x, y);
    setHover(
      isIn(layout.map, x, y) ? { row: Math.floor(place.row), column: Math.floor(place.column) } : undefined,
    );
    if (drag === undefined) return;
    const hasMoved = drag.hasMoved || Math.abs(x - drag.startX) + Math.abs(y - drag.startY) > CLICK_PX;
    const next = { ...drag, current: place, hasMoved };
    const cells = hasMoved ? takenBy(next, size) : undefined;
    const isOther = cells !== undefined && !isSameWindow(cells, drag.taken);
    setDrag(isOther ? { ...next, taken: cells } : next);
    if (isOther) target.onTake(cells, drag.taken !== undefined);
    if (drag.kind !== 'pan' || !hasMoved) return;
    const now = placeAt(layout, drag.viewport, x, y);
    const by = { row: drag.start.row - now.row, column: drag.start.column - now.column };
    target.onPan(panBy(drag.viewport, size, by));
  };
  const end = (): void => {
    setDrag(undefined);
    if (drag === undefined) return;
    const { kind, start, current } = drag;
    if (!drag.hasMoved) {
      if (drag.isOnCells) target.onClick({ row: Math.floor(start.row), column: Math.floor(start.column) });
    } else if (kind === 'frame') target.onFrame(start, current);
  };
  return {
    hover: drag?.hasMoved === true ? undefined : hover,
    /** The area being drawn: a rectangle, or a part of an axis. */
    drawn: drag?.hasMoved === true ? drawnOf(drag) : undefined,
    isPanning: drag?.kind === 'pan' && drag.hasMoved,
    handlers: {
      // When WebKit releases the pointer captured by a click, it reports leave and enter without a move.
      onPointerEnter: move,
      onPointerMove: move,
      onPointerLeave: () => setHover(undefined),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { x, y } = at(event);
        const held = event.ctrlKey || event.metaKey ? 'Ctrl' : event.shiftKey ? 'Shift' : undefined;
        const kind = dragAt(target, x, y, held);
        if (event.button !== 0 || kind === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const place = placeAt(layout, viewport, x, y);
        setDrag({
          kind,
          startX: x,
          startY: y,
          start: place,
          current: place,
          viewport,
          hasMoved: false,
          isOnCells: isIn(layout.map, x, y),
          taken: undefined,
        });
      },
      onPointerUp: end,
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
