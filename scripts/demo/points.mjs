import {
  escapeMetricKey,
  HOUR,
  inverted19,
  isoOf,
  LAST_TICK,
  MINUTE,
  SECOND,
  tenDayStart,
  UNIX_EPOCH,
  unixSeconds,
} from './keyText.mjs';
import { createRandom } from './random.mjs';
import { dateTime, double, inKeyOrder, int32, text } from './rows.mjs';

/** @import { DemoProperty, DemoRow, DemoTable } from './rows.mjs' */

const RESOURCE =
  '/subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/web-0';
const METRICS = ['\\Processor(_Total)\\% Processor Time', '\\Memory\\Available MBytes'];
const LENGTH = 12n * HOUR;

/**
 * WADMetricsPT1MP10DV2S<yyyyMMdd> of the ten days that contain `end`: PartitionKey = escaped resource id. Each aggregate is stored twice,
 * with RowKey `inverted__metric` and `metric__inverted`. Contains the last 12 hours, or less if the ten days began later.
 * @param {bigint} end ticks, a whole minute
 * @param {number} seed
 * @returns {DemoTable}
 */
export function minuteMetrics(end, seed) {
  const random = createRandom(seed, 'WADMetrics');
  const tableStart = tenDayStart(end - 1n);
  const from = end - LENGTH > tableStart ? end - LENGTH : tableStart;
  const partitionKey = escapeMetricKey(RESOURCE);
  /** @type {DemoRow[]} */
  const rows = [];
  for (let start = from; start < end; start += MINUTE) {
    for (const metric of METRICS) {
      const average = metric.includes('Memory') ? 2900 + 60 * random.normal() : 40 + 9 * random.normal();
      const row = {
        partitionKey,
        timestamp: isoOf(start + MINUTE + BigInt(random.between(5, 55)) * 10_000_000n),
        properties: [
          text('CounterName', metric),
          dateTime('TIMESTAMP', isoOf(start)),
          double('Average', average),
          double('Minimum', average * 0.8),
          double('Maximum', average * 1.25),
          double('Total', average * 4),
          int32('Count', 4),
        ],
      };
      const name = escapeMetricKey(metric);
      rows.push({ ...row, rowKey: `${inverted19(start)}__${name}` });
      rows.push({ ...row, rowKey: `${name}__${inverted19(start)}` });
    }
  }
  return {
    name: `WADMetricsPT1MP10DV2S${isoOf(tableStart).slice(0, 10).replaceAll('-', '')}`,
    volume: 1,
    window: { from, to: end },
    rows: inKeyOrder(rows),
    bucketOf: minuteOfMetric,
  };
}

/**
 * @param {DemoRow} row
 * @returns {{ from: bigint, to: bigint }}
 */
function minuteOfMetric(row) {
  const parts = row.rowKey.split('__');
  const inverted = parts.find((part) => /^\d{19}$/.test(part));
  if (inverted === undefined) throw new Error(`No time in ${row.rowKey}.`);
  const from = LAST_TICK - BigInt(inverted);
  return { from, to: from + MINUTE };
}

/** The source whose points are also in SensorSeries. */
const SERIES_SOURCE = 'boiler-1';
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
