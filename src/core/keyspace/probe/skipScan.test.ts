import { describe, expect, it } from 'vitest';
import { Probe } from './probe.ts';
import type { ProbeRow, ProbeGroup } from './probeTypes.ts';
import { drive, probeAll, sortedTable } from './sortedTable.fixture.ts';
import { withAllPrefixes } from './probeGrid.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MAX = 3_155_378_975_999_999_999n;
const MINUTE = 600_000_000n;
const DAY = 1440n * MINUTE;

const d19 = (value: bigint): string => String(value).padStart(19, '0');

/** One row per minute, starting this many days after now. */
function keysFrom(days: number, count: number, isInverted: boolean): readonly ProbeRow[] {
  return Array.from({ length: count }, (_, row): ProbeRow => {
    const ticks = NEW_YEAR + BigInt(days) * DAY + BigInt(row) * MINUTE;
    return { partitionKey: d19(isInverted ? MAX - ticks : ticks), rowKey: 'r' };
  });
}

describe('a run of keys that begin with their time', () => {
  it.each([-400, -1, 0, 364, 366, 4000])('has all its rows, also if they begin %i days after now', (days) => {
    for (const isInverted of [false, true]) {
      for (const count of [3, 500, 8000]) {
        const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR });
        probeAll(probe, sortedTable(keysFrom(days, count, isInverted)));
        const { groups, read } = probe.picture();
        expect([isInverted, count, groups.length]).toEqual([isInverted, count, 1]);
        const first = NEW_YEAR + BigInt(days) * DAY;
        expect([groups[0]?.first?.ticks, groups[0]?.last?.ticks]).toEqual([
          first,
          first + BigInt(count - 1) * MINUTE,
        ]);
        expect(Math.abs(read.rows - count)).toBeLessThanOrEqual(2 * read.standardError);
      }
    }
  });
});

/** More rows than the first pages hold. */
const MANY = 8000;

describe('keys of another kind that the digits of a run allow', () => {
  const labels = (isInverted: boolean, partitionKey: string) => {
    const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR });
    drive(probe, sortedTable([...keysFrom(-20, MANY, isInverted), { partitionKey, rowKey: 'r' }]));
    return probe
      .picture()
      .groups.map(({ kind, label, hasStrangers }) => [kind, kind === 'run' ? '' : label, hasStrangers]);
  };

  // Times run to a year from now in ascending keys, and back to 1970 in descending ones.
  it('are found after the times that the run may hold', () => {
    for (const [isInverted, other] of [
      [false, '06399'],
      [false, '0999-12'],
      [true, '25340230089999'],
      [true, '2999-12'],
    ] as const)
      expect(labels(isInverted, other)).toEqual([
        ['run', '', false],
        ['partition', other, false],
      ]);
  });
});

describe('a table of partitions', () => {
  const found = (
    count: number,
    rows: number,
    nameOf = (at: number) => `c-${String(at).padStart(6, '0')}`,
  ) => {
    const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR });
    const keys = Array.from({ length: count * rows }, (_, at) => ({
      partitionKey: nameOf(Math.floor(at / rows)),
      rowKey: String(at).padStart(6, '0'),
    }));
    const sent = drive(probe, sortedTable(keys));
    const { groups, incomplete } = probe.picture();
    const asked = sent.reduce((sum, { top }) => sum + top, 0);
    return { groups: groups.length, requests: sent.length, asked, incomplete };
  };

  it('is listed by dozens in a request if they are small, and with few rows of each if they are large', () => {
    const small = found(300, 5);
    expect([small.groups, small.incomplete]).toEqual([300, undefined]);
    expect(small.requests).toBeLessThan(9);
    const large = found(20, 3000);
    expect(large.requests).toBeGreaterThan(15);
    expect(large.asked).toBeLessThan(2500);
  });

  it('is a short list even if each row has its own', () => {
    const { groups, incomplete } = found(3000, 1);
    expect([groups < 150, incomplete]).toEqual([true, undefined]);
  });
});

const NONE = new Set<number>();

function groupOf(label: string, kind: ProbeGroup['kind'] = 'prefix'): ProbeGroup {
  const rows = { rows: 5, isCount: true, standardError: 0 };
  return {
    label,
    kind,
    presence: 'found',
    schemeId: 'wad-prefixed',
    partitionKey: label,
    gaps: [],
    hasStrangers: false,
    rows,
    rowsIn: () => rows,
  };
}

const labels = (groups: readonly ProbeGroup[]) => groups.map(({ label }) => label);

describe('prefixes without rows', () => {
  it('are those of the next volume where a prefix is its first: 9 is the last of ten, 10 one of a hundred', () => {
    const rowsWith = (last: number) =>
      withAllPrefixes([groupOf('0'), groupOf(String(last))], undefined, NONE).length;
    expect([1, 9, 10, 99].map(rowsWith)).toEqual([10, 10, 100, 100]);
    // No volume has a hundred and first prefix, so nothing says which are missing.
    expect(rowsWith(100)).toBe(2);
    expect(withAllPrefixes([], undefined, NONE)).toEqual([]);
    expect(labels(withAllPrefixes([groupOf('0')], undefined, NONE))).toEqual(['0']);
  });

  it('keep their row, with a zero that is proven; those that nobody looked at have no number', () => {
    const groups = [groupOf('a', 'partition'), groupOf('1'), groupOf('7'), groupOf('unprefixed', 'run')];
    const rows = withAllPrefixes(groups, undefined, new Set([3, 8]));
    expect(labels(rows)).toEqual(['a', ...Array.from({ length: 10 }, (_, at) => String(at)), 'unprefixed']);
    expect(rows.map(({ presence }) => presence.charAt(0)).join('')).toBe('fefeueeefuef');
    expect([1, 4, 2, 9].map((row) => rows[row]?.rowsIn(0n, 1n)?.rows)).toEqual([0, undefined, 5, undefined]);
  });

  it('outside of a SAS are none', () => {
    const rows = withAllPrefixes([groupOf('2'), groupOf('5')], { fromPartition: 'x' }, NONE);
    expect(labels(rows)).toEqual(['2', '3', '4', '5']);
  });
});
