import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seededRandom.ts';
import { tableOf } from './clean.fixture.ts';
import { diagnose } from './diagnose.ts';
import { sentenceText } from './phrase.ts';

const ROWS = 100;
const COLUMNS = 288;

/** Findings of a list of some hours whose first `silent` of 100 prefixes write nothing in the last `last` hours. */
function findings(hours: number, entities: number, silent: number, last: number) {
  const random = seededRandom(hours * 977 + entities + silent * 31 + last);
  const shape = { rows: ROWS, columns: COLUMNS, cellSeconds: Math.round((hours * 3600) / COLUMNS) };
  const isSilent = (row: number, column: number) =>
    row < silent && ((column + 0.5) * hours) / COLUMNS > hours - last;
  const mean = entities / (ROWS * COLUMNS);
  return diagnose(tableOf(shape, random, (row, column) => (isSilent(row, column) ? 0 : mean)));
}

describe('prefixes that stop together', () => {
  it('are told in two groups if some of them return', () => {
    const isSilent = (row: number, column: number) => row < 9 && column >= 60 && (row === 8 || column < 80);
    const rate = (row: number, column: number) => (isSilent(row, column) ? 0 : 5);
    const found = diagnose(tableOf({ rows: 30, columns: COLUMNS, cellSeconds: 60 }, seededRandom(5), rate));
    // Only the prefix that did not return is still silent.
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
