import { type PointerEvent, useState } from 'react';

/** A press that moves by no more than this (the sum of both axes, in CSS px) is a click. */
const CLICK_PX = 4;

type Pressed = PointerEvent<HTMLElement>;

interface DragSteps<T extends object> {
  /** The state of a drag that begins with a press; undefined if nothing can be dragged there. */
  readonly begin: (event: Pressed) => T | undefined;
  /** The state after a move. Return the same object if nothing changes. */
  readonly move: (drag: T, event: Pressed, hasMoved: boolean) => T;
  /** Called when the button is released. Without movement it was a click. */
  readonly end: (drag: T, hasMoved: boolean, event: Pressed) => void;
}

/** Handles drags and clicks with the main button. The element captures the pointer until the end, even when the pointer leaves it. */
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
