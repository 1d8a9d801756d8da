import { useState } from 'react';
import { clampView, panView, revealInView, zoomView } from './timeView.ts';
import type { TimeView } from './waterfallTypes.ts';

/** Zoom factor of a key press or button. */
const ZOOM_STEP = 0.5;
/** Share of the view by which a key pans. */
const PAN_STEP = 0.2;
/** Maximum number of earlier views for Backspace. */
const MAX_HISTORY = 50;

export interface TimeViewControl {
  readonly view: TimeView;
  readonly isWhole: boolean;
  /** Zooms about `atMs`; default: the middle. `isStep`: Backspace can return to the view before. */
  readonly zoom: (factor: number, atMs?: number, isStep?: boolean) => void;
  readonly zoomIn: (atMs?: number) => void;
  readonly zoomOut: (atMs?: number) => void;
  readonly panBy: (ms: number) => void;
  /** Pans by a part of the view: -1 earlier, 1 later. */
  readonly panStep: (direction: -1 | 1) => void;
  /** Shows a time range. */
  readonly show: (stretch: TimeView) => void;
  /** Moves only if needed to show a time range. */
  readonly reveal: (stretch: TimeView) => void;
  readonly back: () => void;
  /** Shows the whole run again, and follows it as it grows. */
  readonly reset: () => void;
}

/** The visible time of a run that has taken `totalMs` so far; all its time until the user zooms. */
export function useTimeView(totalMs: number): TimeViewControl {
  const [chosen, setChosen] = useState<TimeView>();
  const [history, setHistory] = useState<readonly (TimeView | undefined)[]>([]);
  const whole = clampView({ fromMs: 0, toMs: totalMs }, totalMs);
  const view = chosen === undefined ? whole : clampView(chosen, totalMs);
  const middle = (view.fromMs + view.toMs) / 2;

  const set = (next: TimeView, isStep: boolean): void => {
    const isAll = next.fromMs <= whole.fromMs && next.toMs >= whole.toMs;
    if (isStep) setHistory([...history.slice(1 - MAX_HISTORY), chosen]);
    setChosen(isAll ? undefined : next);
  };
  const zoom = (factor: number, atMs = middle, isStep = true): void =>
    set(zoomView(view, factor, atMs, totalMs), isStep);
  const panBy = (ms: number): void => {
    if (chosen !== undefined) setChosen(panView(view, ms, totalMs));
  };
  return {
    view,
    isWhole: chosen === undefined,
    zoom,
    zoomIn: (atMs) => zoom(ZOOM_STEP, atMs),
    zoomOut: (atMs) => zoom(1 / ZOOM_STEP, atMs),
    panBy,
    panStep: (direction) => panBy(direction * PAN_STEP * (view.toMs - view.fromMs)),
    show: (stretch) => set(clampView(stretch, totalMs), true),
    reveal: (stretch) => {
      if (chosen !== undefined) setChosen(revealInView(view, stretch, totalMs));
    },
    back: () => {
      setChosen(history.at(-1));
      setHistory(history.slice(0, -1));
    },
    reset: () => {
      if (chosen !== undefined) setHistory([...history.slice(1 - MAX_HISTORY), chosen]);
      setChosen(undefined);
    },
  };
}
