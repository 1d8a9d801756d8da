// Tables of 0 to 2 million rows for the budget of a probe, whose rows are made on access. They cover every family of keys, even and uneven
// distribution over time and groups, and whole tables or parts that a SAS allows. Each table knows its true size.
import { createRandom, type Random } from '../../scripts/demo/random.mjs';
import { d19, DAY, inverted19, SECOND, ticksOfMs, unixSeconds } from '../../scripts/demo/keyText.mjs';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import type { RowSource } from '../rig/rowSource.ts';
import { RUN_EPOCH_MS } from './virtualTime.ts';

const NOW = ticksOfMs(RUN_EPOCH_MS);

export interface BudgetTable {
  readonly name: string;
  readonly source: RowSource;
  /** Parameters of the SAS; undefined if it allows the whole table. */
  readonly sas: Readonly<Record<string, string>> | undefined;
  /** Number of rows that the SAS allows to be read. */
  readonly rows: number;
}

/** Each maps a share of the rows (0 to 1) to a share of the time (0 to 1), and never decreases. */
const SHAPES: readonly ((share: number) => number)[] = [
  (share) => share,
  (share) => share - (0.9 * Math.sin(2 * Math.PI * 7 * share)) / (2 * Math.PI * 7),
  // Nine tenths of the rows in a hundredth of the time.
  (share) =>
    share < 0.05 ? share * 9.9 : share < 0.95 ? 0.495 + (share - 0.05) / 90 : 0.505 + (share - 0.95) * 9.9,
  (share) => share ** 4,
  // All rows are at the start, except one at the end.
  (share) => (share < 1 ? share * 0.01 : 1),
];

type Write = (group: number, ticks: bigint, row: number) => readonly [string, string];

interface Family {
  readonly name: string;
  readonly groups: readonly number[];
  readonly write: Write;
  readonly isDescending?: boolean;
}

const FAMILIES: readonly Family[] = [
  {
    name: 'prefixes',
    groups: [1, 10, 39, 100],
    write: (group, ticks, row) => [`${d19(group)}___${d19(ticks)}`, `r${d19(row)}`],
  },
  { name: 'ticks', groups: [1], write: (_group, ticks, row) => [d19(ticks), `r${d19(row)}`] },
  {
    name: 'inverted ticks',
    groups: [1],
    isDescending: true,
    write: (_group, ticks, row) => [inverted19(ticks), `r${d19(row)}`],
  },
  {
    name: 'Unix seconds',
    groups: [1],
    write: (_group, ticks, row) => [String(unixSeconds(ticks)), `r${d19(row)}`],
  },
  {
    name: 'sources',
    groups: [1, 5, 40, 300],
    write: (group, ticks, row) => [`sensor-${d19(group)}`, `${d19(ticks)}_${d19(row)}`],
  },
  {
    name: 'log tails',
    groups: [3, 25],
    isDescending: true,
    write: (group, ticks, row) => [`Service${d19(group)}`, `${inverted19(ticks)}_${d19(row)}`],
  },
  {
    name: 'one partition without time',
    groups: [1],
    write: (_group, _ticks, row) => ['everything', `id ${d19(row)}`],
  },
  {
    name: 'a partition a row',
    groups: [1],
    write: (_group, _ticks, row) => [`tenant-${String(row).padStart(8, '0')}`, ''],
  },
  {
    name: 'hashes',
    groups: [1],
    write: (_group, _ticks, row) => [
      `${Math.floor((row / 2_000_001) * 2 ** 52)
        .toString(16)
        .padStart(13, '0')}0000000`,
      '',
    ],
  },
];

const SIZES = [
  0, 1, 2, 49, 998, 1000, 1001, 1300, 2500, 6000, 22_000, 60_000, 140_000, 600_000, 1_000_000, 2_000_000,
];

function sizesOf(rows: number, groups: number, isSkewed: boolean): readonly number[] {
  const weights = Array.from({ length: groups }, (_, group) => (isSkewed && group % 7 === 0 ? 12 : 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.floor((rows * weight) / sum));
}

export function budgetTable(seed: number): BudgetTable {
  const random = createRandom(seed, 'budget');
  const family = FAMILIES[seed % FAMILIES.length] as Family;
  const groups = random.pick(family.groups);
  const size = SIZES[seed % SIZES.length] ?? 0;
  const sizes = sizesOf(size, groups, random.next() < 0.4);
  const shape = random.pick(SHAPES);
  const grain = random.pick([1n, SECOND, 60n * SECOND]);
  const days = BigInt(random.pick([1, 10, 60]));
  const starts: number[] = [];
  let count = 0;
  for (const rows of sizes) {
    starts.push(count);
    count += rows;
  }
  const groupAt = (index: number): number => starts.findLastIndex((start) => start <= index);
  const keyAt = (index: number): readonly [string, string] => {
    const group = groupAt(index);
    const rows = sizes[group] ?? 1;
    const row = index - (starts[group] ?? 0);
    const at = family.isDescending === true ? rows - 1 - row : row;
    const share = shape(rows === 1 ? 0 : at / (rows - 1));
    const ticks = NOW - days * DAY + BigInt(Math.floor(share * Number((days * DAY) / 2n))) * 2n;
    return family.write(group, ticks - (ticks % grain), row);
  };
  const rowAt = (index: number): DemoRow => {
    const [partitionKey, rowKey] = keyAt(index);
    return { partitionKey, rowKey, timestamp: '2026-11-21T00:00:00.0000000Z', properties: [] };
  };
  const cut = cutOf(random, count);
  const [first, last] = cut === undefined ? [0, count - 1] : cut;
  const rows = last - first + 1;
  return {
    name: `${seed}: ${family.name}, ${groups} groups, ${count} rows, grain ${grain}${cut === undefined ? '' : ', SAS range'}`,
    source: { count, rowAt },
    sas: cut === undefined ? undefined : rangeOf(keyAt(first), keyAt(last)),
    rows,
  };
}

function cutOf(random: Random, count: number): readonly [number, number] | undefined {
  if (count < 2 || random.next() < 0.7) return undefined;
  const [a, b] = [random.below(count), random.below(count)];
  return [Math.min(a, b), Math.max(a, b)];
}

function rangeOf(
  from: readonly [string, string],
  to: readonly [string, string],
): Readonly<Record<string, string>> {
  return { spk: from[0], srk: from[1], epk: to[0], erk: to[1] };
}
