// Time in keys, calculated without code from src, because tests compare the product with it.

/** .NET DateTime.MaxValue.Ticks. */
export const LAST_TICK = 3155378975999999999n;
/** 1970-01-01T00:00:00Z in ticks. */
export const UNIX_EPOCH = 621355968000000000n;
/** 1601-01-01T00:00:00Z in ticks (FILETIME). WADMetrics tables are aligned to it. */
export const FILETIME_EPOCH = 504911232000000000n;
export const SECOND = 10_000_000n;
export const MINUTE = 60n * SECOND;
export const HOUR = 60n * MINUTE;
export const DAY = 24n * HOUR;

/**
 * @param {number} ms whole milliseconds since the Unix epoch
 * @returns {bigint} ticks
 */
export function ticksOfMs(ms) {
  return UNIX_EPOCH + BigInt(Math.trunc(ms)) * 10_000n;
}

/**
 * @param {bigint} ticks not before the Unix epoch
 * @returns {string} ISO 8601, 7 fraction digits, Z
 */
export function isoOf(ticks) {
  const sinceEpoch = ticks - UNIX_EPOCH;
  const text = new Date(Number(sinceEpoch / 10_000n)).toISOString();
  return `${text.slice(0, -1)}${(sinceEpoch % 10_000n).toString().padStart(4, '0')}Z`;
}

/**
 * @param {bigint} ticks
 * @param {bigint} step
 * @returns {bigint} the greatest multiple of step that is not above ticks
 */
export function floorTo(ticks, step) {
  return ticks - (ticks % step);
}

/**
 * @param {bigint | number} value
 * @returns {string} 19 digits, padded like all writers of ticks do
 */
export function d19(value) {
  return value.toString().padStart(19, '0');
}

/**
 * @param {bigint} ticks
 * @returns {string} inverted ticks in 19 digits; later ones sort first
 */
export function inverted19(ticks) {
  return d19(LAST_TICK - ticks);
}

/**
 * @param {bigint} ticks
 * @returns {bigint} whole seconds since the Unix epoch, rounded down
 */
export function unixSeconds(ticks) {
  return (ticks - UNIX_EPOCH) / SECOND;
}

/**
 * Escapes a text as in keys of WADMetrics: each UTF-16 unit except A-Z a-z 0-9 becomes `:` and four upper-case hex digits.
 * @param {string} text
 * @returns {string}
 */
export function escapeMetricKey(text) {
  return text.replace(
    /[^A-Za-z0-9]/g,
    (unit) => `:${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/**
 * @param {bigint} ticks
 * @returns {bigint} the start of the 10-day table that holds this instant
 */
export function tenDayStart(ticks) {
  return ticks - ((ticks - FILETIME_EPOCH) % (10n * DAY));
}
