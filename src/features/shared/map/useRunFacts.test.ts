import { expect, it } from 'vitest';
import { clampTicks, isoToTicks, TICKS_PER_HOUR } from '../../../core/time/ticks.ts';
import type { PlanRequest } from '../../../core/plan/queryPlan.ts';
import { planQueries } from '../../../core/plan/planQueries.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { factsByRow, isAtRest, isRead, rowsAreOf, tableRead } from './useRunFacts.ts';

const NEW_YEAR = isoToTicks('2026-01-01T00:00:00.0000000Z');

const run = (phase: RunState['phase'], states: readonly string[], pause?: object): RunState => {
  const known: object = { phase, progress: states.map((state) => ({ state })), ...(pause && { pause }) };
  return known as RunState;
};

it('rows are read once every query is, while coverage checks still run; findings wait for the end', () => {
  expect(isRead(run('running', ['done', 'reading']))).toBe(false);
  expect(isRead(run('running', ['done', 'failed']))).toBe(false);
  expect(isRead(run('running', ['done', 'done']))).toBe(true);
  expect(isAtRest(run('running', ['done', 'done']))).toBe(false);
});

it('a run that waits or has ended is read as far as it will be', () => {
  for (const at of [run('running', ['reading'], { kind: 'offline' }), run('ended', ['failed', 'done'])]) {
    expect(isRead(at)).toBe(true);
    expect(isAtRest(at)).toBe(true);
  }
});

it('facts name the rows of a map by their place; those of a row that the map lacks are left out, those of all rows stay', () => {
  const pause = { from: 10n, to: 20n };
  const later = { ...pause, from: 50n, isOpen: true } as const;
  const pauses = [
    { ...pause, label: undefined },
    { ...later, label: 'c' },
    { ...pause, label: 'gone' },
    { ...pause, label: 'a' },
  ];
  const future = [
    { label: 'gone', rows: 3, latestTicks: 99n },
    { label: 'b', rows: 2, latestTicks: 98n },
  ];
  expect(factsByRow({ facts: { roundingTicks: 7n }, future, pauses }, ['a', 'b', 'c'])).toEqual({
    roundingTicks: 7n,
    pauses: [pause, { ...later, row: 2 }, { ...pause, row: 0 }],
    future: [{ row: 1, rows: 2, latestTicks: 98n }],
  });
});

type Change = Partial<PlanRequest> & { readonly isAllTime?: true };

const planOf = ({ isAllTime, ...change }: Change) => {
  const window = { from: clampTicks(NEW_YEAR), to: clampTicks(NEW_YEAR + TICKS_PER_HOUR) };
  const table = { tableName: 'Logs', schemeId: 'mds-prefixed', volume: 10, unprefixed: false } as const;
  const plan = planQueries({ ...table, ...(isAllTime !== true && { window }), ...change });
  if (!plan.ok) throw new Error(plan.error.message);
  return plan.value;
};

it('a prefix that is read alone is a prefix, not a partition', () => {
  expect(rowsAreOf(planOf({ prefixes: [6] }), undefined)).toBe('prefix');
  expect(rowsAreOf(planOf({ schemeId: 'ticks19' }), undefined)).toBe('partition');
});

it.each<readonly [Change, ReturnType<typeof tableRead>]>([
  // With the time in the PartitionKey, a window reads whole partitions, but only those of its time.
  [{}, 'whole partitions'],
  [{ isAllTime: true }, 'every partition'],
  [{ filter: ' ' }, 'whole partitions'],
  [{ filter: 'Level le 2' }, 'every key'],
  [{ filter: "PartitionKey gt '5'" }, undefined],
  [{ filter: "Level le 2 and RowKey eq 'a'" }, undefined],
  [{ prefixes: [6] }, undefined],
  [{ prefixes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, 'whole partitions'],
  // Keys of this scheme have no prefixes, so the list of prefixes has no effect.
  [{ schemeId: 'ticks19', prefixes: [6] }, 'whole partitions'],
  [{ schemeId: 'ticks19', isAllTime: true }, 'every partition'],
  // With the time in the RowKey, a window reads a part of each partition.
  [{ schemeId: 'ticks19-row' }, 'every row'],
  [{ schemeId: 'ticks19-row', isAllTime: true }, 'every partition'],
  [{ schemeId: 'none', isAllTime: true }, 'every partition'],
  [{ partitionKey: { kind: 'begins', text: '0' } }, undefined],
  [{ rowKey: { kind: 'is', text: 'a' } }, undefined],
])('a plan reads every row, every key or a part: %j', (change, read) => {
  expect(tableRead(planOf(change))).toBe(read);
});
