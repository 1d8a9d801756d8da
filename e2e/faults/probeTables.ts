// Tables of a million rows, made on access, with their true content. They have keys of every family of schemes, and hostile ones.
import {
  d19,
  DAY,
  inverted19,
  isoOf,
  MINUTE,
  SECOND,
  ticksOfMs,
  unixSeconds,
} from '../../scripts/demo/keyText.mjs';
import { createRandom } from '../../scripts/demo/random.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import type { PagingScript } from '../rig/queryPages.ts';
import type { RowSource } from '../rig/rowSource.ts';
import { RUN_EPOCH_MS } from './virtualTime.ts';

const NOW = ticksOfMs(RUN_EPOCH_MS);
const DAYS = 30n;
const FROM = NOW - DAYS * DAY;
const MILLION = 1_000_000;

/** A group that the probe should find. */
export interface TrueGroup {
  readonly label: string;
  readonly first?: bigint;
  readonly last?: bigint;
}

export interface ProbeTable {
  readonly name: string;
  readonly source: RowSource;
  /** In key order. */
  readonly groups: readonly TrueGroup[];
  readonly paging?: PagingScript | undefined;
}

type Key = readonly [partitionKey: string, rowKey: string];

function rowOf([partitionKey, rowKey]: Key): DemoRow {
  return { partitionKey, rowKey, timestamp: '2026-11-21T00:00:00.0000000Z', properties: [] };
}

/** The rows of one group: how many, and the key of each, in key order. */
interface Block {
  readonly label: string;
  readonly rows: number;
  readonly keyAt: (row: number) => Key;
  /** The time of a row in ticks. Undefined if its keys contain none. */
  readonly ticksAt?: (row: number) => bigint;
}

/** Joins blocks to a table. If the keys of a block descend with time, its first row has the latest time. */
function tableOf(name: string, blocks: readonly Block[], paging?: PagingScript): ProbeTable {
  const ends: number[] = [];
  let count = 0;
  for (const { rows } of blocks) {
    count += rows;
    ends.push(count);
  }
  const rowAt = (index: number): DemoRow => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) > index) high = middle;
      else low = middle + 1;
    }
    const block = blocks[low];
    if (block === undefined) throw new RangeError(`No row ${index}`);
    return rowOf(block.keyAt(index - ((ends[low] ?? 0) - block.rows)));
  };
  const groups = blocks.map(({ label, rows, ticksAt }): TrueGroup => {
    if (ticksAt === undefined) return { label };
    const [a, b] = [ticksAt(0), ticksAt(rows - 1)];
    return a < b ? { label, first: a, last: b } : { label, first: b, last: a };
  });
  return { name, source: { count, rowAt }, groups, paging };
}

/**
 * Uneven, ascending times within the last 30 days, calculated from the number of the row: a daily rhythm, a silence of two days, and a
 * begin and an end of the group. All are multiples of `grain`, which must divide a day.
 */
function instants(group: number, rows: number, grain: bigint): (row: number) => bigint {
  const random = createRandom(group + 1, 'instants');
  const start = FROM + BigInt(random.below(5)) * DAY + BigInt(random.below(86_400)) * SECOND;
  const end = NOW - BigInt(random.below(3)) * DAY - BigInt(random.below(86_400)) * SECOND;
  const days = Number(end - start) / Number(DAY);
  const silence = 0.3 + 0.4 * random.next();
  return (row) => {
    const share = rows === 1 ? 0 : row / (rows - 1);
    // The wave ascends, because its derivative is 1 - 0.9 cos.
    const turns = share * Math.floor(days);
    const wave = turns - (0.9 * Math.sin(2 * Math.PI * turns)) / (2 * Math.PI);
    const even = Math.floor(days) === 0 ? share : wave / Math.floor(days);
    const skipped = even < silence ? even * 0.93 : 0.07 + even * 0.93;
    const ticks = start + BigInt(Math.floor(skipped * Number(end - start)));
    return ticks - (ticks % grain);
  };
}

