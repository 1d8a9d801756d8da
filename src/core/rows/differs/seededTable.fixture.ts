import type { ColumnRef } from '../../entities/columns/columnRef.ts';
import { ticksScheme } from '../../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../../entities/store/entityStore.ts';
import { type Differences, findDifferences } from './differences.ts';
import { runSteps } from '../../steps.ts';

/** What makes a row likely to be selected. */
export const CAUSES = [
  'value',
  'rare value',
  'boolean',
  'absent',
  'number',
  'template',
  'parameter',
  'value of a parameter',
  'time',
  'prefix',
  'pair',
] as const;
export type Cause = (typeof CAUSES)[number];

export type Row = Readonly<Record<string, string | number | boolean>>;

export interface SeededTable {
  readonly store: EntityStore;
  readonly rows: readonly Row[];
  /** By row: 1 if it is selected. */
  readonly mask: Uint8Array;
}

/** Mulberry32: 0 <= number < 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const START = 639_000_000_000_000_000n;
const HOURS = 3;
const TEMPLATES = [
  (n: number) => `Stored blob ${n} in container ${n % 9}`,
  (n: number) => `Read of ${n} bytes took ${n % 77} ms`,
  (n: number) => `Lease ${n} was renewed`,
  (n: number) => `Failed to bind queue ${n}`,
  (n: number) => `Retry ${n % 5} of request ${n} after ${n % 900} ms`,
];

/** The rows of a log with 18 properties that do not depend on each other. */
export function seededRows(seed: number, rowCount: number): readonly Row[] {
  const random = randomOf(seed);
  const below = (most: number): number => Math.floor(random() * most);
  // A few values are frequent, most are not.
  const skewed = (most: number): number => Math.floor(most * random() ** 2);
  return Array.from({ length: rowCount }, (_, row) => {
    const ticks =
      START + (BigInt(Math.floor((row / rowCount) * 3600 * HOURS * 1000)) + BigInt(below(400))) * 10_000n;
    return {
      PartitionKey: `${String(below(10)).padStart(2, '0')}_0${ticks}`,
      RowKey: String(row).padStart(9, '0'),
      Operation: `op-${skewed(8)}`,
      Host: `host-${skewed(60)}`,
      Region: `region-${below(4)}`,
      Succeeded: below(20) > 0,
      Cached: below(2) === 0,
      Level: 1 + skewed(5),
      EventId: skewed(200),
      DurationMs: Math.round(Math.exp(3 + 2 * random() + 2 * random()) * 1000) / 1000,
      Bytes: below(100_000),
      Queue: below(40) / 8,
      Score: random() * 10,
      Request: `${below(2 ** 30).toString(16)}-${row}`,
      Session: `s${below(rowCount / 4)}`,
      Message: (TEMPLATES[skewed(5)] as (n: number) => string)(below(100_000)),
      Tenant: `tenant-${skewed(300)}`,
      ...(below(3) > 0 && { Retries: below(4) }),
      ...(below(10) === 0 && { Error: `E${below(5)}` }),
      Version: `1.${below(3)}`,
      Shard: below(16),
    };
  });
}

/** Whether a row has the cause, and the columns that show it. */
const HAS: Readonly<
  Record<
    Cause,
    { readonly columns: readonly string[]; readonly of: (row: Row, at: number, all: number) => boolean }
  >
> = {
  value: { columns: ['property Operation'], of: ({ Operation }) => Operation === 'op-2' },
  'rare value': { columns: ['property Host'], of: ({ Host }) => Host === 'host-47' || Host === 'host-52' },
  boolean: { columns: ['property Succeeded'], of: ({ Succeeded }) => Succeeded === false },
  absent: { columns: ['property Retries'], of: ({ Retries }) => Retries === undefined },
  number: { columns: ['property DurationMs'], of: ({ DurationMs }) => Number(DurationMs) > 500 },
  template: { columns: ['template\nMessage'], of: ({ Message }) => String(Message).startsWith('Failed') },
  parameter: {
    columns: ['parameter 0 of Read of <n> bytes took <n> ms\nMessage'],
    of: ({ Message }) => Number(/^Read of (\d+)/u.exec(String(Message))?.[1]) > 70_000,
  },
  'value of a parameter': {
    columns: ['parameter 1 of Stored blob <n> in container <n>\nMessage'],
    of: ({ Message }) => /^Stored .* container [35]$/u.test(String(Message)),
  },
  time: { columns: ['time', 'hour'], of: (_row, at, all) => at > all * 0.4 && at < all * 0.47 },
  prefix: { columns: ['prefix'], of: ({ PartitionKey }) => String(PartitionKey).startsWith('07') },
  pair: {
    columns: ['property Operation', 'property Region'],
    of: ({ Operation, Region }) => Operation === 'op-1' && Region === 'region-2',
  },
};

/** The columns that show a cause. If it is found, one of them comes first; of a pair, both do. */
export const columnsOfCause = (cause: Cause): readonly string[] => HAS[cause].columns;

/** A table in which rows with the cause are ten times as likely to be selected as others. Undefined: all rows are equally likely. */
export function seededTable(seed: number, cause: Cause | undefined, rowCount = 3000): SeededTable {
  const rows = seededRows(seed, rowCount);
  const random = randomOf(seed + 0x5eed);
  const mask = Uint8Array.from(rows, (row, at) => {
    const isLikely = cause !== undefined && HAS[cause].of(row, at, rowCount);
    return random() < (isLikely ? 0.4 : 0.04) ? 1 : 0;
  });
  return { store: storeOf(rows), rows, mask };
}

export function storeOf(rows: readonly Row[]): EntityStore {
  const store = new EntityStore(ticksScheme());
  for (let from = 0; from < rows.length; from += 1000) {
    const body = JSON.stringify({ value: rows.slice(from, from + 1000) });
    const receipt = store.appendBody(new TextEncoder().encode(body), 0);
    if (!receipt.ok || receipt.value.rows !== Math.min(1000, rows.length - from))
      throw new Error(JSON.stringify(receipt));
  }
  return store;
}

/** The differences between the selected rows of a table and the rest, computed without a pause. */
export function differencesOf(
  { store, mask }: Omit<SeededTable, 'rows'>,
  filtered: readonly ColumnRef[] = [],
): Differences {
  return runSteps(findDifferences(store, mask, filtered));
}
