import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { columnTitle, readParameter } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference } from '../../../../core/rows/differs/columnDifference.ts';
import type { Differences } from '../../../../core/rows/differs/differences.ts';
import type { DifferingPair } from '../../../../core/rows/differs/pairs.ts';
import type { Counts } from '../../../../core/rows/differs/significance.ts';
import { severityReader } from '../../../../core/rows/severity.ts';
import { formatInstant } from '../../../../core/time/formatInstant.ts';
import { isoToTicks } from '../../../../core/time/ticks.ts';
import { numberText, someOf } from '../../../../core/words.ts';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { groupWords } from '../groups/groupTable.ts';

/** With fewer selected rows, or fewer others, only large differences can be told from chance. */
const FEW_ROWS = 30;
/** At most this many columns are named in one line. */
const MOST_NAMES = 5;
/** Smaller chances are only said to be less than this, because their exact size means nothing. */
const LEAST_CHANCE = 1e-9;

export const titlesOf = (refs: readonly ColumnRef[]): string => refs.map(columnTitle).join(', ');

/** The shares, 0..1, of the selected rows and of the others. */
export const sharesOf = (rows: Counts, compared: Counts): Counts => ({
  selected: rows.selected / Math.max(1, compared.selected),
  rest: rows.rest / Math.max(1, compared.rest),
});

/** "63 % of the selected rows (400), 20 % of the others (4,175)". */
export function countWords(rows: Counts, compared: Counts): string {
  const { selected, rest } = sharesOf(rows, compared);
  return `${formatShare(selected)} of the selected rows (${formatCount(rows.selected)}), ${formatShare(rest)} of the others (${formatCount(rows.rest)})`;
}

/** The text of values of a column. A level gets its word: "2 Error". An hour is in the shown time zone: "11-27 13:00". */
export function valueWords(
  ref: ColumnRef,
  labels: readonly GroupLabel[],
  timeZone: string | undefined,
): (label: GroupLabel) => string {
  const values = labels.flatMap((label) => (label.kind === 'value' ? [label] : []));
  const severityOf = ref.fact === undefined ? severityReader({ name: ref.name, values }) : undefined;
  return (label) => {
    const words = groupWords(label, ref);
    if (ref.fact === 'hour' && label.kind === 'value') return timeText(words, timeZone).slice(0, -3);
    const severity = severityOf?.(words);
    return severity === undefined || severity.word === words ? words : `${words} ${severity.word}`;
  };
}

/** The text of two values that rows have together. */
export function pairWords(
  { refs: [a, b], labels: [first, second] }: DifferingPair,
  timeZone?: string,
): string {
  return `${valueWords(a, [], timeZone)(first)}, ${valueWords(b, [], timeZone)(second)}`;
}

/** "11-27 13:06:53" */
export function timeText(iso: string, timeZone: string | undefined): string {
  const { date, timeOfDay } = formatInstant(isoToTicks(iso), timeZone);
  return `${date.slice(5)} ${timeOfDay.slice(0, 8)}`;
}

/** Notes before the values of a column: among which rows a parameter is compared, and which other columns select the same rows. */
export function noteWords({ ref, sameAs, compared }: Difference): readonly string[] {
  const parameter = readParameter(ref.fact);
  return [
    parameter &&
      `Among ${formatPlural(compared.selected, 'selected row')} and ${formatPlural(compared.rest, 'other')} of \u201c${parameter.template}\u201d`,
    sameAs.length > 0 && `Same rows as ${titlesOf(sameAs)}`,
  ].filter((words) => typeof words === 'string');
}

/** How strong a difference is; shown next to the name of its column. */
export function strengthWords({ strength, numbers, values }: Difference): string {
  // If single values differ, they say more than the range of the numbers.
  if (numbers === undefined || numbers.type === 'Edm.DateTime' || values.length > 0)
    return `Cram\u00e9r\u2019s V ${strength.toFixed(2)}`;
  const [selected, rest] = [numbers.selected[4]?.number ?? 0, numbers.rest[4]?.number ?? 0];
  return `p95 ${numberText(selected)} and ${numberText(rest)}`;
}

/** The results of the tests, in words and numbers. */
export function testWords({ strength, g, p, numbers }: Difference): string {
  const chance = p < LEAST_CHANCE ? 'less than 1 of 1,000,000,000' : `1 of ${formatCount(Math.floor(1 / p))}`;
  const tested = [
    `Strength ${strength.toFixed(2)} of 1 (Cram\u00e9r\u2019s V${numbers === undefined ? '' : ' of ten parts with as many rows each'}).`,
    numbers &&
      `Rank test (Mann-Whitney): the selected row is ${numbers.type === 'Edm.DateTime' ? 'later' : 'greater'} in ${formatShare(numbers.greater)} of all pairs with another row.`,
    g === undefined
      ? 'Each value by Fisher\u2019s exact test, because there are few rows.'
      : `G-test: G = ${numberText(g.statistic)}, ${formatPlural(g.df, 'degree')} of freedom.`,
    `Chance alone gives as much in ${chance} comparisons, corrected for all that was tried.`,
  ];
  return tested.filter(Boolean).join(' ');
}

/** Why nothing is compared, or that nothing differs; undefined if there are differences. */
export function emptyWords({ all, tried, differences, pairs }: Differences): string | undefined {
  if (all.selected === 0) return 'No row is selected.';
  if (all.rest === 0) return 'All rows are selected: there are no others to compare them with.';
  if (tried === 0) {
    const [rows, kind] = all.selected < all.rest ? [all.selected, 'selected row'] : [all.rest, 'other row'];
    return `Too few to compare: ${formatPlural(rows, kind)}. 5 are needed.`;
  }
  if (pairs.length > 0 || differences.some(({ follows }) => follows === undefined)) return undefined;
  return `${differences.length === 0 ? 'No column' : 'Nothing else'} differs by more than chance.`;
}

/** "3 columns follow from the selection: Level, PartitionKey, RowKey". */
export function followWords(following: readonly Difference[]): string {
  const refs = following.flatMap(({ ref, sameAs }) => [ref, ...sameAs]);
  return `${formatPlural(refs.length, 'column')} ${refs.length === 1 ? 'follows' : 'follow'} from the selection: ${someOf(refs.map(columnTitle), MOST_NAMES)}`;
}

/** What limits the answer, such as few rows. */
export function limitWords({ all, compared, tried, leftOut }: Differences): readonly string[] {
  if (tried === 0) return [];
  const fewest = Math.min(all.selected, all.rest);
  const isSample = compared.selected + compared.rest < all.selected + all.rest;
  return [
    fewest < FEW_ROWS &&
      `Only ${formatPlural(fewest, all.selected <= all.rest ? 'selected row' : 'other row')}: small differences cannot be told from chance.`,
    isSample &&
      `Shares are of a sample: ${formatCount(compared.selected)} of ${formatCount(all.selected)} selected rows, ${formatCount(compared.rest)} of ${formatCount(all.rest)} others.`,
    leftOut > 0 &&
      `Not compared, because few rows have them: ${formatPlural(leftOut, 'property', 'properties')}.`,
  ].filter((words) => typeof words === 'string');
}

/** What was compared. */
export function triedWords({ differences, same, unique, tried }: Differences): string {
  const differing = differences.flatMap(({ ref, sameAs }) => [ref, ...sameAs]);
  const columns = differing.length + same.length + unique.length;
  return `Compared ${formatPlural(columns, 'column')}, corrected for ${formatPlural(tried, 'value')} tried (Holm).`;
}
