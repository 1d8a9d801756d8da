import { describe, expect, it } from 'vitest';
import { doubtOf, type StampedTime } from './sampleDoubt.ts';

/** 2024-03-05T10:00:00Z, in seconds since 0001-01-01. */
const TEN = 63_845_229_600;
/** The length of a mean Gregorian year in seconds, and 2050-01-01. */
const YEAR = 31_556_952;
const YEAR_2050 = 64_660_204_800;

const NONE = { share: 1 };
const SPREAD = (years: number) => ({
  share: 0.3,
  words: `these times are spread over ${years} years, as other numbers are`,
});
const FAR = { share: 0.3, words: 'most of these times are in the far future' };
const COPIED = {
  share: 0.7,
  words: 'Timestamp does not follow the time in the key: copied rows, or no time',
};
const HARDLY = {
  share: 0.3,
  words: 'Timestamp does not follow the time in the key, so these numbers are hardly times',
};

function rowsOf(seconds: readonly number[], stamps: readonly number[] = []): StampedTime[] {
  return seconds.map((second, at) => ({ key: `k${at}`, seconds: second, stamp: stamps[at] }));
}

/** Rows with these times. `after`: their Timestamps, in seconds after 10:00. */
function stamped(seconds: readonly number[], after: readonly number[]): StampedTime[] {
  return rowsOf(
    seconds,
    after.map((second) => TEN + second),
  );
}

const steps = (count: number, step: number, from = TEN) =>
  Array.from({ length: count }, (_, at) => from + at * step);

describe('what speaks against numbers being times', () => {
  it.each([
    ['no rows', [], undefined, NONE],
    ['an hour of rows', rowsOf(steps(8, 450)), undefined, NONE],
    ['forty years, five of them ahead', rowsOf([...steps(5, 1), TEN - 40 * YEAR]), undefined, NONE],
    ['forty-one years', rowsOf([...steps(5, 1), TEN - 41 * YEAR]), undefined, SPREAD(41)],
    ['forty-one years of five rows', rowsOf([...steps(4, 1), TEN - 41 * YEAR]), undefined, NONE],
    ['half of the rows until 2050', rowsOf([1, YEAR_2050, YEAR_2050 + 9]), undefined, NONE],
    ['most rows after 2050, in any order', rowsOf([YEAR_2050 + 9, 1, YEAR_2050 + 1]), undefined, FAR],
    ['most rows after 2050', rowsOf([1, YEAR_2050 + 1, YEAR_2050 + 9]), undefined, FAR],
    ['most rows two years ahead of Timestamp', rowsOf(steps(3, 0, TEN + 2 * YEAR), [1, TEN]), false, HARDLY],
    ['most rows further ahead', rowsOf(steps(3, 0, TEN + 2 * YEAR + 1), [1, TEN]), false, FAR],
    ['the same if Timestamps follow', rowsOf(steps(3, 0, TEN + 2 * YEAR + 1), [1, TEN]), true, NONE],
  ] as const)('%s', (_name, rows, follows, doubt) => {
    expect(doubtOf(rows, follows)).toEqual(doubt);
  });

  it('numbers of articles are no times at all', () => {
    const articles = ['4006381333931', '5901234123457', '4012345678901', '9780201379624', '0012345678905'];
    const rows = (keys: readonly string[]) => keys.map((key) => ({ key, seconds: TEN, stamp: undefined }));
    expect(doubtOf(rows([...articles, '5012345678900']), undefined)).toEqual({ share: 0 });
    // A repeated key does not count as another one.
    expect(doubtOf(rows([...articles, '4006381333931']), undefined)).toEqual(NONE);
  });

  it.each([
    ['one row', stamped([TEN], [-YEAR]), COPIED],
    ['Timestamps within a hundredth of the times', stamped([TEN, TEN + 101], [7, 8]), COPIED],
    ['just not within it', stamped([TEN, TEN + 100], [7, 8]), HARDLY],
    ['six steps in the order of the times', stamped(steps(7, 10), steps(7, 9, 0)), COPIED],
    [
      'six steps, and a row without Timestamp',
      [...stamped(steps(7, 10), steps(7, 9, 0)), { key: 'k', seconds: TEN, stamp: undefined }],
      COPIED,
    ],
    ['five steps', stamped(steps(6, 10), steps(6, 9, 0)), HARDLY],
    ['six steps and some that rest', stamped(steps(9, 10), [1, 1, 2, 3, 4, 4, 5, 6, 7]), COPIED],
    ['six steps that are wider apart than the times', stamped(steps(7, 10), steps(7, 11, 0)), HARDLY],
    ['six steps just as wide', stamped(steps(7, 10), steps(7, 10, 0)), COPIED],
    ['one step of ten back', stamped(steps(11, 10), [1, 3, 2, 4, 5, 6, 7, 8, 9, 10, 11]), COPIED],
    ['one step of nine back', stamped(steps(10, 10), [1, 3, 2, 4, 5, 6, 7, 8, 9, 10]), HARDLY],
    ['rows in any order', stamped(steps(7, 10).toReversed(), steps(7, 9, 0).toReversed()), COPIED],
    ['times that fall as Timestamps rise', stamped(steps(7, 10).toReversed(), steps(7, 9, 0)), HARDLY],
  ] as const)('Timestamps that do not follow: %s', (_name, rows, doubt) => {
    expect(doubtOf(rows, false)).toEqual(doubt);
  });
});

/** Numbers that other systems write. Alone, each looks like a time; next to them is a real time that looks alike. */
describe('a number that is more likely no time', () => {
  it('six cards are no times at all', () => {
    const cards = '4111111111111111 5500005555555559 4012888888881881 6011111111111117 5105105105105100';
    const keys = [...cards.split(' '), '3530111333300000'];
    const rows = (own: readonly string[]) => own.map((key) => ({ key, seconds: TEN, stamp: undefined }));
    expect(doubtOf(rows(keys), undefined)).toEqual({ share: 0 });
    expect(doubtOf(rows(keys.with(0, '4111111111111112')), undefined)).toEqual(NONE);
  });
});
