import { describe, expect, it } from 'vitest';
import { COUNTED, emptyGrid } from '../map/cellGrid.ts';
import { poisson, seededRandom } from '../seededRandom.ts';
import { inputOf, NEW_YEAR } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import { sentenceText } from './phrase.ts';

const ROWS = 100;
const COLUMNS = 288;

/** Findings of a list of some hours whose first `silent` of 100 prefixes write nothing in the last `last` hours. */
function findings(hours: number, entities: number, silent: number, last: number) {
  const random = seededRandom(hours * 977 + entities + silent * 31 + last);
  const bucketTicks = BigInt(Math.round((hours * 3600e7) / COLUMNS));
  const grid = emptyGrid({ rowCount: ROWS, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks }, COUNTED);
  const mean = entities / grid.counts.length;
  for (let at = 0; at < grid.counts.length; at++) {
    const hour = (((at % COLUMNS) + 0.5) * hours) / COLUMNS;
    const isSilent = at < silent * COLUMNS && hour > hours - last;
    grid.counts[at] = poisson(random, isSilent ? 0 : mean);
  }
  return diagnose(inputOf(grid));
}

describe('prefixes that stop together', () => {
  it('are told in two groups if some of them return', () => {
    const random = seededRandom(5);
    const grid = emptyGrid(
      { rowCount: 30, columnCount: COLUMNS, from: NEW_YEAR, bucketTicks: 600_000_000n },
      COUNTED,
    );
    for (let at = 0; at < grid.counts.length; at++) {
      const [row, column] = [Math.floor(at / COLUMNS), at % COLUMNS];
      const isSilent = row < 9 && column >= 60 && (row === 8 || column < 80);
      grid.counts[at] = isSilent ? 0 : poisson(random, 5);
    }
    const found = diagnose(inputOf(grid));
    // Whether it is still silent is asked of what did not return.
    expect(found.filter(({ isOpen }) => isOpen).map(({ title }) => title)).toEqual(['Prefix 8 is silent']);
    expect(found.map(({ title }) => title).toSorted()).toEqual([
      '8 of 30 prefixes went silent',
      'Prefix 8 is silent',
    ]);
    const texts = found.map(({ sentence }) => sentenceText(sentence));
    expect(texts).toContainEqual(
      expect.stringMatching(/^8 of 30 prefixes wrote nothing from 2026-01-01T01:00:00Z to .*01:20:00Z/),
    );
    expect(texts).toContainEqual(expect.stringMatching(/^Prefix 8: last row between /));
  });
});

describe('silences that are not sure alone', () => {
  it('many prefixes that stop together are named, though none of them is sure alone, whatever the length of the list', () => {
    const cases = [
      [47, 80_000, 50, 3],
      [49, 80_000, 80, 3],
      [60, 40_000, 50, 4],
      [72, 40_000, 40, 6],
      [96, 40_000, 60, 6],
    ] as const;
    for (const [hours, entities, silent, last] of cases) {
      const found = findings(hours, entities, silent, last);
      const [first] = found;
      const [, named] = /^(\d+) of 100 prefixes went silent$/u.exec(first?.title ?? '') ?? [];
      expect(found, `${hours} h`).toHaveLength(1);
      expect(first?.isOpen, `${hours} h`).toBe(true);
      expect(Math.abs(Number(named) - silent), `${first?.title} (${hours} h)`).toBeLessThanOrEqual(2);
    }
  });
});
