import { describe, expect, it } from 'vitest';
import type { ResultComparison } from '../../../state/results/compareResults.ts';
import {
  axisWords,
  changedWords,
  comparisonNotes,
  comparisonText,
  differenceText,
  type WordedSide,
} from './splitWords.ts';

const side = (
  letter: 'A' | 'B',
  request: object = {},
  state = 'complete',
  more: Partial<WordedSide> = {},
): WordedSide =>
  ({
    letter,
    run: { plan: { request: { tableName: 'Logs', ...request } }, completeness: { state } },
    ...more,
  }) as unknown as WordedSide;
const [A, B] = [side('A'), side('B')];

const compared = (more: object = {}): ResultComparison =>
  ({ both: 5, onlyFirst: 0, onlySecond: 0, ...more }) as ResultComparison;
const changed = (more: object = {}) => ({
  rows: 0,
  looked: 0,
  properties: [],
  onlyFirst: [],
  onlySecond: [],
  leftOutFirst: [],
  leftOutSecond: [],
  ...more,
});

describe('two results in words', () => {
  it('count the rows of both, and say if what was read is not all', () => {
    expect(comparisonText(compared(), A, B)).toBe('5 rows are in both, none in one only.');
    const found = compared({ both: 1, onlyFirst: 1200, onlySecond: 3, changed: changed({ rows: 1 }) });
    expect(comparisonText(found, A, side('B', {}, 'stopped'))).toBe(
      'Of what was read: 1 row is in both (1 with other values), 1,200 only in A, 3 only in B.',
    );
  });

  it('name the properties that differ, and how many rows were looked at', () => {
    const properties = Object.entries({ DurationMs: 4, Level: 1 }).map(([name, rows]) => ({ name, rows }));
    expect(changedWords(changed())).toBe('');
    expect(changedWords(changed({ rows: 4, looked: 4, properties }))).toBe(
      'Other values: DurationMs in 4 rows, Level in 1 row.',
    );
    expect(changedWords(changed({ rows: 340, looked: 20, properties }))).toContain(
      ', of the first 20 of 340.',
    );
  });

  it('say what must be known to read them rightly', () => {
    const notes = (first: WordedSide, second: WordedSide, found = compared(), shift = 0n): string =>
      comparisonNotes(found, first, second, shift).join('\n');
    expect(notes(A, B)).toBe(
      'Only keys without their time are compared, by digests of 64 bits, and no values.',
    );
    expect(notes(side('A', {}, 'incomplete'), B)).toContain(
      'A is not proven complete (Incomplete): rows only in B may be unread in A.',
    );
    expect(notes(A, side('B', { tableName: 'Other' }))).toContain(
      'A reads Logs, B reads Other: rows are the same',
    );
    expect(notes(A, side('B', { filter: 'Level le 2' }))).toContain('differ in filter, prefixes or keys');
    const window = { from: 0n, to: 10n };
    const [early, late, long] = [window, { from: 5n, to: 15n }, { from: 5n, to: 20n }].map((each) =>
      side('B', { window: each }),
    ) as [WordedSide, WordedSide, WordedSide];
    expect(notes(early, early)).not.toContain('different times');
    expect(notes(early, late)).toContain('A and B read different times');
    expect(notes(early, late, compared(), 5n)).not.toContain('different times');
    expect(notes(early, long, compared(), 5n)).toContain('A and B read different times');
    expect(notes(A, side('B', { tableName: '' }, 'complete', { file: {} as never }))).toMatch(
      /^B is a file: which rows/,
    );
    expect(notes(A, B, compared(), 36_000_000_000n)).toContain('B is drawn 1 h earlier than it is');
    const values = changed({ onlyFirst: ['Retries'], leftOutSecond: ['A', 'B', 'C', 'D', 'E', 'F'] });
    expect(notes(A, B, compared({ changed: values }))).toMatch(
      /^No row of B has a value of Retries: .*\nNot compared, .* of A leaves it out: A, B, C, D, E and 1 more of B\.\nKeys and values/,
    );
  });

  it('say how the two are apart on one axis', () => {
    expect([36_000_000_000n, -36_000_000_000n, 0n].map(axisWords)).toStrictEqual([
      'B is 1 h later',
      'B is 1 h earlier',
      'Times far apart',
    ]);
  });

  it('add up how many more and fewer rows there are', () => {
    expect(differenceText([3, 0, -2, -5, 1], 600_000_000n, [])).toBe(
      'B minus A, rows in each 1 min: 4 more and 7 fewer.',
    );
    expect(differenceText([0, 0], 50_000_000n, ['A', 'B'])).toBe(
      'B minus A, selected rows in each 5 s: no difference.',
    );
    // If only B has a selection, fewer rows in B do not mean that B has a gap.
    expect(differenceText([-2], 50_000_000n, ['B'])).toBe(
      'B minus A (of B only its selected rows), rows in each 5 s: 0 more and 2 fewer.',
    );
  });
});
