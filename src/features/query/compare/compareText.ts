import { derivedWords, isProven } from '../../../core/plan/derived.ts';
import { durationText } from '../../../core/time/durationText.ts';
import { countText, rowCountWords, secondsText } from '../../../core/words.ts';
import {
  closedWindow,
  type IdentityKind,
  type ResultComparison,
} from '../../../state/results/compareResults.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** A result as the words of a comparison need it. */
export type WordedSide = Pick<OpenResult, 'points' | 'file'> & {
  readonly run: Pick<RunState, 'plan' | 'completeness'>;
};

/** Whether all rows of a result are proven to be there. */
export function isWhole({ run, points }: WordedSide): boolean {
  return isProven(run.completeness) && (points?.receipt.rowsLeft ?? 0) === 0;
}

const STATE_WORDS = {
  running: 'still being read',
  derived: 'not all of its rows were read as points',
  complete: 'not all of its rows were read as points',
  incomplete: 'Incomplete',
  unverifiable: 'Unverifiable',
  stopped: 'Stopped',
} as const;

const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** `Of what was read: 1,204 rows are in both, 12 only in A, 3 only in B.` */
export function comparisonText(compared: ResultComparison, first: WordedSide, second: WordedSide): string {
  const { both, changed } = compared;
  const [onlyFirst, onlySecond] = [compared.onlyFirst.length, compared.onlySecond.length];
  const head = isWhole(first) && isWhole(second) ? '' : 'Of what was read: ';
  const other = (changed?.rows ?? 0) > 0 ? ` (${countText(changed?.rows ?? 0)} with other values)` : '';
  const counts = `${head}${rowCountWords(both)} ${are(both)} in both${other}`;
  if (onlyFirst + onlySecond === 0) return `${counts}, none in one only.`;
  return `${counts}, ${countText(onlyFirst)} only in A, ${countText(onlySecond)} only in B.`;
}

/** A part of a query's rows lacks the others for that reason alone. */
function originWords(name: string, { run }: WordedSide): readonly string[] {
  const { derived } = run.completeness;
  return derived === undefined ? [] : [`${name} holds only rows ${derivedWords(derived)}.`];
}

function doubt(name: string, other: string, side: WordedSide): readonly string[] {
  if (isWhole(side)) return [];
  const state = STATE_WORDS[side.run.completeness.state];
  return [`${name} is not proven complete (${state}): rows only in ${other} may be unread in ${name}.`];
}

/** Rows that one query leaves out are missing in its result for that reason alone. */
function askedWords(first: WordedSide, second: WordedSide): readonly string[] {
  const files = [first, second].flatMap(({ file }, at) => (file === undefined ? [] : [at === 0 ? 'A' : 'B']));
  if (files.length > 0)
    return [
      `${files.join(' and ')} ${files.length === 1 ? 'is a file' : 'are files'}: which rows the query behind it read is not known.`,
    ];
  const [one, two] = [first, second].map(({ run }) => {
    const { filter, prefixes, partitionKey, rowKey } = run.plan.request;
    return JSON.stringify([filter, prefixes, partitionKey, rowKey]);
  });
  return one === two
    ? []
    : ['The queries of A and B differ in filter, prefixes or keys, so they read different rows.'];
}

function shiftWords(first: WordedSide, second: WordedSide): readonly string[] {
  const [one, two] = [closedWindow(first.run), closedWindow(second.run)];
  if (one === undefined || two === undefined || one.from === two.from) return [];
  const seconds = Number(one.from - two.from) / 1e7;
  const way = seconds > 0 ? 'later' : 'earlier';
  return [`B is shifted ${secondsText(Math.abs(seconds))} ${way} so that both start at the left.`];
}

function identityWords(kind: IdentityKind, { first, second }: ResultComparison): readonly string[] {
  if (kind === 'key') return [];
  if (first.timed + second.timed === 0)
    return ['The key schemes of A and B find no time in the keys, so whole keys are compared.'];
  return kind === 'timeless'
    ? ['Some keys repeat without their time: each pairs as many times as both results have it.']
    : [
        'Rows pair if their keys differ only in time and both are equally long after the start of their result.',
      ];
}

const BASIS_WORDS = {
  none: 'no time',
  key: 'the time in keys',
  event: 'the event time',
  arrival: 'Timestamp, when rows were stored',
} as const;

