import { useState } from 'react';
import { clampView, panView, revealInView, zoomView } from './timeView.ts';
import type { TimeView } from './waterfallTypes.ts';

/** One step of zoom by key or button. */
const ZOOM_STEP = 0.5;
/** Share of what is in sight that a key pans by. */
const PAN_STEP = 0.2;
/** Earlier views that Backspace goes back to. */
const MAX_HISTORY = 50;

export interface TimeViewControl {
  readonly view: TimeView;
  readonly isWhole: boolean;
  /** `atMs`: what stays in place; default the middle. `isStep`: the view before can be gone back to. */
  readonly zoom: (factor: number, atMs?: number, isStep?: boolean) => void;
  readonly zoomIn: (atMs?: number) => void;
  readonly zoomOut: (atMs?: number) => void;
  readonly panBy: (ms: number) => void;
  /** -1: back by a part of what is in sight, 1: on. */
  readonly panStep: (direction: -1 | 1) => void;
  /** Goes to a stretch of time. */
  readonly show: (stretch: TimeView) => void;
  /** Moves no further than it must. */
  readonly reveal: (stretch: TimeView) => void;
  readonly back: () => void;
  /** All of the run again, also while it grows. */
  readonly reset: () => void;
}

/** The time in sight of a run that is so long so far. All of it until somebody zooms. */
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
