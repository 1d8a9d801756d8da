import { inverted19, isoOf, LAST_TICK, SECOND } from './keyText.mjs';
import { createRandom, randomGuid } from './random.mjs';
import { boolean, double, guid, inKeyOrder, int32, text } from './rows.mjs';

/** @import { DemoRow, DemoTable } from './rows.mjs' */

const SERVICES = ['billing', 'catalog', 'identity', 'notifications', 'search'];
const ROWS_PER_SERVICE = 900;
const WINDOW_SECONDS = 6 * 3600;
const LEVELS = ['Information', 'Information', 'Information', 'Information', 'Warning', 'Error'];

/**
 * AppLogTail shows the log tail pattern: PartitionKey = service, RowKey = inverted ticks + `_` + GUID, so the newest row of a service comes
 * first. Exact to the tick. Six hours.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {DemoTable}
 */
export function appLogTail(end, seed) {
  const random = createRandom(seed, 'AppLogTail');
  const window = { from: end - BigInt(WINDOW_SECONDS) * SECOND, to: end };
  const span = WINDOW_SECONDS * 1000;
  /** @type {DemoRow[]} */
  const rows = [];
  for (const service of SERVICES) {
    for (let i = 0; i < ROWS_PER_SERVICE; i += 1) {
      const event = window.from + BigInt(random.below(span)) * 10_000n + BigInt(random.below(10_000));
      const level = random.pick(LEVELS);
      const id = randomGuid(random);
      rows.push({
        partitionKey: service,
        rowKey: `${inverted19(event)}_${id}`,
        timestamp: isoOf(event + BigInt(random.between(20, 900)) * 10_000n),
        properties: [
          text('Level', level),
          text('Message', `${service}: ${level === 'Error' ? 'request failed' : 'request finished'}`),
          guid('CorrelationId', randomGuid(random)),
          int32('StatusCode', level === 'Error' ? 500 : 200),
          double('ElapsedMs', Math.round(random.next() * 90_000) / 100),
          boolean('Sampled', random.next() < 0.2),
        ],
      });
    }
  }
  return {
    name: 'AppLogTail',
    volume: 1,
    window,
    rows: inKeyOrder(rows),
    bucketOf: (row) => {
      const from = LAST_TICK - BigInt(row.rowKey.slice(0, 19));
      return { from, to: from + 1n };
    },
  };
}
