import { expect, it } from 'vitest';
import { columnRefName } from '../../entities/columns/columnRef.ts';
import type { Differences } from './differences.ts';
import { type Cause, CAUSES, columnsOfCause, differencesOf, seededTable } from './seededTable.fixture.ts';
import { sampleRows } from './sample.ts';

/** How many tables are tried for each cause. To try more: `TRIALS=100 npx vitest run src/core/rows/differs`. */
const TRIALS = Number(process.env['TRIALS'] ?? 1);

/** What a table shows first, as the names of columns. */
function firstOf({ differences, pairs }: Differences, cause: Cause): readonly string[] {
  if (cause === 'pair') return (pairs[0]?.refs ?? []).map(columnRefName);
  const [first] = differences;
  return first === undefined ? [] : [first.ref, ...first.sameAs].map(columnRefName);
}

const SEEDS = Array.from({ length: TRIALS }, (_, at) => at + 1);

it.each(CAUSES)(
  'what makes rows likely to be selected comes first: %s',
  (cause) => {
    const wanted = columnsOfCause(cause);
    const missed = SEEDS.filter((seed) => {
      const first = firstOf(differencesOf(seededTable(seed, cause)), cause);
      const isThere = (name: string): boolean => first.includes(name);
      return cause === 'pair' ? !wanted.every(isThere) : !wanted.some(isThere);
    });
    expect(missed.length, `seeds ${missed.join(', ')}`).toBeLessThanOrEqual(0.05 * TRIALS);
  },
  600_000,
);

it('rows that are selected at random do not differ', () => {
  const loud = SEEDS.filter((seed) => {
    const { differences, pairs } = differencesOf(seededTable(seed, undefined));
    return differences.length + pairs.length > 0;
  });
  expect(loud.length, `seeds ${loud.join(', ')}`).toBeLessThanOrEqual(0.02 * TRIALS);
}, 600_000);

it.each([
  ['all rows, if they are few', 8, 12, 8, 12],
  ['half of each part', 50, 50, 20, 20],
  ['few selected rows, and more others', 10, 90, 10, 30],
  ['few others, and more selected rows', 90, 10, 30, 10],
])('a sample of 40 rows: %s', (_, selected, rest, sampled, others) => {
  const mask = Uint8Array.from({ length: selected + rest }, (_row, at) => (at < selected ? 1 : 0));
  const { rows, sizes } = sampleRows(mask, 40);
  expect(sizes).toEqual({ selected: sampled, rest: others });
  expect(new Set(rows).size).toBe(sampled + others);
  expect([...rows].map((row) => mask[row])).toEqual([
    ...Array.from({ length: sampled }, () => 1),
    ...Array.from({ length: others }, () => 0),
  ]);
});
