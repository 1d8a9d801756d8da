import { countText } from '../core/words.ts';

/** A fixed locale, so that exports, log lines and screenshots look the same everywhere. */
const LOCALE = 'en-US';

const UP_TO_ONE_DIGIT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const UP_TO_TWO_DIGITS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });

/** "24,310". Rounds fractions (lossy). An en dash if the number is not finite. */
export function formatCount(count: number): string {
  return Number.isFinite(count) ? countText(count) : '\u2013';
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** "2.1 MB" in decimal units (1 KB = 1,000 bytes), rounded to one digit (lossy). An en dash if negative or not finite. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '\u2013';
  let value = bytes;
  let unit = 0;
  // 999.95 would be rounded to "1,000".
  while (value >= 999.95 && unit < BYTE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? countText(value) : UP_TO_ONE_DIGIT.format(value)} ${BYTE_UNITS[unit] ?? 'B'}`;
}

const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

/**
 * A measured duration, rounded for reading (lossy): "0.4 ms", "61 ms", "1.9 s", "2 min 5 s", "7 h 12 min", "3 d 4 h". An en dash
 * if negative or not finite.
 */
export function formatMs(durationMs: number): string {
  if (!Number.isFinite(durationMs) || durationMs < 0) return '\u2013';
  if (durationMs < 9.95) return `${UP_TO_ONE_DIGIT.format(durationMs)} ms`;
  if (durationMs < 999.5) return `${countText(durationMs)} ms`;
  if (durationMs < 9995) return `${UP_TO_TWO_DIGITS.format(durationMs / MS_PER_SECOND)} s`;
  if (durationMs < 59_950) return `${UP_TO_ONE_DIGIT.format(durationMs / MS_PER_SECOND)} s`;
  return formatLong(durationMs);
}

function formatLong(durationMs: number): string {
  const seconds = Math.round(durationMs / MS_PER_SECOND);
  if (seconds < 3600) return pair(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(durationMs / MS_PER_MINUTE);
  if (minutes < 1440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(durationMs / MS_PER_HOUR);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(big: number, bigUnit: string, small: number, smallUnit: string): string {
  const head = `${countText(big)} ${bigUnit}`;
  return small === 0 ? head : `${head} ${small} ${smallUnit}`;
}

/** "41 %", "0.3 %", "< 0.1 %" for a share of 0..1 (lossy). A small share is never shown as 0. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share) || share < 0) return '\u2013';
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1 %';
  return `${percent < 9.95 ? UP_TO_ONE_DIGIT.format(percent) : countText(percent)} %`;
}

/** "1 row", "2 rows", "1,204 rows". */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