function prefixedTicks(prefixes: number, grain: bigint): readonly Block[] {
  const rows = Math.ceil(MILLION / prefixes);
  return Array.from({ length: prefixes }, (_, prefix) => {
    const ticksAt = instants(prefix, rows, grain);
    return {
      label: String(prefix),
      rows,
      ticksAt,
      keyAt: (row) => [`${d19(prefix)}___${d19(ticksAt(row))}`, `dep___role___in_${prefix}___${d19(row)}`],
    };
  });
}

/** Keys whose PartitionKey begins with the time. */
function run(label: string, grain: bigint, text: (ticks: bigint) => string, isDescending = false): Block {
  const rows = MILLION;
  const at = instants(7, rows, grain);
  const ticksAt = isDescending ? (row: number) => at(rows - 1 - row) : at;
  return { label, rows, ticksAt, keyAt: (row) => [text(ticksAt(row)), `r${d19(row)}`] };
}

/** Partitions with the time in the RowKey. */
function sources(
  names: readonly string[],
  grain: bigint,
  text: (ticks: bigint, row: number) => string,
  isDescending = false,
): readonly Block[] {
  const rows = Math.ceil(MILLION / names.length);
  return names.toSorted().map((label, index) => {
    const at = instants(index, rows, grain);
    const ticksAt = isDescending ? (row: number) => at(rows - 1 - row) : at;
    return { label, rows, ticksAt, keyAt: (row) => [label, text(ticksAt(row), row)] };
  });
}

const HOSTILE = [
  "o'brien",
  "''",
  'a&b=c+d%41 e',
  '\u{10ffff} last of all',
  '\uffff end',
  `${'\u6f22'.repeat(500)}x`,
];

const leadingTable = (): ProbeTable => {
  const key = (row: number): string => `tenant-${String(row).padStart(7, '0')}`;
  const listed = Array.from({ length: 100 }, (_, row) => ({ label: key(row) }));
  // After the first hundred groups, a group is identified by the first digit that differs from the previous group.
  const levels = [6, 5, 4, 3, 2].flatMap((digits) =>
    Array.from({ length: 9 }, (_, at) => `tenant-${'0'.repeat(7 - digits)}${at + 1}...`),
  );
  const heads = levels
    .filter((label) => label > 'tenant-0000100' || label.startsWith('tenant-00001'))
    .toSorted();
  return {
    name: 'a million partitions of one row',
    source: { count: MILLION, rowAt: (row) => rowOf([key(row), '']) },
    groups: [...listed, ...heads.map((label) => ({ label }))],
  };
};

export const MILLION_ROW_TABLES: readonly ProbeTable[] = [
  tableOf('prefixed ticks, 10, empty pages and cut ones', prefixedTicks(10, MINUTE), {
    emptyPages: 2,
    rowsPerPage: 37,
  }),
  tableOf('inverted ticks in the PartitionKey', [
    run('Inverted ticks in PartitionKey', 1n, inverted19, true),
  ]),
  tableOf(
    'log tails',
    sources(
      ['Billing', 'Checkout', 'Shipping'],
      1n,
      (ticks, row) => `${inverted19(ticks)}_${d19(row)}`,
      true,
    ),
  ),
  tableOf('Unix seconds, rounded to a minute', [
    run('Unix seconds', MINUTE, (ticks) => String(unixSeconds(ticks))),
  ]),
  tableOf('ISO 8601', [run('ISO 8601 (.NET "o")', 1n, isoOf)]),
  tableOf('hostile partitions, ticks in the RowKey', sources(HOSTILE, 1n, d19)),
  tableOf('prefixed and plain ticks beside each other', [
    ...prefixedTicks(10, MINUTE),
    run('unprefixed', MINUTE, d19),
  ]),
  leadingTable(),
];
