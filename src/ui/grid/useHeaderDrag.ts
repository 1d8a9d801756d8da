import { type PointerEvent, useRef, useState } from 'react';

/** A pointer that moves less than this presses the header; more drags it. CSS px. */
const DRAG_PX = 8;

export interface HeaderDrag {
  /** The column under the pointer, before which the dragged one would be put. */
  readonly over: number | undefined;
  readonly dragged: number | undefined;
  /** The press that just ended was a drag, and no click. */
  readonly hasMoved: () => boolean;
  readonly handlers: {
    readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove?: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp?: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel?: () => void;
  };
}

function headerAt(event: PointerEvent<HTMLElement>): number | undefined {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-header]')
    ?.dataset.header;
  return found === undefined ? undefined : Number(found);
}

function ownIndex(event: PointerEvent<HTMLElement>): number {
  return Number(event.currentTarget.dataset.header);
}

/** Puts a header in the place of another by dragging it. To the right it lands behind, to the left before. */
export function useHeaderDrag(onMove: ((column: number, to: number) => void) | undefined): HeaderDrag {
  const [state, setState] = useState<{ readonly dragged: number; readonly over: number | undefined }>();
  const startX = useRef<number>(undefined);
  const moved = useRef(false);
  const end = (): void => {
    startX.current = undefined;
    setState(undefined);
  };
  const isDragged = (event: PointerEvent<HTMLElement>): boolean =>
    startX.current !== undefined && Math.abs(event.clientX - startX.current) >= DRAG_PX;
  return {
    over: state?.over,
    dragged: state?.dragged,
    hasMoved: () => moved.current,
    handlers:
      onMove === undefined
        ? {}
        : {
            onPointerDown: (event) => {
              moved.current = false;
              if (event.button !== 0) return;
              startX.current = event.clientX;
              event.currentTarget.setPointerCapture(event.pointerId);
            },
            onPointerMove: (event) => {
              if (!isDragged(event) && state === undefined) return;
              moved.current = true;
              setState({ dragged: ownIndex(event), over: headerAt(event) });
            },
            onPointerUp: (event) => {
              const from = ownIndex(event);
              const over = headerAt(event);
              if (moved.current && over !== undefined && over !== from)
                onMove(from, over > from ? over + 1 : over);
              end();
            },
            onPointerCancel: end,
          },
  };
}
