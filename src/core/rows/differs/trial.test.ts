import { expect, it } from 'vitest';
import { columnRefName } from '../../entities/columns/columnRef.ts';
import type { Differences } from './differences.ts';
import { type Cause, CAUSES, columnsOfCause, differencesOf, seededTable } from './seededTable.fixture.ts';

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
