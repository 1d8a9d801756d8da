import { describe, expect, it } from 'vitest';
import { type CellState, cellAt, COUNTED } from '../../../core/keyspace/map/cellGrid.ts';
import type { KeyspaceMatrix } from '../../../core/keyspace/map/matrix.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { planQueries } from '../../../core/plan/planQueries.ts';
import type { UnreadRange } from '../../../core/plan/unreadRanges.ts';
import { isoToTicks, TICKS_PER_MINUTE } from '../../../core/time/ticks.ts';
import type { ReadState } from '../../../core/plan/readState.ts';
import { gridOfRun, rowOfPlace } from './runCells.ts';

const FROM = isoToTicks('2026-11-20T21:00:00Z');
const window = { from: FROM, to: isoToTicks('2026-11-20T22:00:00Z') };
const plan = planned();

function planned() {
  const made = planQueries({
    tableName: 'Logs',
    schemeId: 'wad-prefixed',
    volume: 10,
    unprefixed: false,
    prefixes: [3, 4],
    window,
  });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

const keyAt = (prefix: number, minute: number): string =>
  `${String(prefix).padStart(19, '0')}___0${String(FROM + BigInt(minute) * TICKS_PER_MINUTE)}`;

/** Two rows by twelve columns of 5 min each, with a count of one in the first cell. */
function matrix(): KeyspaceMatrix {
  const counts = new Uint32Array(24);
  counts[0] = 1;
  return {
    labels: ['prefix 3', 'prefix 4'],
    sharedLabels: 0,
    rowCount: 2,
    columnCount: 12,
    from: FROM,
    bucketTicks: 5n * TICKS_PER_MINUTE,
    counts,
    states: new Uint8Array(24).fill(COUNTED),
    outside: { before: 0, after: 0, withoutTime: 0 },
  };
}

function ended(unread: readonly Partial<UnreadRange>[]): Completeness {
  const range = {
    tableName: 'Logs',
    why: 'stopped',
    resumable: true,
    query: 'prefix 3',
    partition: {},
  } as const;
  return {
    rows: 1,
    queriesDone: 1,
    queriesAsked: 2,
    readAtMs: 0,
    state: 'stopped',
    resumable: true,
    reasons: [],
    unread: unread.map((each) => ({ ...range, ...each })),
  };
}

const behind30 = { partition: { from: `${keyAt(3, 30)}\u0000`, to: keyAt(3, 60) } };

function states(
  completeness: Completeness | undefined,
  progress: readonly ReadState[],
  isByQuery: boolean,
): readonly (readonly CellState[])[] {
  const grid = gridOfRun(matrix(), { plan, states: progress, completeness }, isByQuery);
  return [0, 1].map((row) => [0, 5, 6, 11].map((column) => cellAt(grid, row, column).state));
}

describe('cells of a run', () => {
  it('of a run that stopped midway: read up to its last key, and no further', () => {
    expect(states(ended([behind30]), ['stopped', 'done'], true)).toEqual([
      ['counted', 'zero', 'stopped', 'stopped'],
      ['zero', 'zero', 'zero', 'zero'],
    ]);
    expect(states(ended([{ ...behind30, why: 'failed' }]), ['failed', 'done'], true)[0]?.[3]).toBe('failed');
  });

  it('where rows of any query may lie in any row, a time that one did not read is a zero in none', () => {
    expect(states(ended([behind30]), ['stopped', 'done'], false)).toEqual([
      ['counted', 'zero', 'stopped', 'stopped'],
      ['zero', 'zero', 'stopped', 'stopped'],
    ]);
  });

  it('what a SAS does not reach is no zero, though its query is done; what is beside the plan is no row', () => {
    const outside = { query: 'prefix 4', partition: { from: keyAt(4, 0), to: keyAt(4, 60) } };
    const beside = { query: 'above prefix 9', why: 'unchecked' } as const;
    expect(states(ended([{ ...outside, why: 'outside-sas' }, beside]), ['done', 'done'], true)).toEqual([
      ['counted', 'zero', 'zero', 'zero'],
      Array.from({ length: 4 }, () => 'outside'),
    ]);
  });

  it('what looked like its end is unverified from there on, and so is all of what the service mixed up', () => {
    expect(states(ended([{ ...behind30, why: 'unproven' }]), ['done', 'done'], true)[0]).toEqual([
      'counted',
      'zero',
      'unverified',
      'unverified',
    ]);
    const whole = { partition: { from: keyAt(3, 0), to: keyAt(3, 60) }, why: 'anomalies' } as const;
    expect(states(ended([whole]), ['done', 'done'], true)).toEqual([
      ['unverified', 'unverified', 'unverified', 'unverified'],
      ['zero', 'zero', 'zero', 'zero'],
    ]);
  });

  it('of two stretches over one cell the less sure one stands', () => {
    const both = [
      { ...behind30, why: 'failed' },
      { query: 'prefix 4', partition: { from: keyAt(4, 0), to: keyAt(4, 60) }, why: 'unproven' },
    ] as const;
    expect(states(ended(both), ['failed', 'done'], false)[1]).toEqual([
      'unverified',
      'unverified',
      'failed',
      'failed',
    ]);
  });

  it('a partition, or a prefix, is doubted for its own keys alone; a row that stands for many for any', () => {
    const run = { plan, states: ['stopped', 'done'], completeness: ended([behind30]) } as const;
    const last = (labels: readonly string[], by: 'partition' | 'prefix', sharedLabels = 0) => {
      const grid = gridOfRun({ ...matrix(), labels, sharedLabels }, run, false, { by });
      return [0, 1].map((row) => cellAt(grid, row, 11).state);
    };
    expect(last([keyAt(3, 40), keyAt(4, 40)], 'partition')).toEqual(['stopped', 'zero']);
    expect(last(['3', '4'], 'prefix')).toEqual(['stopped', 'zero']);
    expect(last(['3', 'others'], 'prefix', 7)).toEqual(['stopped', 'stopped']);
  });

  it('while it runs, a row is as far as its query, and a row of any query as far as the last of them', () => {
    expect(states(undefined, ['reading', 'waiting'], true).map(([, cell]) => cell)).toEqual([
      'reading',
      'waiting',
    ]);
    expect(states(undefined, ['reading', 'done'], false).map(([, cell]) => cell)).toEqual([
      'reading',
      'reading',
    ]);
    expect(states(undefined, ['done', 'done'], false)[1]?.[0]).toBe('zero');
    expect(states(undefined, ['unverified', 'outside'], true).map(([cell]) => cell)).toEqual([
      'unverified',
      'outside',
    ]);
  });
});

describe('the row of the map that an entity belongs to', () => {
  const queries = [{ label: 'prefix 3' }, { label: 'prefix 4' }];

  it('is that of its query where each row is one, else that of its group', () => {
    const place = { queryIndex: 1, group: '3' };
    expect(rowOfPlace(matrix(), queries, place)).toBe(1);
    const grouped = { ...matrix(), labels: ['3', '4'] };
    expect(rowOfPlace(grouped, false, place)).toBe(0);
    expect(rowOfPlace(grouped, false, { queryIndex: 1, group: '5' })).toBeUndefined();
  });

  it('is none for a row that stands for many, and for a query without a row', () => {
    const shared = { ...matrix(), sharedLabels: 7 };
    expect(rowOfPlace(shared, queries, { queryIndex: 1, group: '' })).toBeUndefined();
    expect(rowOfPlace(shared, queries, { queryIndex: 0, group: '' })).toBe(0);
    expect(rowOfPlace(matrix(), queries, { queryIndex: 2, group: '' })).toBeUndefined();
  });
});
