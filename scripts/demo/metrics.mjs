import { escapeMetricKey, HOUR, inverted19, isoOf, LAST_TICK, MINUTE, tenDayStart } from './keyText.mjs';
import { createRandom } from './random.mjs';
import { dateTime, double, inKeyOrder, int32, text } from './rows.mjs';

/** @import { DemoRow, DemoTable } from './rows.mjs' */

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
