import { describe, expect, it } from 'vitest';
import { cellAt } from '../map/cellGrid.ts';
import { Probe } from './probe.ts';
import { probeGrid } from './probeGrid.ts';
import type { DensityCell, ProbeGroup, ProbePicture } from './probeTypes.ts';
import { drive } from './sortedTable.fixture.ts';

const MINUTE = 600_000_000n;
const group = (label: string): ProbeGroup => ({
  label,
  kind: 'prefix',
  partition: {},
  schemeId: 'mds-prefixed',
  firstKey: { partitionKey: '', rowKey: '' },
  gaps: [],
  hasStrangers: false,
  endRequests: 0,
});
const cell = (at: bigint, minutes: bigint, rows: number, standardError = 0): DensityCell => ({
  group: 0,
  from: at * MINUTE,
  to: (at + minutes) * MINUTE,
  rows,
  isCount: standardError === 0,
  standardError,
});

function pictureOf(cells: readonly DensityCell[]): ProbePicture {
  return {
    groups: [group('0'), group('1')],
    cells,
    pending: [{ group: 1, from: 2n * MINUTE, to: 3n * MINUTE, isFailed: false }],
    requests: 0,
    prefixRequests: 0,
    endRequests: 0,
    rowsRead: 0,
    allowance: 50,
    read: { rows: 0, requests: 1, isAtLeast: false },
    stage: 'done',
  };
}

describe('probeGrid', () => {
  it('sums finer cells, spreads coarser ones as estimates, and shows what is under way', () => {
    const cells = [
      cell(0n, 1n, 10),
      cell(1n, 1n, 20, 3),
      cell(2n, 2n, 100),
      cell(4n, 2n, 0),
      cell(0n, 2n, 99, 50),
    ];
    const grid = probeGrid(pictureOf(cells), { from: 0n, to: 6n * MINUTE }, 6);
    expect([grid.columnCount, grid.bucketTicks]).toEqual([6, MINUTE]);
    const row = Array.from({ length: 6 }, (_, column) => cellAt(grid, 0, column));
    expect(row.map(({ state }) => state)).toEqual([
      'counted',
      'estimated',
      'estimated',
      'estimated',
      'zero',
      'zero',
    ]);
    expect(row.map(({ count }) => count)).toEqual([10, 20, 50, 50, 0, 0]);
    expect(row.map(({ standardError }) => standardError)).toEqual([0, 3, 50, 50, 0, 0]);
    expect([1, 2].map((column) => cellAt(grid, 1, column).state)).toEqual(['waiting', 'reading']);
    // Finer cells win, in whatever order they came.
    expect(probeGrid(pictureOf(cells.toReversed()), { from: 0n, to: 6n * MINUTE }, 6)).toEqual(grid);
    const coarse = probeGrid(pictureOf(cells), { from: 0n, to: 4n * MINUTE }, 2);
    expect(cellAt(coarse, 0, 0)).toEqual({ state: 'estimated', count: 30, standardError: 3 });
    expect(cellAt(coarse, 0, 1)).toEqual({ state: 'counted', count: 100, standardError: 0 });
  });
});

describe('a look that is given up', () => {
  const key = (row: number) => `${'0'.repeat(19)}___0${639_028_224_000_000_000n + BigInt(row) * MINUTE}`;
  const table = { count: 30_000, keyAt: (row: number) => ({ partitionKey: key(row), rowKey: '' }) };
  const from = 639_028_224_000_000_000n;

  it('leaves failed cells failed until they are asked again, and dropped ones not asked', () => {
    const probe = new Probe({ tableName: '', nowTicks: from + 30_000n * MINUTE });
    drive(probe, table);
    // Far from what was read to find the first and the last row.
    const window = { from: from + 14_000n * MINUTE, to: from + 14_002n * MINUTE };
    probe.look({ ...window, columns: 2, isInSight: true });
    const [first] = [probe.next()];
    probe.fail(first?.id ?? 0, 'No connection.');
    probe.lookAway();
    expect(probe.picture().pending.map(({ isFailed }) => isFailed)).toEqual([true]);
    const states = () =>
      [0, 1].map((column) => cellAt(probeGrid(probe.picture(), window, 2), 0, column).state);
    expect(states()).toEqual(['failed', 'waiting']);
    probe.look({ ...window, columns: 2 });
    expect(states()).toEqual(['reading', 'reading']);
    drive(probe, table);
    expect(states()).toEqual(['counted', 'counted']);
  });
});
