import { describe, expect, it } from 'vitest';
import { PARTITION_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { ticksToIso } from '../../core/time/ticks.ts';
import {
  cellCount,
  cellFacts,
  cellSentence,
  columnsWindow,
  rowsOverTarget,
  targetCount,
  windowWords,
} from './heatWords.ts';
import { minuteMatrix } from './matrix.fixture.ts';

const MATRIX = minuteMatrix({ p07: [0, 1204, 60], p37: [1, 120_000, 0] });

function wordsOf(row: number, column: number, state: Parameters<typeof cellFacts>[2] = 'done'): string {
  return cellSentence(cellFacts(MATRIX, { row, column }, state, PARTITION_TARGET_PER_SECOND), undefined);
}

describe('counts', () => {
  it('are found row by row', () => {
    expect(cellCount(MATRIX, { row: 0, column: 1 })).toBe(1204);
    expect(cellCount(MATRIX, { row: 1, column: 0 })).toBe(1);
    expect(cellCount(MATRIX, { row: 2, column: 0 })).toBe(0);
  });

  it('reach the target at the rate times the span of a column', () => {
    expect(targetCount(MATRIX, PARTITION_TARGET_PER_SECOND)).toBe(120_000);
    expect(targetCount({ ...MATRIX, bucketTicks: 1n }, 2000)).toBeCloseTo(0.0002, 12);
  });

  it('name the rows with a cell at the target or above', () => {
    expect([...rowsOverTarget(MATRIX, 120_000)]).toEqual([1]);
    expect([...rowsOverTarget(MATRIX, 120_001)]).toEqual([]);
    expect([...rowsOverTarget(MATRIX, 1204)]).toEqual([0, 1]);
  });
});

describe('windows', () => {
  it('of columns are half-open and meet', () => {
    const { from, to } = columnsWindow(MATRIX, 1, 3);
    expect([ticksToIso(from), ticksToIso(to)]).toEqual([
      '2026-11-20T21:01:00.0000000Z',
      '2026-11-20T21:03:00.0000000Z',
    ]);
    expect(columnsWindow(MATRIX, 0, 1).to).toBe(from);
  });

  it('say the date once in a day, twice across midnight of the zone shown', () => {
    const window = columnsWindow(MATRIX, 0, 3);
    expect(windowWords(window, undefined)).toBe('2026-11-20T21:00:00.0000000Z to 21:03:00.0000000Z');
    const acrossMidnight = columnsWindow(MATRIX, 119, 121);
    expect(windowWords(acrossMidnight, 'Europe/Paris')).toBe(
      '2026-11-20T23:59:00.0000000+01:00 to 2026-11-21T00:01:00.0000000+01:00',
    );
  });

  it('stay in the calendar at its ends', () => {
    const last = { from: 3_155_378_975_999_999_990n, to: 3_155_378_976_000_000_010n };
    expect(windowWords(last, undefined)).toBe('9999-12-31T23:59:59.9999990Z to 23:59:59.9999999Z');
  });
});

describe('what is said of a cell', () => {
  it('is count, rate and share of the target', () => {
    expect(wordsOf(0, 1)).toBe(
      'p07, 2026-11-20T21:01:00.0000000Z to 21:02:00.0000000Z: 1,204 rows, 20.1 rows/s, 1 % of target',
    );
    expect(wordsOf(1, 1)).toContain('120,000 rows, 2,000 rows/s, 100 % of target');
    expect(wordsOf(1, 0)).toContain(': 1 row, 0.0167 rows/s, < 0.1 % of target');
  });

  it('tells a zero from what is not known', () => {
    expect(
      (['done', 'waiting', 'reading', 'failed', 'stopped', 'outside', 'unverified'] as const).map(
        (state) => wordsOf(0, 0, state).split(': ')[1],
      ),
    ).toEqual([
      'no rows',
      'not asked yet',
      'still reading',
      'failed, not known',
      'not read to the end',
      'outside the SAS range, not known',
      'none came, but rows may be missing',
    ]);
  });

  it('is a lower bound in a row that is not done, and says so', () => {
    expect(wordsOf(0, 2, 'reading')).toContain(': 60 rows so far, 1 rows/s');
    expect(wordsOf(0, 2, 'unverified')).toContain(': 60 rows, perhaps more, 1 rows/s');
    expect(wordsOf(0, 2, 'done')).not.toContain('so far');
  });
});
