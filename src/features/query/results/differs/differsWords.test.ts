import { expect, it } from 'vitest';
import type { Difference } from '../../../../core/rows/differs/columnDifference.ts';
import { NO_DIFFERENCES } from '../../../../core/rows/differs/differences.ts';
import {
  countWords,
  emptyWords,
  followWords,
  limitWords,
  testWords,
  triedWords,
  valueWords,
} from './differsWords.ts';

const counts = (selected: number, rest: number) => ({ selected, rest });
const answer = (selected: number, rest: number, compared = counts(selected, rest)) => ({
  ...NO_DIFFERENCES,
  all: counts(selected, rest),
  compared,
  tried: 1204,
});
const difference: Difference = {
  ref: { name: 'Level' },
  sameAs: [{ name: 'Kind' }],
  follows: { name: 'Succeeded' },
  strength: 0.178,
  p: 0.000_25,
  compared: { selected: 632, rest: 20_877 },
  g: { statistic: 812.34, df: 2, p: 0.001 },
  values: [],
  numbers: undefined,
};

it.each([
  [counts(0, 9), 'No row is selected.'],
  [counts(9, 0), 'All rows are selected: there are no others to compare them with.'],
  [counts(1, 900), 'Too few to compare: 1 selected row. 5 are needed.'],
  [counts(900, 4), 'Too few to compare: 4 other rows. 5 are needed.'],
])('why nothing is compared: %o', (all, words) => {
  expect(emptyWords({ ...NO_DIFFERENCES, all })).toBe(words);
});

it('what only follows from the selection is no difference', () => {
  expect(emptyWords(answer(632, 20_877))).toBe('No column differs by more than chance.');
  expect(emptyWords({ ...answer(632, 20_877), differences: [difference] })).toMatch(/^Nothing else differs/);
  const own = { ...difference, follows: undefined };
  expect(emptyWords({ ...answer(632, 20_877), differences: [difference, own] })).toBeUndefined();
});

it('what follows from the selection is one line', () => {
  expect(followWords([difference])).toBe('2 columns follow from the selection: Level, Kind');
  const one = { ...difference, sameAs: [] };
  expect(followWords([one])).toBe('1 column follows from the selection: Level');
  expect(followWords([1, 2, 3, 4, 5, 6].map((at) => ({ ...one, ref: { name: `A${at}` } })))).toBe(
    '6 columns follow from the selection: A1, A2, A3, A4, A5 and 1 more',
  );
});

it('small selections, samples and what was left out are told', () => {
  expect(limitWords(answer(632, 20_877))).toEqual([]);
  expect(limitWords({ ...answer(12, 500_000, counts(12, 24_988)), leftOut: 1 })).toEqual([
    'Only 12 selected rows: small differences cannot be told from chance.',
    'Shares are of a sample: 12 of 12 selected rows, 24,988 of 500,000 others.',
    'Not compared, because few rows have them: 1 property.',
  ]);
});

it('a test in words and in numbers', () => {
  expect(testWords(difference)).toBe(
    'Strength 0.18 of 1 (Cram\u00e9r\u2019s V). G-test: G = 812, 2 degrees of freedom. Chance alone gives as much in 1 of 4,000 comparisons, corrected for all that was tried.',
  );
  expect(countWords(counts(400, 4175), counts(632, 20_877))).toBe(
    '63 % of the selected rows (400), 20 % of the others (4,175)',
  );
  expect(triedWords({ ...answer(632, 20_877), differences: [difference] })).toBe(
    'Compared 2 columns, corrected for 1,204 values tried (Holm).',
  );
});

it('a level is shown with its word, an hour in the zone of the reader, any other value as it is', () => {
  const value = (text: string) => ({ kind: 'value', text }) as const;
  const words = (name: string, texts: readonly string[]) =>
    texts.map((text) => valueWords({ name }, texts.map(value), undefined)(value(text)));
  expect(words('Level', ['2', '3'])).toEqual(['2 Error', '3 Warning']);
  expect(words('Level', ['Error'])).toEqual(['Error']);
  expect(words('Shard', ['2', '3'])).toEqual(['2', '3']);
  expect(valueWords({ name: 'Level' }, [value('2')], undefined)({ kind: 'absent' })).toBe('(no Level)');
  const hourOf = valueWords({ name: 'Hour', fact: 'hour' }, [], 'Asia/Kolkata');
  expect(hourOf(value('2026-11-27T13:00:00Z'))).toBe('11-27 18:30');
});
