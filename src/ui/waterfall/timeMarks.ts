import { axisStep } from '../charts/timeAxis.ts';

const TICKS_PER_MS = 10_000;

export interface TimeMark {
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
