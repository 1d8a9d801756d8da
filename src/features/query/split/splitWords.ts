import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { stateWords } from '../../../core/plan/completenessText.ts';
import { derivedWords, isProven } from '../../../core/plan/derived.ts';
import { countText, rowCountWords, someOf } from '../../../core/words.ts';
import type { ChangedRows, ResultComparison } from '../../../state/results/compareResults.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { formatPlural } from '../../../ui/format.ts';
import type { Side } from './splitSides.ts';

/** The parts of a result that the words for a comparison need. */
export type WordedSide = Pick<Side, 'points' | 'file' | 'letter'> & {
  readonly run: Pick<Side['run'], 'plan' | 'completeness'>;
};

/** Whether a result is proven to have all its rows. */
function isWhole({ run, points }: WordedSide): boolean {
  return isProven(run.completeness) && (points?.receipt.rowsLeft ?? 0) === 0;
}

/** `Of what was read: 1,204 rows are in both (5 with other values), 12 only in A, 3 only in B.` */
export function comparisonText(
  { both, onlyFirst, onlySecond, changed }: ResultComparison,
  first: WordedSide,
  second: WordedSide,
): string {
  const head = isWhole(first) && isWhole(second) ? '' : 'Of what was read: ';
  const other =
    changed === undefined || changed.rows === 0 ? '' : ` (${countText(changed.rows)} with other values)`;
  const counts = `${head}${rowCountWords(both)} ${both === 1 ? 'is' : 'are'} in both${other}`;
  if (onlyFirst + onlySecond === 0) return `${counts}, none in one only.`;
  return `${counts}, ${countText(onlyFirst)} only in A, ${countText(onlySecond)} only in B.`;
}

/** `Other values: DurationMs in 4 rows, Level in 1 row, of the first 20 of 340.` */
export function changedWords({ rows, looked, properties }: ChangedRows): string {
  if (rows === 0) return '';
  const names = properties.map((each) => `${each.name} in ${formatPlural(each.rows, 'row')}`);
  return `Other values: ${someOf(names, MOST_NAMES)}${looked < rows ? `, of the first ${countText(looked)} of ${countText(rows)}` : ''}.`;
}

function doubt(side: WordedSide, other: WordedSide): readonly string[] {
  const { letter, run } = side;
  const { derived } = run.completeness;
  const origin = derived === undefined ? [] : [`${letter} holds only rows ${derivedWords(derived)}.`];
  if (isWhole(side)) return origin;
  const state = isProven(run.completeness)
    ? 'not all of its rows were read as points'
    : stateWords(run.completeness);
  return [
    `${letter} is not proven complete (${state}): rows only in ${other.letter} may be unread in ${letter}.`,
    ...origin,
  ];
}

/** If the queries differ, rows may be missing in a result only because its query leaves them out. */
function askedWords(first: WordedSide, second: WordedSide, shift: bigint): readonly string[] {
  const files = [first, second].flatMap(({ file, letter }) => (file === undefined ? [] : [letter]));
  if (files.length > 0)
    return [
      `${files.join(' and ')} ${files.length === 1 ? 'is a file' : 'are files'}: which rows the query behind it read is not known.`,
    ];
  const [one, two] = [first, second].map(({ run }) => {
    const { filter, prefixes, partitionKey, rowKey } = run.plan.request;
    return JSON.stringify([filter, prefixes, partitionKey, rowKey]);
  });
  const [ofA, ofB] = [first, second].map(({ run }) => run.plan.request.window);
  const length = (window: TickSpan | undefined) => window && window.to - window.from;
  const isSameTime = length(ofA) === length(ofB) && (shift !== 0n || ofA?.from === ofB?.from);
  return [
    ...(isSameTime
      ? []
      : ['A and B read different times: a row at a time that only one of them read is only in that one.']),
    ...(one === two
      ? []
      : ['The queries of A and B differ in filter, prefixes or keys, so they read different rows.']),
  ];
}

const MOST_NAMES = 5;

function valueWords({ changed }: ResultComparison): readonly string[] {
  if (changed === undefined)
    return ['Only keys without their time are compared, by digests of 64 bits, and no values.'];
  const sides = [
    ['A', 'B', changed.onlyFirst, changed.leftOutFirst],
    ['B', 'A', changed.onlySecond, changed.leftOutSecond],
  ] as const;
  return [
    ...sides.flatMap(([name, other, names]) =>
      names.length === 0
        ? []
        : `No row of ${other} has a value of ${someOf(names, MOST_NAMES)}: rows of ${name} that have such a value count as changed.`,
    ),
    ...sides.flatMap(([name, other, , names]) =>
      names.length === 0
        ? []
        : `Not compared, because the query or file of ${other} leaves it out: ${someOf(names, MOST_NAMES)} of ${name}.`,
    ),
    'Keys and values are compared by digests of 64 and 32 bits; Timestamp and etag are not. A null counts as no value.',
  ];
}

/** What a reader must know to understand a comparison, the most important first. `shift`: how much later B is, in ticks. */
export function comparisonNotes(
  compared: ResultComparison,
  first: WordedSide,
  second: WordedSide,
  shift: bigint,
): readonly string[] {
  // The name is '' for a file that does not say which table it is of.
  const tables = [first.run.plan.request.tableName, second.run.plan.request.tableName];
  const isOneTable = tables[0] === tables[1] || tables.includes('');
  return [
    ...doubt(first, second),
    ...doubt(second, first),
    ...(isOneTable
      ? []
      : [`A reads ${tables.join(', B reads ')}: rows are the same if their keys are, whatever their table.`]),
    ...askedWords(first, second, shift),
    ...(shift === 0n
      ? []
      : [
          `B is drawn ${durationText(shift < 0n ? -shift : shift)} ${shift > 0n ? 'earlier' : 'later'} than it is, so that both are on one axis.`,
        ]),
    ...valueWords(compared),
  ];
}

/** How two results lie on one axis, if they are apart: `B is 3 d later`, `Times far apart`. `shift`: ticks. */
export function axisWords(shift: bigint): string {
  if (shift === 0n) return 'Times far apart';
  return `B is ${durationText(shift < 0n ? -shift : shift)} ${shift > 0n ? 'later' : 'earlier'}`;
}

/** `B minus A, rows in each 1 min: 12 more and 340 fewer.` `selected`: the results of which only selected rows are counted. */
export function differenceText(
  difference: readonly number[],
  bucketTicks: bigint,
  selected: readonly ('A' | 'B')[],
): string {
  const more = difference.reduce((sum, value) => sum + Math.max(0, value), 0);
  const fewer = difference.reduce((sum, value) => sum + Math.max(0, -value), 0);
  const [only, both] = selected;
  const ofOne = only !== undefined && both === undefined ? ` (of ${only} only its selected rows)` : '';
  const rows = both === undefined ? 'rows' : 'selected rows';
  const head = `B minus A${ofOne}, ${rows} in each ${durationText(bucketTicks)}`;
  return more + fewer === 0
    ? `${head}: no difference.`
    : `${head}: ${countText(more)} more and ${countText(fewer)} fewer.`;
}
