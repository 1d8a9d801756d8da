import { expect, it } from 'vitest';
import type { Interval } from '../../time/ticks.ts';
import { timedRows } from '../store/timedRows.fixture.ts';
import { aggregate } from './aggregate.ts';
import { bucketRows } from './bucketRows.ts';
import { type Statistic, STATISTICS } from './chartTypes.ts';
import { histogram } from './histogram.ts';
import { NumberColumnBuilder, STEP } from './numberColumn.ts';
import { labelledGroups } from './rowGroups.ts';

/** Runs to the end; counts the pauses. */
function counted<T>(work: Generator<undefined, T, undefined>): {
  readonly value: T;
  readonly pauses: number;
} {
  for (let pauses = 0; ; pauses += 1) {
    const step = work.next();
    if (step.done === true) return { value: step.value, pauses };
  }
}

/**
 * How often an answer goes through all rows: once to find their buckets and once to count; for ranks, twice more to sort and once to look.
 */
const PASSES: Partial<Record<Statistic, number>> = { count: 2, sum: 2, average: 2, rate: 2 };
const MOST_PASSES = 5;

function pausesOf(rowCount: number) {
  const times = timedRows(Array.from({ length: rowCount }, (_, row) => ({ ticks: BigInt(row) }))).times(
    'event',
  );
  const made = new NumberColumnBuilder(rowCount);
  for (let row = 0; row < rowCount; row++) made.set(row, row % 7);
  const numbers = counted(made.finish()).value;
  const window = { from: 0n, to: BigInt(rowCount) } as Interval;
  const request = { times, rowCount, window, buckets: { most: 3 }, numbers, top: 2 } as const;
  const groups = labelledGroups(new Uint8Array(rowCount), ['one'], rowCount);
  return {
    all: STATISTICS.map((statistic) => [statistic, counted(aggregate({ ...request, statistic })).pauses]),
    split: counted(aggregate({ ...request, statistic: 'count', groups })).pauses,
    buckets: counted(bucketRows(times, rowCount, window, { most: 3 })).pauses,
    bins: counted(histogram(numbers, undefined)).pauses,
  };
}

it('a chart rests once in each pass over so many rows, and not for fewer', () => {
  for (const [rowCount, rests] of [
    [STEP - 1, 0],
    [STEP, 1],
    [2 * STEP + 5, 2],
  ] as const)
    expect(pausesOf(rowCount)).toEqual({
      all: STATISTICS.map((statistic) => [statistic, rests * (PASSES[statistic] ?? MOST_PASSES)]),
      // One more pass counts the rows of groups.
      split: 3 * rests,
      buckets: rests,
      bins: rests,
    });
});
