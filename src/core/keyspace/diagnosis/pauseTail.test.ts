import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { DIGITS, mean } from './byDefinition.fixture.ts';
import { lnUnusual, tailOf, unusual } from './pauseTail.ts';

/** ln of the chance of a value this high above the `size` highest of falling values, as an exponential tail with its uncertainty. */
function tail(value: number, falling: readonly number[], size: number, leastScale: number): number {
  const least = falling[size] ?? 0;
  const scale = Math.max(leastScale, mean(falling.slice(0, size)) - least);
  return Math.log(size) - size * Math.log(1 + Math.max(0, value - least) / scale / size);
}

function unusualByDefinition(expected: number, pauses: readonly number[]): number {
  const falling = pauses.toSorted((a, b) => b - a);
  const sizes = [20, 60, 200].filter((size) => (falling[size] ?? 0) > 0);
  const logs = falling.map(Math.log);
  const power = sizes.map((size) => tail(Math.log(expected), logs, size, 0.1));
  if (!power.some((lnP) => lnP <= Math.log(1e-3))) return 0;
  const chance = sizes.map((size) => tail(expected, falling, size, (falling[size] ?? 0) / 10));
  return Math.max(Math.log(pauses.length) - expected, ...chance);
}

const pausesOf = (lengths: readonly number[]) => lengths.map((expected) => ({ expected }));
const same = (length: number, value: number): readonly number[] => Array.from({ length }, () => value);

describe('how unusual a pause is', () => {
  it('is the least of the tails of the longest 20, 60 and 200, if no power law allows it', () => {
    let allowed = 0;
    for (let seed = 1; seed <= 120; seed++) {
      const random = seededRandom(seed * 331);
      const count = [15, 20, 21, 60, 61, 200, 201, 400][seed % 8] ?? 21;
      const power = seed % 3 === 0 ? 0.9 : 0.3;
      const pauses = Array.from({ length: count }, (_, at) =>
        seed % 5 === 0 && at > count / 2 ? 0 : 3 * (1 - random()) ** -power,
      );
      const expected = [4, 30, 90, 900][Math.floor(random() * 4)] ?? 4;
      const lnP = unusualByDefinition(expected, pauses);
      if (lnP === 0) allowed++;
      expect([seed, lnUnusual(expected, tailOf(pauses))]).toEqual([seed, expect.closeTo(lnP, DIGITS)]);
    }
    expect(Math.min(allowed, 120 - allowed)).toBeGreaterThan(10);
  });

  it('is nothing without 20 other pauses, and 0 beside longer ones', () => {
    expect(lnUnusual(900, tailOf(same(20, 1)))).toBe(0);
    expect(lnUnusual(900, tailOf(same(21, 1)))).toBeLessThan(-30);
    expect(lnUnusual(5, tailOf(same(50, 6)))).toBe(0);
  });
});

describe('unusual pauses', () => {
  const found = (long: readonly number[], most = 2, least = 30) =>
    unusual(pausesOf([...same(60, 1), ...long]), most, least).map(({ expected }) => expected);

  it('miss so many rows at least', () => {
    expect([found([30]), found([29.9]), found([400, 30]), found([400, 29.9])]).toEqual([
      [30],
      [],
      [400, 30],
      [400],
    ]);
  });

  it('are so many at most: of more, none is', () => {
    expect([found([90, 95]), found([90, 95, 99]), found([90, 95], 1), found([95], 1)]).toEqual([
      [95, 90],
      [],
      [],
      [95],
    ]);
    // The third is half as long as the second, which are two then; a longer one is one of three.
    expect([found([200, 100, 20]), found([200, 100, 60])]).toEqual([[200, 100], []]);
  });

  it('have no other beside them that is more than half as long', () => {
    // One that misses fewer rows than an outage does is another, however long it is.
    expect([found([50, 25], 2), found([50, 25.1], 2)]).toEqual([[50], []]);
    expect([found([90, 58, 29], 2), found([90, 57, 29], 2)]).toEqual([[90, 58], []]);
  });

  it('say how sure each is, against all that are not unusual', () => {
    const [first, second, ...more] = unusual(pausesOf([...same(60, 1), 90, 400]), 2, 30);
    expect([first?.expected, second?.expected, more]).toEqual([400, 90, []]);
    expect(first?.lnP).toBeCloseTo(unusualByDefinition(400, same(60, 1)), DIGITS);
    expect(second?.lnP).toBeCloseTo(unusualByDefinition(90, same(60, 1)), DIGITS);
  });

  it('are none among none', () => {
    expect(unusual([], 2, 30)).toEqual([]);
  });
});
