import { appLogTail } from './appLogTail.mjs';
import { orders, registrations } from './businessTables.mjs';
import { demoEvents } from './demoEvents.mjs';
import { floorTo, MINUTE, ticksOfMs } from './keyText.mjs';
import { performanceCounters } from './performanceCounters.mjs';
import { dataPoints, minuteMetrics, sensorSeries } from './points.mjs';
import { wadLogs } from './wadLogs.mjs';

/** @import { DemoTable, TickSpan } from './rows.mjs' */

/** Every demo account uses this seed, so its rows are always the same, only moved to the present. */
export const DEMO_SEED = 20_110_401;

/** Every row arrives within this time after its minute. The seeded events end early enough that no row of the account is in the future. */
const LATEST_ARRIVAL = 3n * MINUTE;

/** Every table with time in its keys has rows in this window. */
const DEFAULT_WINDOW = 120n * MINUTE;

/**
 * The end of the seeded events: a whole minute, early enough that every row has arrived by now.
 * @param {number} nowMs milliseconds since the Unix epoch
 * @returns {bigint} ticks
 */
function demoEnd(nowMs) {
  return floorTo(ticksOfMs(nowMs), MINUTE) - LATEST_ARRIVAL;
}

/**
 * The window with which the demo account opens.
 * @param {number} nowMs the same as for demoTables, milliseconds since the Unix epoch
 * @returns {TickSpan}
 */
export function demoWindow(nowMs) {
  const to = demoEnd(nowMs);
  return { from: to - DEFAULT_WINDOW, to };
}

/**
 * All tables of the demo account, about 60,000 rows. The same arguments give the same rows.
 * @param {number} nowMs milliseconds since the Unix epoch; every time in the account is relative to it
 * @param {number} [seed]
 * @returns {readonly DemoTable[]} in order of name
 */
export function demoTables(nowMs, seed = DEMO_SEED) {
  const end = demoEnd(nowMs);
  const makers = [
    wadLogs,
    demoEvents,
    performanceCounters,
    appLogTail,
    dataPoints,
    sensorSeries,
    registrations,
    orders,
    minuteMetrics,
  ];
  return makers.map((make) => make(end, seed)).sort((a, b) => (a.name < b.name ? -1 : 1));
}
