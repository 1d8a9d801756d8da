import { type PointerEvent, useState, type RefObject, useEffect, useEffectEvent } from 'react';

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

/**
 * Calls `onWheel` for each wheel event over an element. It is a native listener, because React's cannot prevent the page from scrolling.
 */
export function useWheelListener(
  place: RefObject<HTMLElement | null>,
  onWheel: (event: WheelEvent) => void,
): void {
  const listen = useEffectEvent(onWheel);
  useEffect(() => {
    const element = place.current;
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [place]);
}

/** How many places a key moves along a line; Home and End move to its ends. */
export const KEY_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['PageUp', -10],
  ['PageDown', 10],
  ['Home', -Infinity],
  ['End', Infinity],
]);
