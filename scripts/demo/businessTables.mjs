import { DAY, isoOf, MINUTE } from './keyText.mjs';
import { createRandom } from './random.mjs';
import { boolean, dateTime, double, inKeyOrder, int32, int64, text } from './rows.mjs';

/** @import { DemoRow, DemoTable } from './rows.mjs' */

const EVENTS = ['2011 New York City Marathon__Full', '2011 New York City Marathon__Half'];
const RUNNERS_PER_EVENT = 500;
const FIRST_NAMES = ['John', 'Mary', 'Zoë', 'Ahmed', '花子', 'Siobhán', 'Lars', 'Ana'];
const TENANTS = ['adventure-works', 'contoso', 'fabrikam', 'northwind', 'tailspin'];
const ORDERS_PER_TENANT = 600;
const STATES = ['new', 'paid', 'shipped', 'returned'];

/**
 * Registrations shows composite keys. Each runner has two rows in an event, so that they can be found by number and by age
 * (`BIB:01234__John__M__55`, `AGE:055__1234__John__M`). No time in the keys.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {DemoTable}
 */
export function registrations(end, seed) {
  const random = createRandom(seed, 'Registrations');
  /** @type {DemoRow[]} */
  const rows = [];
  for (const event of EVENTS) {
    for (let i = 0; i < RUNNERS_PER_EVENT; i += 1) {
      const bib = 1000 + i * 7;
      const name = random.pick(FIRST_NAMES);
      const sex = random.pick(['F', 'M']);
      const age = random.between(18, 80);
      const registered = end - BigInt(random.between(1, 120)) * DAY - BigInt(random.below(1440)) * MINUTE;
      const row = {
        partitionKey: event,
        timestamp: isoOf(registered + 4_560_000n),
        properties: [
          text('Name', name),
          int32('Bib', bib),
          int32('Age', age),
          dateTime('RegisteredAt', isoOf(registered)),
          boolean('Paid', random.next() < 0.9),
        ],
      };
      const number = String(bib).padStart(5, '0');
      rows.push({ ...row, rowKey: `BIB:${number}__${name}__${sex}__${age}` });
      rows.push({ ...row, rowKey: `AGE:${String(age).padStart(3, '0')}__${bib}__${name}__${sex}` });
    }
  }
  return timeless('Registrations', end, rows);
}

/**
 * Orders: PartitionKey = tenant, RowKey = order number. No time in the keys.
 * @param {bigint} end ticks
 * @param {number} seed
 * @returns {DemoTable}
 */
export function orders(end, seed) {
  const random = createRandom(seed, 'Orders');
  /** @type {DemoRow[]} */
  const rows = [];
  for (const tenant of TENANTS) {
    for (let i = 1; i <= ORDERS_PER_TENANT; i += 1) {
      const ordered = end - BigInt(random.below(30 * 1440)) * MINUTE - BigInt(random.below(600_000_000));
      rows.push({
        partitionKey: tenant,
        rowKey: `SO-${String(i).padStart(7, '0')}`,
        timestamp: isoOf(ordered + 9_870_000n),
        properties: [
          text('Customer', `customer-${random.below(240)}`),
          text('State', random.pick(STATES)),
          double('Total', Math.round(random.next() * 250_000) / 100),
          int32('Lines', random.between(1, 12)),
          int64('LoyaltyPoints', BigInt(random.below(1_000_000)) * 1_000_003n),
          dateTime('OrderedAt', isoOf(ordered)),
        ],
      });
    }
  }
  return timeless('Orders', end, rows);
}

/**
 * @param {string} name
 * @param {bigint} end ticks
 * @param {DemoRow[]} rows
 * @returns {DemoTable}
 */
function timeless(name, end, rows) {
  return {
    name,
    volume: 1,
    window: { from: end - 120n * DAY, to: end },
    rows: inKeyOrder(rows),
    bucketOf: () => undefined,
  };
}
