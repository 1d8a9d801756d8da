import { formatCount, formatBytes, formatMs } from '../format.ts';

/** The value axis of a chart: where each value is drawn, and the marks. */
export interface ValueAxis {
  readonly domain: readonly [number, number];
  /** Where a value is drawn. */
  readonly place: (value: number) => number;
  readonly marks: readonly { readonly place: number; readonly label: string }[];
}

const MOST_MARKS = 6;
const SECOND = 10_000_000;
/** Below this span, Doubles cannot distinguish multiples of a step. */
const LEAST_SPAN = 1e-290;
/** Round steps of durations, in ticks. */
const TIME_STEPS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND, count * 60 * SECOND, count * 3600 * SECOND])
  .sort((a, b) => a - b);

/** The smallest round step that needs at most `most` marks. */
function stepFor(span: number, unit: ChartUnit, most: number): number {
  const least = span / most;
  const ofTime = unit === 'ticks' && least > SECOND ? TIME_STEPS.find((step) => step >= least) : undefined;
  if (ofTime !== undefined) return ofTime;
  const decade = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((count) => count * decade).find((each) => each >= least * 0.999_999);
  return unit === 'rows' ? Math.max(1, step ?? least) : (step ?? least);
}

/** An axis that includes all values, and always zero. Ignores NaN and infinities. */
export function valueAxis(values: Iterable<number>, unit: ChartUnit, isLog: boolean): ValueAxis {
  let least = 0;
  let greatest = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
    if (value !== 0) smallest = Math.min(smallest, Math.abs(value));
  }
  if (least === 0 && greatest === 0) greatest = 1;
  return isLog ? logAxis(least, greatest, smallest, unit) : linearAxis(least, greatest, unit);
}

/** An axis that includes all values, but not necessarily zero. Ignores NaN and infinities. */
export function spanAxis(values: readonly number[]): ValueAxis {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    greatest = Math.max(greatest, value);
  }
  if (least > greatest) return linearAxis(0, 1, 'number');
  // Doubles cannot tell apart the marks of a span that is far smaller than its values.
  const isFlat = greatest - least <= Math.abs(greatest) * 1e-9;
  const room = isFlat ? Math.abs(greatest) / 2 || 1 : 0;
  return linearAxis(least - room, greatest + room, 'number');
}

function linearAxis(least: number, greatest: number, unit: ChartUnit): ValueAxis {
  // Halves, because the difference of two Doubles may overflow.
  const readable = stepFor(Math.max(greatest / 2 - least / 2, LEAST_SPAN), unit, MOST_MARKS / 2);
  const step = Math.min(readable, Number.MAX_VALUE / 4);
  const first = Math.floor(least / step);
  const last = Math.ceil(greatest / step);
  const marks: ValueAxis['marks'][number][] = [];
  for (let at = first; at <= last; at++) {
    // Multiplied rather than summed, which would drift, and rounded to drop spurious digits.
    const place = at === 0 ? 0 : Number((at * step).toPrecision(12));
    marks.push({ place, label: place === 0 ? '0' : valueText(place, unit) });
  }
  // After rounding, marks may lie slightly inside the range of the values.
  const domain: readonly [number, number] = [
    Math.min(least, marks[0]?.place ?? 0),
    Math.max(greatest, marks.at(-1)?.place ?? 0),
  ];
  return { domain, place: (value) => value, marks: unlike(marks) };
}

/**
 * A logarithmic axis: powers of ten at even distances, on both sides of zero. Zero has its own place below the smallest
 * value, so that it differs from small values.
 */
function logAxis(least: number, greatest: number, smallest: number, unit: ChartUnit): ValueAxis {
  const low = Math.floor(Math.log10(Number.isFinite(smallest) ? smallest : 1));
  const place = (value: number): number => {
    if (value === 0) return 0;
    const size = Math.log10(Math.abs(value)) - low + 1;
    return value < 0 ? -size : size;
  };
  const domain: readonly [number, number] = [-endOf(-place(least)), endOf(place(greatest))];
  const every = Math.ceil((domain[1] - domain[0]) / (MOST_MARKS + 1));
  const marks: ValueAxis['marks'][number][] = [];
  for (let at = Math.ceil(domain[0] / every) * every; at <= domain[1]; at += every) {
    const value = at === 0 ? 0 : Math.sign(at) * 10 ** (Math.abs(at) + low - 1);
    marks.push({ place: at, label: value === 0 ? '0' : powerText(value, unit) });
  }
  return { domain, place, marks: unlike(marks) };
}

/** Where a logarithmic axis ends: at the next 1, 2, 5 or 10 times a power of ten. The next power alone could leave it mostly empty. */
function endOf(size: number): number {
  const whole = Math.floor(size);
  const ends = [1, 2, 5, 10].map((count) => whole + Math.log10(count));
  // Zero is at place 0. The tolerance accepts an end that is too low only by rounding.
  return size <= 0 ? 0 : Math.max(size, ends.find((end) => end >= size - 1e-9) ?? size);
}

/** A power of ten. Long durations stay in seconds, in which they are round: 1,000 s, not 16 min 40 s. */
function powerText(value: number, unit: ChartUnit): string {
  if (unit !== 'ticks' || Math.abs(value) < 60 * SECOND) return valueText(value, unit);
  return `${formatCount(value / SECOND)} s`;
}

/** Drops marks whose label, after rounding, equals that of an earlier mark. */
function unlike(marks: readonly ValueAxis['marks'][number][]): ValueAxis['marks'] {
  const seen = new Set<string>();
  return marks.filter(({ label }) => !seen.has(label) && seen.add(label));
}

/** The unit of a chart's numbers. `ticks`: durations in units of 100 ns. */
export type ChartUnit = 'rows' | 'bytes' | 'ticks' | 'number';

/** Numbers are rounded to six significant digits. */
const SIX_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const EXPONENT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6, notation: 'scientific' });
const TICKS_PER_MS = 10_000;
const MOST_PLAIN = 1e15;
const LEAST_PLAIN = 1e-6;

/** A duration for reading (rounded): "0.7 us", "12.3 us", "1.9 s", "-3 min". */
function durationText(ticks: number): string {
  const size = Math.abs(ticks);
  const text =
    size < TICKS_PER_MS ? `${SIX_DIGITS.format(size / 10)} \u00b5s` : formatMs(size / TICKS_PER_MS);
  return ticks < 0 ? `-${text}` : text;
}

/** A number: integers in full, others to six significant digits. */
function plainText(value: number): string {
  if (Number.isSafeInteger(value)) return formatCount(value);
  const size = Math.abs(value);
  return size >= MOST_PLAIN || size < LEAST_PLAIN ? EXPONENT.format(value) : SIX_DIGITS.format(value);
}

/** A value as text; "no value" if there is none, which differs from zero. `exact`: the value if a Double cannot represent it. */
export function valueText(value: number, unit: ChartUnit, exact?: bigint): string {
  if (Number.isNaN(value)) return 'no value';
  if (!Number.isFinite(value)) return 'too large';
  if (unit === 'ticks') return durationText(value);
  if (exact !== undefined) return exact.toLocaleString('en-US');
  return unit === 'bytes' && value >= 0 ? formatBytes(value) : plainText(value);
}
