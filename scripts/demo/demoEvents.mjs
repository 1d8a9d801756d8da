import { d19, HOUR, isoOf, MINUTE } from './keyText.mjs';
import { createRandom, randomGuid } from './random.mjs';
import { binary, boolean, dateTime, double, guid, inKeyOrder, int32, int64, text } from './rows.mjs';
import { arrivalAfterMinute, instantWithin, rowIndex } from './writers.mjs';

/**
 * @import { Random } from './random.mjs'
 * @import { DemoRow, DemoTable } from './rows.mjs'
 */

const PREFIXES = 100;
const TENANT = 'b7c1f0a2d3e84f56';
/** All rows of a writer have the same prefix, as in mdsd (EasyHash), so few writers leave some prefixes empty and others crowded. */
export const HOT_PREFIX = 37;
export const SILENT_PREFIX = 62;
export const EMPTY_PREFIXES = [3, 11, 28, 29, 54, 77, 91];
const OPERATIONS = ['GetBlob', 'PutBlob', 'ListContainers', 'QueryEntities', "O'Brien's import"];

/**
 * DemoEventsVer1v0 is a Geneva central table with event volume Large: PartitionKey prefix(D19)___ticks(D19) of the minute, with 100
 * prefixes, one for each writer. Two hours. One prefix is hot, some are empty, and one becomes silent midway.
 * @param {bigint} end ticks, a whole minute
 * @param {number} seed
 * @returns {DemoTable}
 */
export function demoEvents(end, seed) {
  const random = createRandom(seed, 'DemoEventsVer1v0');
  const window = { from: end - 2n * HOUR, to: end };
  const silentFrom = window.from + HOUR;
  /** @type {DemoRow[]} */
  const rows = [];
  for (let prefix = 0; prefix < PREFIXES; prefix += 1) {
    const mean = rowsPerMinute(random, prefix);
    for (let bucket = window.from; bucket < window.to; bucket += MINUTE) {
      if (prefix === SILENT_PREFIX && bucket >= silentFrom) break;
      const rowCount = random.count(mean);
      for (let i = 0; i < rowCount; i += 1) rows.push(eventRow(random, prefix, bucket, rows.length));
    }
  }
  return {
    name: 'DemoEventsVer1v0',
    volume: 100,
    window,
    rows: inKeyOrder(rows),
    bucketOf: prefixedMinute,
  };
}

/**
 * The minute in a prefixed key, from its last 19 digits.
 * @param {DemoRow} row
 * @returns {{ from: bigint, to: bigint }}
 */
export function prefixedMinute(row) {
  const from = BigInt(row.partitionKey.slice(-19));
  return { from, to: from + MINUTE };
}

/**
 * @param {Random} random
 * @param {number} prefix
 * @returns {number}
 */
function rowsPerMinute(random, prefix) {
  if (EMPTY_PREFIXES.includes(prefix)) return 0;
  if (prefix === HOT_PREFIX) return 32;
  if (prefix === SILENT_PREFIX) return 3;
  return 0.5 + 2.2 * random.next();
}

/**
 * @param {Random} random
 * @param {number} prefix
 * @param {bigint} bucket
 * @param {number} index
 * @returns {DemoRow}
 */
function eventRow(random, prefix, bucket, index) {
  const event = instantWithin(random, bucket);
  const instance = `Front_IN_${prefix}`;
  const failed = random.next() < 0.03;
  return {
    partitionKey: `${d19(prefix)}___${d19(bucket)}`,
    rowKey: [TENANT, 'Front', instance, rowIndex(index)].join('___'),
    timestamp: isoOf(arrivalAfterMinute(random, bucket)),
    properties: [
      int64('EventTickCount', event),
      dateTime('PreciseTimeStamp', isoOf(event)),
      dateTime('TIMESTAMP', isoOf(bucket)),
      text('N', d19(prefix)),
      text('RowIndex', rowIndex(index)),
      text('Tenant', TENANT),
      text('Role', 'Front'),
      text('RoleInstance', instance),
      int32('Level', failed ? 2 : 4),
      text('OperationName', random.pick(OPERATIONS)),
      guid('ActivityId', randomGuid(random)),
      boolean('Succeeded', !failed),
      double('DurationMs', durationMs(random)),
      int64('BytesSent', BigInt(random.below(4_000_000_000)) * 5n),
      binary('TraceState', [prefix, random.below(256), random.below(256), random.below(256), 0]),
    ],
  };
}

/**
 * A random duration with a long tail. Sometimes it is a whole number (a Double that looks like an integer), and rarely NaN.
 * @param {Random} random
 * @returns {number}
 */
function durationMs(random) {
  const draw = random.next();
  if (draw < 0.001) return Number.NaN;
  const value = Math.exp(3 + random.normal());
  return draw < 0.1 ? Math.round(value) : value;
}