/** Rows of the same instant are counted at different times, or would be. */
function basisWords({ first, second, countedBy }: ResultComparison): readonly string[] {
  if (countedBy === 'key')
    return [
      'Only one of A and B has event times, so the rows of both are counted by the time in their keys.',
    ];
  if (first.basis === undefined || second.basis === undefined || first.basis === second.basis) return [];
  return [
    `The chart counts A by ${BASIS_WORDS[first.basis]}, B by ${BASIS_WORDS[second.basis]}: differences in it may come from that alone.`,
  ];
}

function valueWords({ changed }: ResultComparison, first: WordedSide, second: WordedSide): readonly string[] {
  const tail = 'Row filters are ignored.';
  if (changed === undefined) return [`Keys are compared (by a digest of 64 bits), values are not. ${tail}`];
  const { inBoth, onlyFirst, onlySecond, leftOutFirst, leftOutSecond } = changed.values;
  const [one, two] = [first, second].map(({ run }) => JSON.stringify(run.plan.request.select));
  const count = inBoth.length + onlyFirst.length + onlySecond.length;
  const which = `${countText(count)} ${count === 1 ? 'column' : 'columns'}${one === two ? '' : ' that both hold'}`;
  return [
    ...oneSidedWords('A', 'B', onlyFirst),
    ...oneSidedWords('B', 'A', onlySecond),
    ...leftOutWords('A', 'B', leftOutFirst),
    ...leftOutWords('B', 'A', leftOutSecond),
    `Keys and the values of ${which} are compared (by digests of 64 and 32 bits), Timestamp and etag are not. A null counts as no value. ${tail}`,
  ];
}

/** Names that a sentence lists. */
const MOST_NAMES = 5;

function namesText(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${countText(names.length - MOST_NAMES)} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** All rows of one may have a property that no row of the other has: then all of them differ for that reason alone. */
function oneSidedWords(name: string, other: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    `No row of ${other} has a value of ${namesText(names)}: rows of ${name} that have such a value count as rows with other values.`,
  ];
}

/** What a query did not read, or a file does not hold, is not known of that result. */
function leftOutWords(name: string, other: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  return [
    `Not compared, because the query or file of ${other} leaves it out: ${namesText(names)} of ${name}.`,
  ];
}

/** What must be known to read a comparison rightly; the weightiest first. */
export function comparisonNotes(
  compared: ResultComparison,
  first: WordedSide,
  second: WordedSide,
  kind: IdentityKind,
): readonly string[] {
  // '': a file that does not say of which table it is.
  const tables = [first.run.plan.request.tableName, second.run.plan.request.tableName];
  const uncounted = [compared.first.uncounted, compared.second.uncounted];
  return [
    ...doubt('A', 'B', first),
    ...doubt('B', 'A', second),
    ...originWords('A', first),
    ...originWords('B', second),
    ...(tables[0] === tables[1] || tables.includes('')
      ? []
      : [
          `A reads ${tables[0]}, B reads ${tables[1]}: rows are the same if their keys are, whatever their table.`,
        ]),
    ...askedWords(first, second),
    ...basisWords(compared),
    ...identityWords(kind, compared),
    ...shiftWords(first, second),
    ...uncounted.flatMap((rows, at) =>
      rows === 0
        ? []
        : [
            `${rowCountWords(rows)} of ${at === 0 ? 'A' : 'B'} ${are(rows)} not in the chart: no time, or outside the time range.`,
          ],
    ),
    ...valueWords(compared, first, second),
  ];
}

/**
 * `B minus A, rows in each 1 min: 12 more and 340 fewer, where both were read.` `isUnsure`: rows of A or B may be missing, and nothing
 * tells at which times, so the counts hold for what was read only.
 */
export function differenceTitle(difference: Float64Array, bucketTicks: bigint, isUnsure: boolean): string {
  let [more, fewer] = [0, 0];
  for (const value of difference) {
    if (value > 0) more += value;
    if (value < 0) fewer -= value;
  }
  const where = difference.some(Number.isNaN) ? ', where both were read' : '';
  const part = isUnsure ? ' in what was read. Not proven: rows of A or B may be missing' : where;
  const head = `B minus A, rows in each ${durationText(bucketTicks)}`;
  if (more + fewer === 0) return `${head}: no difference${part}.`;
  return `${head}: ${countText(more)} more and ${countText(fewer)} fewer${part}.`;
}

/** `Only in A: the first 20 of 340` */
export function examplesTitle(title: string, shown: number, all: number): string {
  return shown < all
    ? `${title}: the first ${countText(shown)} of ${countText(all)}`
    : `${title}: ${countText(all)}`;
}
