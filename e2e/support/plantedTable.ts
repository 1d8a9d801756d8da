// A table with five patterns, and exactly what a diagnosis must find in it.
import { d19, floorTo, HOUR, isoOf, MINUTE, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import { createRandom } from '../../scripts/demo/random.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';

/** A table, the query that reads it, and the beginnings of the titles of all its findings. */
export interface PlantedTable {
  readonly name: string;
  readonly rows: readonly DemoRow[];
  readonly query: Readonly<Record<string, string>>;
  readonly findings: readonly string[];
  /** The part of its map to show, as in the address, with the gap out of sight. */
  readonly zoom: string;
}

const PREFIXES = 10;
const MINUTES = 120;

/**
 * Rows as agents write them: ten prefixes, one writer each, key times rounded to the minute. Planted are a hot prefix of a loud writer, a
 * silent one, an outage, a burst, and late rows.
 */
function plantedRows(from: bigint): readonly DemoRow[] {
  const random = createRandom(5, 'planted');
  const count = (prefix: number, minute: number): number => {
    const usual = random.between(1, 6);
    if ((minute >= 20 && minute < 30) || (prefix === 7 && minute >= 70)) return 0;
    return usual * (prefix === 4 ? 10 : 1) * (minute >= 90 && minute < 94 ? 10 : 1);
  };
  const rows: DemoRow[] = [];
  for (let prefix = 0; prefix < PREFIXES; prefix += 1)
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const ticks = from + BigInt(minute) * MINUTE;
      const lag = minute >= 40 && minute < 50 ? 2n * HOUR : MINUTE / 2n;
      for (let left = count(prefix, minute), at = 0; at < left; at += 1)
        rows.push({
          partitionKey: `${d19(BigInt(prefix))}___${d19(ticks)}`,
          rowKey: `deployment___Front___Front_IN_${prefix}___${d19(BigInt(at))}`,
          timestamp: isoOf(ticks + lag),
          properties: [['Level', 'Int32', String(2 + (at % 3))]],
        });
    }
  return rows;
}

/** The table at an instant, in milliseconds since the Unix epoch. */
export function plantedTable(nowMs: number): PlantedTable {
  const from = floorTo(ticksOfMs(nowMs), MINUTE) - 6n * HOUR;
  const to = from + BigInt(MINUTES) * MINUTE;
  return {
    name: 'PlantedLoad',
    rows: plantedRows(from),
    query: { scheme: 'wad-prefixed', volume: 'medium', from: isoOf(from), to: isoOf(to) },
    zoom: [from + 60n * MINUTE, from + 110n * MINUTE, 0, PREFIXES].join(','),
    findings: ['Burst', 'Gap for all', 'Hot prefix 4', 'Late data', 'Prefix 7 is silent'],
  };
}
