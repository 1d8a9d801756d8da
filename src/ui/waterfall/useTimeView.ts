import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { useElementSize } from '../useElementSize.ts';
import { axisStep } from '../charts/timeAxis.ts';

/** The width of the names at the left of the lines, in CSS px. */
export const LABEL_WIDTH: number = 132 * TEXT_SCALE;
/** The height of a line, and of the axis above the lines, in CSS px. */
export const LINE_HEIGHT: number = 20 * TEXT_SCALE;
/** Room at the right end for the mark of the last request, in CSS px. */
const RIGHT_MARGIN = 18;
/** A key press or button that zooms in shows this share of the visible time. */
const ZOOM_STEP = 0.5;
/** Share of the view by which a key pans. */
const PAN_STEP = 0.2;
/** Browsers round clocks to 0.1 ms, so less time at once shows nothing more. */
const LEAST_SPAN_MS = 1;
/** Firefox lays out nothing wider than 17.9 million px. */
const MOST_WIDTH = 16_000_000;
const WHOLE: TimeView = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };

export type TimeViewControl = ReturnType<typeof useTimeView>;

/**
 * The visible time of a run that has taken `totalMs` so far. Until the user zooms that is all of it, even while it grows. Zooming widens
 * the content of the scroller, so panning is scrolling it.
 */
export function useTimeView(scroller: RefObject<HTMLElement | null>, totalMs: number) {
  const { width, height } = useElementSize(scroller);
  const [spanMs, setSpanMs] = useState(Number.POSITIVE_INFINITY);
  const [scrolled, setScrolled] = useState({ left: 0, top: 0 });
  /** The views that Backspace goes back to, the latest last. */
  const [before, setBefore] = useState<readonly TimeView[]>([]);
  const room = Math.max(1, width - LABEL_WIDTH - RIGHT_MARGIN);
  const isWhole = spanMs >= totalMs;
  const seenMs = isWhole ? totalMs : spanMs;
  const pxPerMs = room / seenMs;
  const fromMs = scrolled.left / pxPerMs;
  const view: TimeView = { fromMs, toMs: fromMs + seenMs };

  const onScroll = (): void => {
    const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {};
    setScrolled({ left: scrollLeft, top: scrollTop });
  };
  const pan = (px: number): void => scroller.current?.scrollBy(px, 0);
  /** Shows a time span. `isStep`: Backspace can return to the previous view. */
  const show = (stretch: TimeView, isStep = true): void => {
    const least = Math.max(LEAST_SPAN_MS, (totalMs * room) / MOST_WIDTH);
    const next = Math.max(least, stretch.toMs - stretch.fromMs);
    // The content must have its new width before it can be scrolled.
    flushSync(() => setSpanMs(next < totalMs ? next : Number.POSITIVE_INFINITY));
    scroller.current?.scrollTo({ left: (stretch.fromMs * room) / next });
    onScroll();
    if (isStep) setBefore([...before, isWhole ? WHOLE : view]);
  };
  /** Zooms about `atMs`, which keeps its place; default: the middle. */
  const zoom = (factor: number, atMs = fromMs + seenMs / 2, isStep = true): void => {
    const start = atMs - (atMs - fromMs) * factor;
    show({ fromMs: start, toMs: start + seenMs * factor }, isStep);
  };
  return {
    view,
    isWhole,
    pxPerMs,
    /** The width of a line with its name, in CSS px. */
    fullWidth: LABEL_WIDTH + totalMs * pxPerMs + RIGHT_MARGIN,
    height,
    scrollTop: scrolled.top,
    onScroll,
    show,
    zoom,
    zoomIn: (atMs?: number) => zoom(ZOOM_STEP, atMs),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    pan,
    /** Pans by a part of the view: -1 earlier, 1 later. */
    panStep: (direction: -1 | 1) => pan(direction * PAN_STEP * room),
    /** Scrolls to a request unless enough of it is visible. */
    reveal: (row: number, [startMs, endMs]: readonly [number, number]): void => {
      const seen = Math.min(endMs, view.toMs) - Math.max(startMs, fromMs);
      const isSeen = seen >= Math.min(endMs - startMs, seenMs / 2);
      const lowest = Math.max(scrolled.top, (row + 2) * LINE_HEIGHT - height);
      scroller.current?.scrollTo({
        left: isSeen ? scrolled.left : (startMs - 0.04 * seenMs) * pxPerMs,
        top: Math.min(row * LINE_HEIGHT, lowest),
      });
    },
    back: (): void => {
      const last = before.at(-1);
      if (last !== undefined) show(last, false);
      setBefore(before.slice(0, -1));
    },
    reset: (): void => {
      if (!isWhole) show(WHOLE);
    },
  };
}

const TICKS_PER_MS = 10_000;

interface TimeMark {
  readonly atMs: number;
  readonly label: string;
}

/** The visible time in milliseconds from the start of the run, half-open. */
export interface TimeView {
  readonly fromMs: number;
  readonly toMs: number;
}

/** At most `most` axis marks, from the first whole step in view. */
export function timeMarks(view: TimeView, most: number): readonly TimeMark[] {
  const span = view.toMs - view.fromMs;
  if (!(span > 0) || most < 1) return [];
  const step =
    Number(axisStep({ from: 0n, to: BigInt(Math.ceil(span * TICKS_PER_MS)) }, most)) / TICKS_PER_MS;
  const marks: TimeMark[] = [];
  for (let count = Math.ceil(view.fromMs / step - 1e-9); count * step < view.toMs; count += 1) {
    marks.push({ atMs: count * step, label: markLabel(count * step, step) });
  }
  return marks;
}

/** An exact label, since steps are round: "0", "250 ms", "1.25 s", "2 min 30 s". */
function markLabel(atMs: number, stepMs: number): string {
  if (atMs === 0) return '0';
  if (stepMs >= 10_000 && atMs >= 60_000) {
    const seconds = Math.round(atMs / 1000);
    const rest = seconds % 60;
    return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`;
  }
  if (atMs >= 1000) {
    const digits = Math.max(0, Math.ceil(-Math.log10(stepMs / 1000) - 1e-9));
    return `${(atMs / 1000).toFixed(digits)} s`;
  }
  return `${atMs.toFixed(stepMs < 1 ? 1 : 0)} ms`;
}
