import { HOUR, isoOf, SECOND, UNIX_EPOCH, unixSeconds } from './keyText.mjs';
import { createRandom } from './random.mjs';
import { double, inKeyOrder, text } from './rows.mjs';

/** @import { DemoProperty, DemoRow, DemoTable } from './rows.mjs' */

/** The source whose points are also in SensorSeries. */
export const SERIES_SOURCE = 'boiler-1';
/** The other sources, with the number of seconds between two points. */
const OTHER_SOURCES = [
  { name: 'boiler-2', every: 10n },
  { name: 'turbine-7', every: 15n },
];
const ROW_SECONDS = 240n;
const HOUR_SECONDS = 3600n;

/**
 * @typedef {{ readonly second: bigint, readonly value: number }} Point second: since the Unix epoch
 */

/**
 * The points of one source over an hour, one per second except a few that are lost. Both tables below contain them.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {readonly Point[]}
 */
function sourcePoints(end, seed) {
  const random = createRandom(seed, SERIES_SOURCE);
  const to = unixSeconds(end);
  /** @type {Point[]} */
  const points = [];
  let value = 71.5;
  for (let second = to - HOUR_SECONDS; second < to; second += 1n) {
    value += 0.05 * random.normal() + 0.001 * (71.5 - value);
    if (random.next() < 0.02) continue;
    points.push({ second, value: Math.round(value * 1000) / 1000 });
  }
  return points;
}

/**
 * DataPoints is a basic time series: PartitionKey = source, RowKey = Unix seconds, one row per point.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {DemoTable}
 */
export function dataPoints(end, seed) {
  const rows = sourcePoints(end, seed).map((point) => pointRow(SERIES_SOURCE, point, 'degC'));
  const to = unixSeconds(end);
  for (const { name, every } of OTHER_SOURCES) {
    const random = createRandom(seed, name);
    for (let second = to - 2n * HOUR_SECONDS; second < to; second += every) {
      rows.push(pointRow(name, { second, value: Math.round(40_000 + 900 * random.normal()) / 1000 }, 'bar'));
    }
  }
  return {
    name: 'DataPoints',
    volume: 1,
    window: { from: end - 2n * HOUR, to: end },
    rows: inKeyOrder(rows),
    bucketOf: (row) => secondsSpan(BigInt(row.rowKey), 1n),
  };
}

/**
 * @param {string} source
 * @param {Point} point
 * @param {string} unit
 * @returns {DemoRow}
 */
function pointRow(source, { second, value }, unit) {
  return {
    partitionKey: source,
    rowKey: second.toString(),
    timestamp: isoOf(UNIX_EPOCH + second * SECOND + 2_345_678n),
    properties: [double('Value', value), text('Unit', unit)],
  };
}

/**
 * SensorSeries is an advanced time series: PartitionKey = Unix time rounded down to the hour, RowKey = rounded down to four minutes, and
 * one property per second, `S000` to `S239` (a property name must start with a letter). Its points are those of one source of DataPoints,
 * so that the two designs can be compared.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {DemoTable}
 */
export function sensorSeries(end, seed) {
  /** @type {Map<bigint, Point[]>} */
  const byRow = new Map();
  for (const point of sourcePoints(end, seed)) {
    const row = point.second - (point.second % ROW_SECONDS);
    const points = byRow.get(row) ?? [];
    points.push(point);
    byRow.set(row, points);
  }
  /** @type {DemoRow[]} */
  const rows = [...byRow].map(([row, points]) => ({
    partitionKey: (row - (row % HOUR_SECONDS)).toString(),
    rowKey: row.toString(),
    timestamp: isoOf(UNIX_EPOCH + ((points.at(-1)?.second ?? row) + 1n) * SECOND + 1_234_567n),
    properties: points.map((point) => secondProperty(point, row)),
  }));
  return {
    name: 'SensorSeries',
    volume: 1,
    window: { from: end - HOUR, to: end },
    rows: inKeyOrder(rows),
    bucketOf: (row) => secondsSpan(BigInt(row.rowKey), ROW_SECONDS),
  };
}

/**
 * @param {Point} point
 * @param {bigint} row Unix seconds at which the row begins
 * @returns {DemoProperty}
 */
function secondProperty({ second, value }, row) {
  return double(`S${(second - row).toString().padStart(3, '0')}`, value);
}

/**
 * @param {bigint} second Unix seconds
 * @param {bigint} length seconds
 * @returns {{ from: bigint, to: bigint }} ticks
 */
function secondsSpan(second, length) {
  const from = UNIX_EPOCH + second * SECOND;
  return { from, to: from + length * SECOND };
}
