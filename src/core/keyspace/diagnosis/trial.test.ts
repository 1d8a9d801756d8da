import { describe, expect, it } from 'vitest';
import { CLEAN, PLANTED, trialOf } from './trial.fixture.ts';
import { verdictOf } from './trialJudge.fixture.ts';

/* Checks the findings on lists of keys in which it is known, to the row, what was planted. Other seeds give other lists. */

const SEEDS = [11, 12] as const;
const trials = (kinds: readonly (typeof PLANTED)[number][] | readonly (typeof CLEAN)[number][]) =>
  kinds.flatMap((kind) =>
    SEEDS.map((seed) => ({
      name: `${kind} ${seed}`,
      id: trialOf(kind, seed).id,
      ...verdictOf(trialOf(kind, seed)),
    })),
  );

describe('findings on trial', () => {
  const planted = trials(PLANTED);

  it('40 of 42 planted patterns are named, each by its own kind', () => {
    const missed = planted.filter(({ isFound }) => !isFound).map(({ name }) => name);
    expect(missed.length <= 2 ? [] : missed).toEqual([]);
  });

  it('with edges within a column, and mostly at the row', () => {
    const found = planted.filter(({ isFound }) => isFound);
    expect(found.filter(({ off }) => off > 1).map(({ name, off }) => `${name}: ${off}`)).toEqual([]);
    const silences = found.filter(({ id }) => id === 'gap-for-all' || id === 'silent-prefix');
    const atRow = silences.filter(({ offSeconds }) => offSeconds <= 1);
    expect(atRow.length).toBeGreaterThanOrEqual(silences.length * 0.75);
  });

  it('at the row also where a column is wider than the outage', () => {
    const narrow = SEEDS.map((seed) => verdictOf(trialOf('outage of minutes', seed), 40));
    expect(narrow.map(({ isFound, offSeconds }) => isFound && offSeconds <= 1)).toEqual([true, true]);
  });

  it('and nothing else is accused; of 30 healthy tables at most one', () => {
    const accused = [...planted, ...trials(CLEAN)].flatMap((one) =>
      one.accused.map((text) => `${one.name}: ${text}`),
    );
    expect(accused.length <= 1 ? [] : accused).toEqual([]);
  });
});
