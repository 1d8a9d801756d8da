import { type PointerEvent, useState } from 'react';
import { cellAt, columnAt, type HeatCell, type HeatLayout, isOnTime } from './layout.ts';

interface Drag {
  readonly anchor: number;
  readonly current: number;
}

/** Pointer on the map: the cell under it, and a drag over columns that ends in a window. */
export function useTimeDrag(layout: HeatLayout, onColumns: ((from: number, to: number) => void) | undefined) {
  const [hover, setHover] = useState<HeatCell>();
  const [drag, setDrag] = useState<Drag>();
  const place = (event: PointerEvent<HTMLElement>): { x: number; y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  return {
    hover: drag === undefined ? hover : undefined,
    /** Columns [from, to) under the drag. */
    selection:
      drag === undefined || drag.anchor === drag.current
        ? undefined
        : { from: Math.min(drag.anchor, drag.current), to: Math.max(drag.anchor, drag.current) + 1 },
    handlers: {
      // As in the keyspace map: WebKit tells of a release as leaving and coming back, without a move.
      onPointerEnter: (event: PointerEvent<HTMLElement>) => {
        const { x, y } = place(event);
        setHover(cellAt(layout, x, y));
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { x, y } = place(event);
        setHover(cellAt(layout, x, y));
        if (drag !== undefined) setDrag({ anchor: drag.anchor, current: columnAt(layout, x) });
      },
      onPointerLeave: () => setHover(undefined),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { x, y } = place(event);
        if (onColumns === undefined || event.button !== 0 || !isOnTime(layout, x, y)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ anchor: columnAt(layout, x), current: columnAt(layout, x) });
      },
      onPointerUp: () => {
        if (drag !== undefined && drag.anchor !== drag.current) {
          onColumns?.(Math.min(drag.anchor, drag.current), Math.max(drag.anchor, drag.current) + 1);
        }
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
