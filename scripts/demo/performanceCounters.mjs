import { prefixedMinute } from './demoEvents.mjs';
import { d19, DAY, isoOf, MINUTE } from './keyText.mjs';
import { createRandom } from './random.mjs';
import { dateTime, double, inKeyOrder, int64, text } from './rows.mjs';
import { arrivalAfterMinute, instantWithin, rowIndex } from './writers.mjs';

/**
 * @import { DemoRow, DemoTable } from './rows.mjs'
 */

const DEPLOYMENT = '8d9a3be07c2f4c1e9a44d1c0b6f1e233';
const WRITERS = 10;
const SAMPLE_EVERY = 5n * MINUTE;
const SAMPLES = Number(DAY / SAMPLE_EVERY);
/**
 * At this sample an agent restarts and then samples in another minute of the five. This makes it visible in the keys that they are whole
 * minutes, wherever the table begins.
 */
const RESTART_AT_SAMPLE = 72;

/**
 * When a writer takes its nth sample, rounded down to the minute as in its key.
 * @param {bigint} from
 * @param {number} writer
 * @param {number} sample
 */
function bucketOfSample(from, writer, sample) {
  const phase = BigInt((writer % 4) + (sample < RESTART_AT_SAMPLE + writer ? 0 : 1));
  return from + BigInt(sample) * SAMPLE_EVERY + phase * MINUTE;
}
/** `swing` is how far the value rises and falls in a day, `noise` the standard deviation of its random part. */
const COUNTERS = [
  { name: '\\Processor(_Total)\\% Processor Time', mean: 38, swing: 25, noise: 6, decimals: true },
  { name: '\\Memory\\Available MBytes', mean: 2900, swing: -600, noise: 80, decimals: false },
  {
    name: '\\ASP.NET Applications(__Total__)\\Requests/Sec',
    mean: 140,
    swing: 120,
    noise: 18,
    decimals: true,
  },
  { name: '\\LogicalDisk(C:)\\Avg. Disk sec/Read', mean: 0.004, swing: 0.002, noise: 0.0008, decimals: true },
];

/**
 * WADPerformanceCountersTable with event volume Medium: ten writers, four counters, a sample every five minutes, 24 h.
 * @param {bigint} end ticks, a whole minute
 * @param {number} seed
 * @returns {DemoTable}
 */
export function performanceCounters(end, seed) {
  const random = createRandom(seed, 'WADPerformanceCountersTable');
  const window = { from: end - DAY, to: end };
  /** @type {DemoRow[]} */
  const rows = [];
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const instance = `Shop.Web_IN_${writer}`;
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      const bucket = bucketOfSample(window.from, writer, taken);
      const event = instantWithin(random, bucket);
      const timestamp = isoOf(arrivalAfterMinute(random, bucket));
      // One cosine wave per day: little load at both ends and much in the middle.
      const daytime = -Math.cos((2 * Math.PI * Number(bucket - window.from)) / Number(DAY));
      for (const { name, mean, swing, noise, decimals } of COUNTERS) {
        const sample = Math.max(0, mean + swing * daytime + noise * random.normal() + writer * 0.01 * mean);
        rows.push({
          partitionKey: `${d19(writer)}___${d19(bucket)}`,
          rowKey: [DEPLOYMENT, 'Shop.Web', instance, rowIndex(rows.length)].join('___'),
          timestamp,
          properties: [
            int64('EventTickCount', event),
            text('DeploymentId', DEPLOYMENT),
            text('Role', 'Shop.Web'),
            text('RoleInstance', instance),
            text('CounterName', name),
            double('CounterValue', decimals ? sample : Math.round(sample)),
            dateTime('PreciseTimeStamp', isoOf(event)),
            dateTime('TIMESTAMP', isoOf(bucket)),
          ],
        });
      }
    }
  }
  return {
    name: 'WADPerformanceCountersTable',
    volume: 10,
    window,
    rows: inKeyOrder(rows),
    bucketOf: prefixedMinute,
  };
}
