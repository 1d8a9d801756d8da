import { describe, expect, it } from 'vitest';
import { COUNTED } from '../map/cellGrid.ts';
import { emptyGrid } from '../map/cellGrid.fixture.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import { withJoint } from './jointSilence.ts';

const ROWS = 100;
const COLUMNS = 288;

/** Titles for a list of some hours whose first `silent` of 100 prefixes write nothing in the last `last` hours. */
function titles(hours: number, entities: number, silent: number, last: number): readonly string[] {
  const random = seededRandom(hours * 977 + entities + silent * 31 + last);
  const bucketTicks = BigInt(Math.round((hours * 3600e7) / COLUMNS));
  const grid = emptyGrid({ rowCount: ROWS, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks }, COUNTED);
  const mean = entities / grid.counts.length;
  for (let at = 0; at < grid.counts.length; at++) {
    const hour = (((at % COLUMNS) + 0.5) * hours) / COLUMNS;
    const isSilent = at < silent * COLUMNS && hour > hours - last;
    grid.counts[at] = poisson(random, isSilent ? 0 : mean);
  }
  return diagnose(inputOf(grid)).map(({ title }) => title);
}

describe('withJoint', () => {
  it('many prefixes that stop together are named, though none of them is sure alone, whatever the length of the list', () => {
    const cases = [
      [47, 80_000, 50, 3],
      [49, 80_000, 80, 3],
      [60, 40_000, 50, 4],
      [72, 40_000, 40, 6],
      [96, 40_000, 60, 6],
    ] as const;
    for (const [hours, entities, silent, last] of cases) {
      const found = titles(hours, entities, silent, last);
      const [, named] = /^(\d+) of 100 prefixes went silent$/u.exec(found[0] ?? '') ?? [];
      expect(found, `${hours} h`).toHaveLength(1);
      expect(Math.abs(Number(named) - silent), `${found[0]} (${hours} h)`).toBeLessThanOrEqual(2);
    }
  });

  const silence = (from: number, to: number, lnP: number) => ({ from, to, lnP });

  it('the sum of a group counts less the more groups there are; edges must be near', () => {
    const ten = Array.from({ length: 10 }, (_, at) => silence(100 + (at % 3), 200 - (at % 2), -5));
    // ln of 10!10!/20! is -12.13.
    expect(withJoint(ten, { rows: 20, near: 2 })[0]?.lnP).toBeCloseTo(-50 + 12.126_791, 4);
    expect(withJoint(ten, { rows: 10, near: 2 }).map(({ lnP }) => lnP)).toEqual(ten.map(() => -50));
    expect(withJoint(ten, { rows: 20, near: 0 })).toEqual(ten);
    expect(withJoint(ten.slice(0, 7), { rows: 20, near: 2 })).toEqual(ten.slice(0, 7));
  });

  it('is found in whatever order the silences are', () => {
    const later = Array.from({ length: 9 }, (_, at) => silence(50 + at * 20, 60 + at * 20, -3));
    const mixed = later.flatMap((one) => [one, silence(5, 9, -4)]);
    const lnP = withJoint(mixed, { rows: 9, near: 1 }).map((one) => one.lnP);
    expect(lnP).toEqual(mixed.map((one) => (one.from === 5 ? -36 : -3)));
  });

  it('one that tells nothing goes with its group, and is no evidence; a surer one stays as sure', () => {
    const eight = Array.from({ length: 8 }, () => silence(5, 9, -4));
    const [weak, sure, elsewhere] = [silence(5, 9, 0), silence(5, 9, -90), silence(20, 24, -4)];
    const lnP = withJoint([...eight, weak, elsewhere], { rows: 8, near: 1 }).map((one) => one.lnP);
    expect(lnP).toEqual([...eight.map(() => -32), -32, -4]);
    expect(withJoint([...eight.slice(1), sure], { rows: 8, near: 1 }).at(-1)?.lnP).toBe(-118);
    expect(withJoint([...eight.slice(2), weak, weak], { rows: 8, near: 1 }).at(-1)).toEqual(weak);
  });
});
