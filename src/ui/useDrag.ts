import { type PointerEvent, useState } from 'react';

/** A press that moves no more than this, on both axes together, is a click. CSS px. */
const CLICK_PX = 4;

type Pressed = PointerEvent<HTMLElement>;

interface DragSteps<T extends object> {
  /** What a press begins; undefined: nothing can be dragged there. */
  readonly begin: (event: Pressed) => T | undefined;
  /** What it has become; the same object if that changes nothing. */
  readonly move: (drag: T, event: Pressed, hasMoved: boolean) => T;
  /** The button is up. Without movement it was a click. */
  readonly end: (drag: T, hasMoved: boolean, event: Pressed) => void;
}

/** Drags and clicks with the main button. The element holds the pointer until the end, also where it leaves the element. */
export function useDrag<T extends object>({ begin, move, end }: DragSteps<T>) {
  const [held, setHeld] = useState<{
    readonly drag: T;
    readonly x: number;
    readonly y: number;
    readonly hasMoved: boolean;
  }>();
  return {
    drag: held?.drag,
    hasMoved: held?.hasMoved === true,
    handlers: {
      onPointerDown: (event: Pressed): void => {
        const drag = event.button === 0 ? begin(event) : undefined;
        if (drag === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld({ drag, x: event.clientX, y: event.clientY, hasMoved: false });
      },
      onPointerMove: (event: Pressed): void => {
        if (held === undefined) return;
        const by = Math.abs(event.clientX - held.x) + Math.abs(event.clientY - held.y);
        const hasMoved = held.hasMoved || by > CLICK_PX;
        const drag = move(held.drag, event, hasMoved);
        if (drag !== held.drag || hasMoved !== held.hasMoved) setHeld({ ...held, drag, hasMoved });
      },
      onPointerUp: (event: Pressed): void => {
        setHeld(undefined);
        if (held !== undefined) end(held.drag, held.hasMoved, event);
      },
      onPointerCancel: (): void => setHeld(undefined),
    },
  };
}
