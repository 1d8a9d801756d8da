// Tables with or without a pattern, and exactly what a diagnosis must find in them. The tests of the diagnosis have all other patterns.
import { d19, floorTo, MINUTE } from '../../scripts/demo/keyText.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { arrayRows, type RowSource } from '../rig/rowSource.ts';

/** A table, the query that reads it, and the beginnings of the titles of all its findings. */
export interface PlantedTable {
  readonly name: string;
  readonly rows: readonly DemoRow[];
  readonly query: Readonly<Record<string, string>>;
  readonly findings: readonly string[];
  /** The part of its map to show, as in the address, with the gap out of sight. */
  readonly zoom?: string;
}

const PREFIXES = 10;
const HOUR = 60n * MINUTE;
const UNIX_EPOCH = 621_355_968_000_000_000n;
const TICKS_PER_MS = 10_000n;

const iso = (ticks: bigint): string =>
  new Date(Number((ticks - UNIX_EPOCH) / TICKS_PER_MS)).toISOString().replace('Z', '0000Z');

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Shape {
  readonly from: bigint;
  readonly minutes: number;
  readonly seed: number;
  /** Number of rows of a prefix in a minute; `usual` is 1 to 5. */
  readonly count?: (prefix: number, minute: number, usual: number) => number;
  /** Delay in ticks from the time in a row's key to its arrival. */
  readonly lag?: (minute: number) => bigint;
}

/** Rows as agents write them: ten prefixes, one writer each, key times rounded to the minute. */
function agentRows({ from, minutes, seed, count, lag }: Shape): readonly DemoRow[] {
  const random = seeded(seed);
  const rows: DemoRow[] = [];
  for (let prefix = 0; prefix < PREFIXES; prefix += 1) {
    for (let minute = 0; minute < minutes; minute += 1) {
      const ticks = from + BigInt(minute) * MINUTE;
      const usual = 1 + Math.floor(random() * 5);
      const exact = count?.(prefix, minute, usual) ?? usual;
      const whole = Math.floor(exact) + (random() < exact % 1 ? 1 : 0);
      for (let at = 0; at < whole; at += 1) {
        rows.push({
          partitionKey: `${d19(BigInt(prefix))}___${d19(ticks)}`,
          rowKey: `deployment___Front___Front_IN_${prefix}___${d19(BigInt(at))}`,
          timestamp: iso(ticks + (lag?.(minute) ?? MINUTE / 2n)),
          properties: [['Level', 'Int32', String(2 + (at % 3))]],
        });
      }
    }
  }
  return rows;
}

function agentQuery(from: bigint, minutes: number): Record<string, string> {
  const to = from + BigInt(minutes) * MINUTE;
  return { scheme: 'wad-prefixed', volume: 'medium', from: iso(from), to: iso(to) };
}

/** Six patterns in one table: a hot prefix of a loud writer, a silent one, an outage, a burst, late rows. */
function plantedLoad(from: bigint): PlantedTable {
  const count = (prefix: number, minute: number, usual: number): number => {
    if ((minute >= 20 && minute < 30) || (prefix === 7 && minute >= 70)) return 0;
    // Ten times as many as the others.
    const load = prefix === 4 ? usual * 10 : usual;
    return minute >= 90 && minute < 94 ? load * 10 : load;
  };
  const lag = (minute: number): bigint => (minute >= 40 && minute < 50 ? 2n * HOUR : MINUTE / 2n);
  return {
    name: 'PlantedLoad',
    rows: agentRows({ from, minutes: 120, seed: 5, count, lag }),
    query: agentQuery(from, 120),
    zoom: [from + 60n * MINUTE, from + 110n * MINUTE, 0, PREFIXES].join(','),
    findings: ['Burst', 'Gap for all', 'Hot prefix 4', 'Late data', 'Prefix 7 is silent'],
  };
}

/** Each row has a partition of its own, and there is no prefix before the time. */
function plantedTail(from: bigint): PlantedTable {
  const rows = Array.from({ length: 1500 }, (_, at): DemoRow => {
    const ticks = from + BigInt(at) * 400_000n;
    return { partitionKey: d19(ticks), rowKey: 'row', timestamp: iso(ticks), properties: [] };
  });
  return {
    name: 'PlantedTail',
    rows,
    query: { scheme: 'ticks19', volume: 'small', from: iso(from), to: iso(from + MINUTE) },
    findings: ['Moving front', 'One row per partition'],
  };
}

/** A table without a pattern, whose writers differ by a factor of two or three. `diagnose.test.ts` tries 100 of them. */
function cleanTable(from: bigint): PlantedTable {
  const count = (prefix: number, _minute: number, usual: number): number =>
    usual * (0.6 + (prefix % 4) * 0.5);
  return {
    name: 'PlantedNothing',
    rows: agentRows({ from, minutes: 120, seed: 102, count }),
    query: agentQuery(from, 120),
    findings: [],
  };
}

/** All tables at an instant, in milliseconds since the Unix epoch. */
export function plantedTables(nowMs: number): readonly PlantedTable[] {
  const now = floorTo(BigInt(nowMs) * TICKS_PER_MS + UNIX_EPOCH, MINUTE);
  const past = now - 6n * HOUR;
  return [plantedLoad(past), plantedTail(past), cleanTable(past)];
}

/** The tables as the rig serves them. */
export function plantedSources(tables: readonly PlantedTable[]): ReadonlyMap<string, RowSource> {
  return new Map(tables.map(({ name, rows }) => [name, arrayRows(rows)]));
}
