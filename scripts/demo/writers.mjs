import { d19, MINUTE } from './keyText.mjs';

/** @import { Random } from './random.mjs' */

/** Rows reach the table after the agent's transfer period, here one to two and a half minutes. */
const TRANSFER_FROM = 60;
const TRANSFER_TO = 150;

/**
 * When a row of a diagnostics agent reaches the table: at the end of its minute plus the transfer time.
 * @param {Random} random
 * @param {bigint} bucket ticks, start of the minute
 * @returns {bigint} ticks
 */
export function arrivalAfterMinute(random, bucket) {
  const seconds = BigInt(random.between(TRANSFER_FROM, TRANSFER_TO));
  return bucket + MINUTE + seconds * 10_000_000n + BigInt(random.below(10_000_000));
}

/**
 * A random instant within a minute, exact to the tick.
 * @param {Random} random
 * @param {bigint} bucket ticks, start of the minute
 * @returns {bigint} ticks
 */
export function instantWithin(random, bucket) {
  return bucket + BigInt(random.below(Number(MINUTE)));
}

/**
 * A row index as the Windows agent writes it, which begins above 2^32.
 * @param {number} count
 * @returns {string} 19 digits
 */
export function rowIndex(count) {
  return d19(4_294_967_296n + BigInt(count));
}
