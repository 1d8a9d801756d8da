import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import { columnTitle, readParameter } from '../../../../core/entities/columns/columnRef.ts';
import type { Difference, DifferingNumbers } from '../../../../core/entities/differs/columnDifference.ts';
import type { Differences } from '../../../../core/entities/differs/differences.ts';
import { severityReader } from '../../../../core/rows/severity.ts';
import { numberText } from '../../../../core/words.ts';
import { formatCount, formatPlural, formatShare } from '../../../../ui/format.ts';
import { groupWords } from '../groups/groupTable.ts';

/** Of fewer selected rows, or fewer others, only large differences can be told from chance. */
const FEW_ROWS = 30;
/** Columns that are named in one line. */
const MOST_NAMES = 5;
/** Below this, a smaller chance means no more. */
const LEAST_CHANCE = 1e-9;

/** "63 % of the selected rows (400), 20 % of the others (4,175)". */
export function countWords(
  rows: { readonly selected: number; readonly rest: number },
  compared: Differences['compared'],
): string {
  const share = (part: 'selected' | 'rest'): string => formatShare(rows[part] / Math.max(1, compared[part]));
  return `${share('selected')} of the selected rows (${formatCount(rows.selected)}), ${share('rest')} of the others (${formatCount(rows.rest)})`;
}

/** Names the values of a column; a level with the word for it: "2 Error". */
export function valueWords({
  ref,
  values,
}: Pick<Difference, 'ref' | 'values'>): (label: GroupLabel) => string {
  const texts = values.flatMap(({ label }) => (label.kind === 'value' ? [label] : []));
  const severityOf = ref.fact === undefined ? severityReader({ name: ref.name, values: texts }) : undefined;
  return (label) => {
    const words = groupWords(label, ref);
    const severity = severityOf?.(words);
    return severity === undefined || severity.word === words ? words : `${words} ${severity.word}`;
  };
}

/** The rows among which a parameter is compared: those of its template. */
export function withinWords({ ref, compared }: Pick<Difference, 'ref' | 'compared'>): readonly string[] {
  const parameter = readParameter(ref.fact);
  return parameter === undefined
    ? []
    : [
        `Among ${formatPlural(compared.selected, 'selected row')} and ${formatPlural(compared.rest, 'other')} of \u201c${parameter.template}\u201d`,
      ];
}

/** How strong a difference is, beside the name of its column. */
export function strengthWords({ strength, numbers, values }: Difference): string {
  // Single numbers that differ say more than where most are.
  if (numbers === undefined || numbers.type === 'Edm.DateTime' || values.length > 0)
    return `Cram\u00e9r\u2019s V ${strength.toFixed(2)}`;
  const [selected, rest] = [numbers.selected[4]?.number ?? 0, numbers.rest[4]?.number ?? 0];
  return `p95 ${numberText(selected)} and ${numberText(rest)}`;
}

/** The test in words and in numbers. */
export function testWords({ strength, g, p, numbers }: Difference): string {
  const tested = [
    `Strength ${strength.toFixed(2)} of 1 (Cram\u00e9r\u2019s V${numbers === undefined ? '' : ' of ten parts with as many rows each'}).`,
    ...(numbers === undefined ? [] : [rankWords(numbers)]),
    g === undefined
      ? 'Each value by Fisher\u2019s exact test, because there are few rows.'
      : `G-test: G = ${numberText(g.statistic)}, ${formatPlural(g.df, 'degree')} of freedom.`,
    `Chance alone gives as much in ${chanceWords(p)} comparisons, corrected for all that was tried.`,
  ];
  return tested.join(' ');
}

function rankWords({ greater, type }: DifferingNumbers): string {
  const what = type === 'Edm.DateTime' ? 'later' : 'greater';
  return `Rank test (Mann-Whitney): the selected row is ${what} in ${formatShare(greater)} of all pairs with another row.`;
}

function chanceWords(p: number): string {
  return p < LEAST_CHANCE ? 'less than 1 of 1,000,000,000' : `1 of ${formatCount(Math.floor(1 / p))}`;
}

/** Why nothing is compared, or that nothing differs; undefined: something does. */
export function emptyWords({ all, tried, differences, pairs }: Differences): string | undefined {
  if (all.selected === 0) return 'No row is selected.';
  if (all.rest === 0) return 'All rows are selected: there are no others to compare them with.';
  if (tried === 0) {
    const [rows, kind] = all.selected < all.rest ? [all.selected, 'selected row'] : [all.rest, 'other row'];
    return `Too few to compare: ${formatPlural(rows, kind)}. 5 are needed.`;
  }
  if (pairs.length > 0 || differences.some(({ follows }) => follows === undefined)) return undefined;
  return differences.length === 0
    ? 'No column differs by more than chance.'
    : 'Nothing else differs by more than chance.';
}

/** "3 columns follow from the selection: Level, PartitionKey, RowKey". */
export function followWords(following: readonly Difference[]): string {
  const refs = following.flatMap(({ ref, sameAs }) => [ref, ...sameAs]);
  const names = refs.slice(0, MOST_NAMES).map(columnTitle).join(', ');
  const more = refs.length > MOST_NAMES ? ` and ${refs.length - MOST_NAMES} more` : '';
  return `${formatPlural(refs.length, 'column')} ${refs.length === 1 ? 'follows' : 'follow'} from the selection: ${names}${more}`;
}

/** What limits the answer. */
export function limitWords({ all, compared, tried, leftOut }: Differences): readonly string[] {
  if (tried === 0) return [];
  const fewest = Math.min(all.selected, all.rest);
  const isSample = compared.selected + compared.rest < all.selected + all.rest;
  return [
    ...(fewest < FEW_ROWS
      ? [
          `Only ${formatPlural(fewest, all.selected <= all.rest ? 'selected row' : 'other row')}: small differences cannot be told from chance.`,
        ]
      : []),
    ...(isSample
      ? [
          `Shares are of a sample: ${formatCount(compared.selected)} of ${formatCount(all.selected)} selected rows, ${formatCount(compared.rest)} of ${formatCount(all.rest)} others.`,
        ]
      : []),
    ...(leftOut === 0
      ? []
      : [`Not compared, because few rows have them: ${formatPlural(leftOut, 'property', 'properties')}.`]),
  ];
}

/** What was looked at. */
export function triedWords({ differences, same, unique, tried }: Differences): string {
  const columns = differences.reduce(
    (sum, { sameAs }) => sum + 1 + sameAs.length,
    same.length + unique.length,
  );
  return `Compared ${formatPlural(columns, 'column')}, corrected for ${formatPlural(tried, 'value')} tried (Holm).`;
}

export const titlesOf = (refs: readonly ColumnRef[]): string => refs.map(columnTitle).join(', ');
