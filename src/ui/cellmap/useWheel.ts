import { type RefObject, useRef } from 'react';
import { useWheelListener } from '../useWheelListener.ts';
import { isSameViewport, type Viewport, ZOOM_STEP } from './viewport.ts';

export interface WheelMove {
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
