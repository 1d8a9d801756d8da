import { describe, expect, it } from 'vitest';
import { ESTIMATED, FAILED } from '../map/cellGrid.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import type { DiagnosisInput } from './finding.ts';
import { arePassing, diagnosisView, rowName, rowsNamed, onWritersGrid } from './view.ts';
import { inputFrom, viewOf } from './cells.fixture.ts';

describe('what the rules see', () => {
  it('only rows that were read to the end, and columns between the first and the last row', () => {
    const input = inputFrom([
      [0, 3, 0, 4, 0],
      [7, 7, 7, 7, 7],
      [0, 0, 2, 0, 0],
    ]);
    input.grid.states[7] = FAILED;
    input.grid.states[12] = ESTIMATED;
    const view = diagnosisView(input);
    expect([view.judged, [...view.rowTotals], [...view.columnTotals], view.total, view.cellSeconds]).toEqual([
      [0, 2],
      [7, 0, 2],
      [0, 3, 2, 4, 0],
      9,
      60,
    ]);
    expect(view.active).toEqual({ from: 1, to: 4 });
  });

  it('no column that begins more than 5 min after now, unless all do', () => {
    const counts = [0, 3, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1];
    const active = (minutes: number, columns = counts) =>
      viewOf([columns], { facts: { nowTicks: NEW_YEAR + BigInt(minutes) * 600_000_000n } }).active;
    expect([active(4), active(3), active(60)]).toEqual([
      { from: 1, to: 9 },
      { from: 1, to: 2 },
      { from: 1, to: 12 },
    ]);
    expect(active(1, counts.with(1, 0))).toEqual({ from: 8, to: 12 });
    expect(active(3, counts.with(1, 0))).toEqual({ from: 8, to: 12 });
    expect(viewOf([[0, 0]]).active).toEqual({ from: 2, to: 2 });
  });

  it('names of rows: at most three, and 60 characters', () => {
    const view = {
      rowsAre: 'partition',
      labels: ['a', 'b', 'c', 'd', 'x'.repeat(60), 'x'.repeat(61)],
    } as const;
    expect([[0], [0, 1, 2], [0, 1, 2, 3]].map((rows) => rowsNamed(view, rows))).toEqual([
      'partition a',
      'partitions a, b, c',
      'partitions a, b, c and 1 more',
    ]);
    const two = (rowsAre: DiagnosisInput['rowsAre']) => rowsNamed({ ...view, rowsAre }, [1, 3]);
    expect((['prefix', 'range', 'writer', 'value'] as const).map(two)).toEqual([
      'prefixes b, d',
      'ranges b, d',
      'writers b, d',
      'values b, d',
    ]);
    expect([0, 4, 5].map((row) => rowName(view, row))).toEqual([
      'Partition a',
      `Partition ${'x'.repeat(60)}`,
      `Partition ${'x'.repeat(57)}...`,
    ]);
    const passing = (rowsAre: DiagnosisInput['rowsAre'], timeSource: 'partition' | 'both' | 'row') =>
      arePassing({ ...inputFrom([[1]]), rowsAre, facts: { timeSource } });
    expect([
      passing('partition', 'partition'),
      passing('range', 'both'),
      passing('prefix', 'partition'),
      passing('range', 'row'),
    ]).toEqual([true, true, false, false]);
  });

  it('columns as wide as the writers round, known or seen in the holes', () => {
    const every = (step: number, columns: number, first = 0) =>
      Array.from({ length: columns }, (_, at) => Number(at >= first && (at - first) % step === 0));
    const width = (counts: readonly (readonly number[])[], roundingTicks?: bigint) => {
      const { grid } = onWritersGrid(
        inputFrom(counts, roundingTicks === undefined ? {} : { facts: { roundingTicks } }),
      );
      return [Number(grid.bucketTicks) / 600_000_000, grid.counts.reduce((sum, own) => sum + own, 0)];
    };
    expect([
      width([every(1, 9)]),
      width([every(3, 18)]),
      width([every(3, 15)]),
      width([every(3, 20, 2)]),
    ]).toEqual([
      [1, 9],
      [3, 6],
      [1, 5],
      [3, 6],
    ]);
    // Rows share one rhythm, or none.
    expect([width([every(4, 24), every(4, 24, 2)]), width([every(4, 24), every(4, 24, 1)])]).toEqual([
      [2, 12],
      [1, 12],
    ]);
    const MINUTE = 600_000_000n;
    const even = [every(1, 20)];
    expect(
      [MINUTE, 2n * MINUTE, (5n * MINUTE) / 2n, MINUTE / 2n].map((rounding) => width(even, rounding)[0]),
    ).toEqual([1, 2, 5, 1]);
    const same = inputFrom(even);
    expect(onWritersGrid(same)).toBe(same);
  });
});
