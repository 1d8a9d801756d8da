import { describe, expect, it } from 'vitest';
import { viewOf } from './cells.fixture.ts';
import { cleanGrid, inputOf, NEW_YEAR } from './clean.fixture.ts';
import { burst } from './burst.ts';
import { diagnose } from './diagnose.ts';
import type { DiagnosisView } from './finding.ts';
import { sentenceText } from './phrase.ts';

const COLUMNS = 240;
const MINUTE = 600_000_000n;

/** `low` in every column, except for those with a count of their own. */
const row = (columns: number, low: number, others: Readonly<Record<number, number>>): readonly number[] =>
  Array.from({ length: columns }, (_, at) => others[at] ?? low);
const between = (from: number, to: number, count: number): Readonly<Record<number, number>> =>
  Object.fromEntries(Array.from({ length: to - from }, (_, at) => [from + at, count]));
const wordsOf = (table: readonly (readonly number[])[]) =>
  burst.find(viewOf(table)).map(({ title, sentence }) => `${title}: ${sentenceText(sentence)}`);

describe('a burst', () => {
  it('is seen up to the last column with rows', () => {
    const grid = cleanGrid({
      rows: 20,
      columns: COLUMNS,
      cellSeconds: 60,
      mean: 20,
      spread: 0.3,
      night: 0.5,
      seed: 11,
    });
    for (const at of grid.counts.keys())
      if (at % COLUMNS >= COLUMNS - 1) grid.counts[at] = 15 * (grid.counts[at] ?? 0);
    const [found] = diagnose(inputOf(grid)).filter(({ id }) => id === 'burst');
    const [cells] = found?.cells ?? [];
    expect([cells?.from, cells?.to]).toEqual([
      NEW_YEAR + BigInt(COLUMNS - 1) * MINUTE,
      NEW_YEAR + BigInt(COLUMNS) * MINUTE,
    ]);
  });

  it('is looked for in sixteen columns with rows or more, wherever they begin', () => {
    const isBlind = (from: number, to: number) =>
      burst.isBlind?.({ active: { from, to } } as unknown as DiagnosisView);
    expect([isBlind(0, 15), isBlind(100, 115), isBlind(0, 16), isBlind(100, 116)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

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
