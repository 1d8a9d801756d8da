import { type PointerEvent, useState } from 'react';
import { type CellWindow, clampWindow } from '../../core/keyspace/map/cellGrid.ts';
import type { Box, MapLayout } from './layout.ts';
import { drawnArea } from './mapGeometry.ts';
import { useDrag } from '../useDrag.ts';
import { isSameViewport, type MapPoint, panBy, type Viewport, wholeViewport } from './viewport.ts';

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
