import { formatBytes, formatCount, formatMs } from '../format.ts';

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
