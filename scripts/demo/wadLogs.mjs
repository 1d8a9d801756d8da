import { d19, DAY, HOUR, isoOf, MINUTE } from './keyText.mjs';
import { createRandom } from './random.mjs';
import { dateTime, inKeyOrder, int32, int64, text } from './rows.mjs';
import { arrivalAfterMinute, instantWithin, rowIndex } from './writers.mjs';

/**
 * @import { Random } from './random.mjs'
 * @import { DemoRow, DemoTable } from './rows.mjs'
 */

const DEPLOYMENT = '3f4d4ee862d5482b92a46c7b3d55c889';
const ROLES = [
  { role: 'Shop.Web', instances: 4 },
  { role: 'Shop.Worker', instances: 2 },
];
const ERROR = 2;
const WARNING = 3;
const INFORMATION = 4;
const MESSAGES = new Map([
  [
    ERROR,
    [
      "Order 4711 could not be saved: the gateway answered 'Service Unavailable' (503).",
      'Timeout expired while waiting for a connection from the pool.',
      'System.NullReferenceException: Object reference not set to an instance of an object.\r\n   at Shop.Cart.Total()',
    ],
  ],
  [
    WARNING,
    [
      'Retry 1 of 3 after 503.',
      'Cache miss rate is 41 %.',
      'Slow request: GET /catalog?page=2 took 2,114 ms.',
    ],
  ],
  [
    INFORMATION,
    [
      'Request finished: 200',
      'Basket updated.',
      'Heartbeat',
      'Größe der Warteschlange: 12',
      '注文を受け付けました',
    ],
  ],
]);

/** How long before the end of the data the incident begins, and how long it lasts. */
const INCIDENT_BEFORE_END = 3n * HOUR;
const INCIDENT_LENGTH = 12n * MINUTE;

/**
 * WADLogsTable, as Windows Azure Diagnostics writes it with event volume Small: PartitionKey `0` + ticks of the minute, RowKey
 * deployment___role___instance___index. 24 hours, with a burst of errors three hours before the end.
 * @param {bigint} end ticks, a whole minute
 * @param {number} seed
 * @returns {DemoTable}
 */
export function wadLogs(end, seed) {
  const random = createRandom(seed, 'WADLogsTable');
  const window = { from: end - DAY, to: end };
  const incident = end - INCIDENT_BEFORE_END;
  /** @type {DemoRow[]} */
  const rows = [];
  for (let bucket = window.from; bucket < window.to; bucket += MINUTE) {
    const burst = bucket >= incident && bucket < incident + INCIDENT_LENGTH;
    const rowCount = random.count(burst ? 90 : 4.5);
    for (let i = 0; i < rowCount; i += 1) rows.push(logRow(random, bucket, rows.length, burst));
  }
  return {
    name: 'WADLogsTable',
    volume: 1,
    window,
    rows: inKeyOrder(rows),
    bucketOf: (row) => {
      const from = BigInt(row.partitionKey);
      return { from, to: from + MINUTE };
    },
  };
}

/**
 * @param {Random} random
 * @param {bigint} bucket
 * @param {number} index
 * @param {boolean} burst
 * @returns {DemoRow}
 */
function logRow(random, bucket, index, burst) {
  const { role, instances } = random.pick(ROLES);
  const instance = `${role}_IN_${random.below(instances)}`;
  const level = levelOf(random.next(), burst);
  const event = instantWithin(random, bucket);
  return {
    partitionKey: d19(bucket),
    rowKey: [DEPLOYMENT, role, instance, rowIndex(index)].join('___'),
    timestamp: isoOf(arrivalAfterMinute(random, bucket)),
    properties: [
      int64('EventTickCount', event),
      text('DeploymentId', DEPLOYMENT),
      text('Role', role),
      text('RoleInstance', instance),
      int32('Level', level),
      int32('EventId', level === ERROR ? 503 : 0),
      int32('Pid', 2000 + random.below(8)),
      int32('Tid', random.below(64)),
      text('Message', random.pick(MESSAGES.get(level) ?? [])),
      dateTime('PreciseTimeStamp', isoOf(event)),
      // The agent also stores the minute under this name, in addition to the service's own Timestamp.
      dateTime('TIMESTAMP', isoOf(bucket)),
    ],
  };
}

/**
 * @param {number} draw 0 .. 1
 * @param {boolean} burst
 * @returns {number} a trace level: 2 error, 3 warning, 4 information
 */
function levelOf(draw, burst) {
  if (draw < (burst ? 0.85 : 0.01)) return ERROR;
  return draw < (burst ? 0.95 : 0.08) ? WARNING : INFORMATION;
}
