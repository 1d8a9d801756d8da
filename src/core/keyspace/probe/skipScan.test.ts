import { describe, expect, it } from 'vitest';
import { Probe } from './probe.ts';
import type { ProbeRow } from './probeTypes.ts';
import { drive, type SortedTable } from './sortedTable.fixture.ts';

/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const MAX = 3_155_378_975_999_999_999n;
const MINUTE = 600_000_000n;
const DAY = 1440n * MINUTE;

const d19 = (value: bigint): string => String(value).padStart(19, '0');

/** One row a minute from so many days after now, in key order. */
function tableFrom(days: number, count: number, isInverted: boolean): SortedTable {
  const keys = Array.from({ length: count }, (_, row): ProbeRow => {
    const ticks = NEW_YEAR + BigInt(days) * DAY + BigInt(row) * MINUTE;
    return { partitionKey: d19(isInverted ? MAX - ticks : ticks), rowKey: 'r' };
  }).toSorted((a, b) => (a.partitionKey < b.partitionKey ? -1 : 1));
  return { count, keyAt: (index) => keys[index] ?? { partitionKey: '', rowKey: '' } };
}

describe('a run of keys that begin with their time', () => {
  it.each([-400, -1, 0, 364, 366, 4000])('has all its rows, also if they begin %i days after now', (days) => {
    for (const isInverted of [false, true]) {
      for (const count of [3, 500, 8000]) {
        const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR });
        const table = tableFrom(days, count, isInverted);
        const sent = drive(probe, table);
        const from = NEW_YEAR + BigInt(days) * DAY;
        probe.look({ from, to: from + BigInt(count) * MINUTE, columns: 1, samples: 1 });
        drive(probe, table);
        const { groups, cells } = probe.picture();
        expect([isInverted, count, groups.length]).toEqual([isInverted, count, 1]);
        // One request opens the table, and at most one more finds that nothing follows the keys that were expected.
        expect(sent.get('find prefix')).toBeLessThanOrEqual(3);
        const rows = cells.reduce((sum, cell) => sum + cell.rows, 0);
        expect(Math.abs(rows - count) / count).toBeLessThan(count > 1000 ? 0.05 : 1e-9);
      }
    }
  });
});

/** More rows than the first pages hold. */
const MANY = 8000;

describe('keys of another kind that the digits of a run allow', () => {
  const mixed = (isInverted: boolean, others: readonly string[]) => {
    const run = tableFrom(-20, MANY, isInverted);
    const keys = [
      ...Array.from({ length: MANY }, (_, at) => run.keyAt(at)),
      ...others.map((partitionKey): ProbeRow => ({ partitionKey, rowKey: 'r' })),
    ].toSorted((a, b) => (a.partitionKey < b.partitionKey ? -1 : 1));
    return { count: keys.length, keyAt: (at: number) => keys[at] ?? { partitionKey: '', rowKey: '' } };
  };
  const labels = (table: SortedTable) => {
    const probe = new Probe({ tableName: '', nowTicks: NEW_YEAR });
    drive(probe, table);
    return probe.picture().groups.map(({ kind, label }) => [kind, kind === 'run' ? '' : label]);
  };

  // Times run to a year from now in ascending keys, and back to 1970 in descending ones.
  it('are found after the times that the run may hold', () => {
    for (const [isInverted, other] of [
      [false, '06399'],
      [false, '0999-12'],
      [true, '25340230089999'],
      [true, '2999-12'],
    ] as const)
      expect(labels(mixed(isInverted, [other]))).toEqual([
        ['run', ''],
        ['partition', other],
      ]);
  });
});
