import { describe, expect, it } from 'vitest';
import { anomalyWords, keptRowsNote, replacedWords } from './anomalyWords.ts';

const NONE = { outOfOrder: 0, repeated: 0, outside: 0 };
const AGAIN =
  ': it may have left out others. Run again. If it happens again, something between the page and the service changes its answers.';
const MISFIT =
  ': the table has keys that this key scheme does not fit, so rows of the window may be missing. Try another key scheme.';

describe('rows that a correct service never sends', () => {
  it.each<readonly [Parameters<typeof anomalyWords>[0], string | undefined]>([
    [NONE, undefined],
    [{ ...NONE, repeated: 1 }, `The service sent 1 row twice (counted once)${AGAIN}`],
    [{ ...NONE, outOfOrder: 1 }, `The service sent 1 row out of order${AGAIN}`],
    [{ ...NONE, outside: 1 }, `The service sent 1 row outside the requested keys (kept)${AGAIN}`],
    [{ ...NONE, outside: 2 }, `The service sent 2 rows outside the requested keys (kept)${AGAIN}`],
    [
      { ...NONE, outside: 1, offFilter: 1 },
      `The service sent 1 row that does not meet the filter Level eq 1 (kept)${AGAIN}`,
    ],
    [
      { ...NONE, outside: 2, offFilter: 2 },
      `The service sent 2 rows that do not meet the filter Level eq 1 (kept)${AGAIN}`,
    ],
    [
      { ...NONE, outside: 1, offWindow: 1 },
      `The service sent 1 row with a time outside the window (kept)${MISFIT}`,
    ],
    [
      { ...NONE, outside: 3, offWindow: 1, offFilter: 1 },
      `The service sent 1 row outside the requested keys (kept), 1 row that does not meet the filter Level eq 1 (kept), 1 row with a time outside the window (kept)${AGAIN}`,
    ],
    [
      { repeated: 1, outOfOrder: 2, outside: 1, offWindow: 1 },
      `The service sent 1 row twice (counted once), 2 rows out of order, 1 row with a time outside the window (kept)${AGAIN}`,
    ],
  ])('%j', (odd, words) => {
    expect(anomalyWords(odd, ' Level eq 1 ')).toBe(words);
  });

  it('shows up to 80 characters of the filter, if there is one', () => {
    const said = (filter: string | undefined) => anomalyWords({ ...NONE, outside: 1, offFilter: 1 }, filter);
    expect(said('x'.repeat(80))).toContain(`filter ${'x'.repeat(80)} (kept)`);
    expect(said('x'.repeat(81))).toContain(`filter ${'x'.repeat(80)}... (kept)`);
    expect(said(undefined)).toContain('filter  (kept)');
  });

  it('names tables that were replaced', () => {
    expect(replacedWords('T', 1)).toMatch(/^Table T was deleted/);
    expect(replacedWords('T, U', 2)).toMatch(/^Tables T, U were deleted/);
  });
});

describe('the note on rows that were kept although in doubt', () => {
  it.each<readonly [unjudged: number, beside: number, RegExp]>([
    [
      1,
      0,
      /^Whether 1 of these rows meets the filter could not be checked: [^.]*\. Write values [^.]*5\.0 for Double\.$/,
    ],
    [2000, 0, /^Whether 2,000 of these rows meet the filter/],
    [0, 1, /^1 row of these has a time outside the window: a query by these keys cannot leave them out\.$/],
    [0, 2, /^2 rows of these have a time outside/],
    [1, 1, /^Whether 1 .* for Double\. 1 row of these has/],
  ])('%i not checked, %i outside the window', (unjudged, beside, words) => {
    expect(keptRowsNote(unjudged, beside)).toMatch(words);
  });

  it('is absent if there are no such rows', () => {
    expect([keptRowsNote(), keptRowsNote(0, 0)]).toEqual([undefined, undefined]);
  });
});
