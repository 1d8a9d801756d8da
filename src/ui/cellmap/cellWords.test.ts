import { describe, expect, it } from 'vitest';
import {
  type CellGrid,
  type CellState,
  COUNTED,
  ESTIMATED,
  FAILED,
  WAITING,
  UNVERIFIED,
  emptyGrid,
} from '../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../core/keyspace/map/heatScale.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import { READ_WORDS } from '../../core/plan/readState.ts';
import { cellFacts, cellLines, cellSentence, cellText } from './cellWords.ts';
import { windowWords } from '../text/windowWords.ts';

const MINUTE = 600_000_000n;
const FROM = 639_028_224_000_000_000n;

function example() {
  const grid = emptyGrid({ rowCount: 2, columnCount: 4, from: FROM, bucketTicks: MINUTE }, COUNTED);
  grid.counts.set([1200, 0, 7, 0, 30, 0, 0, 5]);
  return { grid, scale: heatScale({ basis: 'max', max: 1200, bucketTicks: MINUTE }) };
}

function cells(row: number, column: number, rows = 1, columns = 1) {
  return { rows: { from: row, to: row + rows }, columns: { from: column, to: column + columns } };
}

describe('words of cells', () => {
  it('describe one cell by lines to copy: count, share of the target, window and row', () => {
    const { grid, scale } = example();
    const facts = cellFacts(grid, ['37', '38'], cells(0, 0), scale);
    expect(cellLines(facts, 'Prefix', undefined)).toEqual([
      { name: 'Rows', text: '1,200 rows' },
      { name: 'Share of target', text: '20 rows/s, 1 % of target' },
      { name: 'Window', text: '2026-01-01T00:00:00.0000000Z to 00:01:00.0000000Z' },
      { name: 'Prefix', text: '37' },
    ]);
    expect(cellSentence(facts, undefined)).toMatch(/^37, 2026-.*: 1,200 rows, 20 rows\/s, 1 % of target$/);
    const zero = cellLines(cellFacts(grid, ['37', '38'], cells(0, 1), scale), 'Prefix', undefined);
    expect(zero[0]?.text).toBe('no rows');
    expect(zero[1]?.text).toBe('0 % of target');
  });

  it('say of a selection how many rows are selected, of how many; load is that of all', () => {
    const { grid, scale } = example();
    const selected = { ...grid, counts: new Uint32Array([3, 0, 0, 0, 0, 0, 0, 0]), all: grid.counts };
    const words = (column: number, columns = 1) => {
      const { countWords, rateWords } = cellFacts(
        selected,
        ['37', '38'],
        cells(0, column, 1, columns),
        scale,
      );
      return [countWords, rateWords];
    };
    expect(words(0)).toEqual(['3 selected of 1,200 rows', '20 rows/s, 1 % of target']);
    expect(words(2)[0]).toBe('0 selected of 7 rows');
    expect(words(1)).toEqual(['no rows', undefined]);
    expect(words(0, 4)[0]).toBe('3 selected of 1,207 rows');
    grid.states[2] = FAILED;
    expect(words(2)[0]).toBe(`0 selected of 7 rows so far, ${READ_WORDS.failed.short}`);
  });

  it('describe a table cell by a number only if it was counted, else by its state', () => {
    const text = (state: CellState, count: number): string => cellText({ state, count, standardError: 2.5 });
    expect([text('counted', 1200), text('zero', 0), text('estimated', 1200)]).toEqual([
      '1,200',
      '0',
      'about 1,200 \u00b1 3',
    ]);
    for (const state of ['waiting', 'reading', 'failed', 'stopped', 'outside', 'unverified'] as const) {
      expect(text(state, 0)).toBe(READ_WORDS[state].short);
      expect(text(state, 7)).toBe(state === 'unverified' ? '7, perhaps more' : '7 so far');
    }
  });

  it('describe several cells as one: their sum, over their whole time and all rows', () => {
    const { grid, scale } = example();
    const facts = cellFacts(grid, ['37', '38'], cells(0, 0, 2, 2), scale);
    expect(facts).toMatchObject({ label: '37 to 38, 2 together', countWords: '1,230 rows' });
    expect(facts.rateWords).toBe('10.3 rows/s, 0.3 % of target');
    expect(facts.window).toEqual({ from: FROM, to: FROM + 2n * MINUTE });
  });

  it('are only as certain as the least certain cell', () => {
    const { grid, scale } = example();
    grid.states[4] = ESTIMATED;
    const withErrors = { ...grid, errors: new Float32Array(8).fill(6) };
    const estimated = cellFacts(withErrors, ['37', '38'], cells(0, 0, 2, 1), scale);
    expect(estimated.countWords).toBe('about 1,230 rows (\u00b1 6), an estimate');
    grid.states[0] = FAILED;
    const failed = cellFacts(withErrors, ['37', '38'], cells(0, 0, 2, 1), scale);
    expect(failed.countWords).toBe('at least about 1,230 rows; of 2 cells 1 failed');
  });

  it('never call unread cells empty, and call a sum of estimates an estimate', () => {
    const { grid, scale } = example();
    grid.counts.fill(0);
    grid.states.fill(WAITING);
    const say = (from: CellGrid, rows: number, columns: number) =>
      cellFacts(from, ['37', '38'], cells(0, 0, rows, columns), scale).countWords;
    expect(say(grid, 2, 4)).toBe('not queried');
    grid.states.fill(COUNTED, 0, 4);
    grid.states[7] = FAILED;
    expect(say(grid, 2, 4)).toBe('no row found; of 8 cells 1 failed, 3 not queried');
    grid.counts[0] = 1;
    expect(say(grid, 2, 1)).toBe('at least 1 row; of 2 cells 1 not queried');
    expect(say(grid, 1, 4)).toBe('1 row');
    grid.states[0] = UNVERIFIED;
    expect(say(grid, 1, 1)).toBe('1 row, but rows may be missing');
    expect(say(grid, 1, 4)).toBe('at least 1 row; of 4 cells 1 unverifiable');
    grid.states[0] = COUNTED;
    const guessed = { ...grid, errors: new Float32Array(8).fill(3) };
    guessed.counts[0] = 0;
    guessed.states.fill(ESTIMATED, 0, 2);
    expect(say(guessed, 1, 4)).toBe('about 0 rows (\u00b1 5), an estimate');
  });
});

describe('windowWords', () => {
  const time = (from: string, to: string) => ({ from: isoToTicks(from), to: isoToTicks(to) });

  it('give the date once within a day, and twice across midnight in the displayed zone', () => {
    expect(windowWords(time('2026-11-20T21:00:00Z', '2026-11-20T21:03:00Z'), undefined)).toBe(
      '2026-11-20T21:00:00.0000000Z to 21:03:00.0000000Z',
    );
    expect(windowWords(time('2026-11-20T22:59:00Z', '2026-11-20T23:01:00Z'), 'Europe/Paris')).toBe(
      '2026-11-20T23:59:00.0000000+01:00 to 2026-11-21T00:01:00.0000000+01:00',
    );
  });

  it('stay within the calendar at its ends', () => {
    const last = { from: 3_155_378_975_999_999_990n, to: 3_155_378_976_000_000_010n };
    expect(windowWords(last, undefined)).toBe('9999-12-31T23:59:59.9999990Z to 23:59:59.9999999Z');
  });
});
