import type { TimeView } from './waterfallTypes.ts';

/** The shortest view. Browsers round clocks to 0.1 ms. */
const MIN_SPAN_MS = 1;

/** The nearest view inside [0, totalMs) of at least a millisecond. */
export function clampView(view: TimeView, totalMs: number): TimeView {
  const total = Math.max(totalMs, MIN_SPAN_MS);
  const span = Math.min(total, Math.max(MIN_SPAN_MS, view.toMs - view.fromMs));
  const fromMs = Math.min(Math.max(0, view.fromMs), total - span);
  return { fromMs, toMs: fromMs + span };
}

/** Zooms about `atMs`, which keeps its position. `factor` < 1 shows less time. */
export function zoomView(view: TimeView, factor: number, atMs: number, totalMs: number): TimeView {
  const span = (view.toMs - view.fromMs) * factor;
  const share = (atMs - view.fromMs) / (view.toMs - view.fromMs);
  const bounded = Math.min(Math.max(span, MIN_SPAN_MS), Math.max(totalMs, MIN_SPAN_MS));
  const fromMs = atMs - share * bounded;
  return clampView({ fromMs, toMs: fromMs + bounded }, totalMs);
}

/** Moves the view later if `byMs` > 0. */
export function panView(view: TimeView, byMs: number, totalMs: number): TimeView {
  return clampView({ fromMs: view.fromMs + byMs, toMs: view.toMs + byMs }, totalMs);
}

/** Moves a view, if necessary, so that it contains a time range, or at least its beginning. */
export function revealInView(view: TimeView, stretch: TimeView, totalMs: number): TimeView {
  const span = view.toMs - view.fromMs;
  const margin = span * 0.04;
  if (stretch.fromMs >= view.fromMs && stretch.toMs <= view.toMs) return view;
  if (stretch.fromMs < view.fromMs || stretch.toMs - stretch.fromMs > span - 2 * margin) {
    return panView(view, stretch.fromMs - margin - view.fromMs, totalMs);
  }
  return panView(view, stretch.toMs + margin - view.toMs, totalMs);
}

export interface TimeMark {
  readonly atMs: number;
  readonly label: string;
}

/** Readable steps: 1, 2, 5 and their powers of ten; minutes instead of many seconds. */
function stepOf(leastMs: number): number {
  if (leastMs > 5000) {
    const seconds = [10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].find((step) => step * 1000 >= leastMs);
    return seconds === undefined ? Math.ceil(leastMs / 3_600_000) * 3_600_000 : seconds * 1000;
  }
  const power = 10 ** Math.floor(Math.log10(leastMs));
  return ([1, 2, 5].find((digit) => digit * power >= leastMs * 0.999999) ?? 10) * power;
}

/** At most `most` axis marks, from the first whole step in view. */
export function timeMarks(view: TimeView, most: number): readonly TimeMark[] {
  const span = view.toMs - view.fromMs;
  if (!(span > 0) || most < 1) return [];
  const step = stepOf(span / most);
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
