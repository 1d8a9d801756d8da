import { describe, expect, it } from 'vitest';
import { burst } from './burst.ts';
import { burstCase, burstWords } from './burstByDefinition.fixture.ts';
import { viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import { sentenceText } from './phrase.ts';

/** Of 4,000 seeds, those near a border: a changed figure or comparison changes what is said. */
const SEEDS = [
  1, 2, 4, 9, 10, 15, 18, 19, 21, 24, 31, 44, 65, 82, 97, 103, 104, 107, 113, 144, 149, 156, 168, 208, 209,
  245, 288, 460, 509, 640, 756, 1921, 3332,
];

describe('bursts and higher loads', () => {
  it.each(SEEDS)('are what their definition says: %i', (seed) => {
    const { table, map } = burstCase(seed);
    const view = viewOf(table, map);
    const said = burst.find(view).map(({ id, severity, title, sentence, confidence, cells }) => ({
      id,
      severity,
      title,
      sentence: sentenceText(sentence),
      confidence: confidence.toFixed(9),
      cells: cells.map(({ rows, from, to }) => [
        rows?.join(),
        Number(from - NEW_YEAR) / 1e7,
        Number(to - NEW_YEAR) / 1e7,
      ]),
    }));
    expect(said).toEqual(burstWords(view, table).map((one) => ({ id: 'burst', severity: 'note', ...one })));
  });
});

/** `low` in every column, except for those with a count of their own. */
const row = (columns: number, low: number, others: Readonly<Record<number, number>>): readonly number[] =>
  Array.from({ length: columns }, (_, at) => others[at] ?? low);
const between = (from: number, to: number, count: number): Readonly<Record<number, number>> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [from + at, count]));
const wordsOf = (table: readonly (readonly number[])[]) =>
  burst.find(viewOf(table)).map(({ title, sentence }) => `${title}: ${sentenceText(sentence)}`);

describe('a burst', () => {
  it('is named beside a higher load', () => {
    const counts = row(200, 10, { 0: 300, ...between(60, 110, 60), 199: 500 });
    expect(wordsOf([counts])).toEqual([
      'Burst: 300 rows from 2026-01-01T00:00:00Z to 2026-01-01T00:01:00Z (5 rows/s), 30 times the rate just before and after.',
      'Higher load: 3,000 rows from 2026-01-01T01:00:00Z to 2026-01-01T01:50:00Z (1 rows/s), 6 times the rate outside this time.',
      'Burst: 500 rows from 2026-01-01T03:19:00Z to 2026-01-01T03:20:00Z (8.33 rows/s), 50 times the rate just before and after.',
    ]);
  });

  it('is one where two touch', () => {
    for (const counts of [
      { 100: 200, 101: 90, 102: 90 },
      { 100: 90, 101: 90, 102: 200 },
    ])
      expect(wordsOf([row(200, 10, counts)])).toEqual([
        'Burst: 380 rows from 2026-01-01T01:40:00Z to 2026-01-01T01:43:00Z (2.11 rows/s), 12.7 times the rate just before and after.',
      ]);
  });

  it('is a batch if most begin from nothing', () => {
    // Before column 150 nothing is written but bursts, from there on 2 rows in each column.
    const counts = (bursts: readonly number[]) =>
      row(300, 2, { ...between(0, 150, 0), 0: 1, ...Object.fromEntries(bursts.map((at) => [at, 200])) });
    const title = (bursts: readonly number[]) =>
      wordsOf([counts(bursts)]).map((words) => words.split(':')[0]);
    expect(title([30, 97, 200, 251])).toEqual(['4 bursts']);
    expect(title([30, 61, 97, 200, 251])).toEqual(['5 batches']);
    expect(title([30, 97, 200, 224, 251])).toEqual(['5 bursts']);
  });

  it('of a single row is looked for in the 200 largest rows', () => {
    // 72 rows each, and one with 60 rows in one column.
    const table = (others: number) => [
      ...Array.from({ length: others }, () => row(24, 3, {})),
      row(24, 0, { 11: 60 }),
    ];
    expect([wordsOf(table(199)).length, wordsOf(table(200)).length]).toEqual([1, 0]);
  });
});
