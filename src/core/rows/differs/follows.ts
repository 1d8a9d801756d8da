import {
  type ColumnRef,
  columnRefName,
  readKeyPart,
  readParameter,
} from '../../entities/columns/columnRef.ts';
import { type Classes, NOT_COMPARED, PARTS } from './classes.ts';
import type { TestedColumn } from './columnDifference.ts';

/** The time in the keys of a row, in seconds, by the row's position in the sample; NaN if there is none. */
type KeyTimes = (at: number) => number;

const isParameter = ({ fact }: ColumnRef): boolean => readParameter(fact) !== undefined;
const isKey = ({ name, fact }: ColumnRef): boolean =>
  fact === undefined && (name === 'PartitionKey' || name === 'RowKey');
/** A key, or a part of one. */
const isOfKey = (ref: ColumnRef): boolean => isKey(ref) || readKeyPart(ref.fact) !== undefined;
const isTime = ({ name, fact }: ColumnRef): boolean =>
  fact === 'time' || fact === 'hour' || (fact === undefined && name === 'Timestamp');
/** Whether a column is a property itself, the template of its texts, or a parameter of that template. */
const isOfText = (ref: ColumnRef): boolean =>
  ref.fact === undefined || ref.fact === 'template' || isParameter(ref);

export const names = ({ ref, sameAs }: TestedColumn, wanted: ColumnRef): boolean =>
  [ref, ...sameAs].some((each) => columnRefName(each) === columnRefName(wanted));

/** Whether one column determines another in every table. `hasTime`: the keys hold the time. */
function followsAlways(column: ColumnRef, from: ColumnRef, hasTime: boolean): boolean {
  // A parameter is compared within its template, so neither the template nor another parameter determines it.
  if (column.name === from.name && isOfText(column) && isOfText(from))
    return !isParameter(column) || from.fact === undefined;
  if (isTime(from)) return isTime(column) || (isOfKey(column) && hasTime);
  if (from.fact === 'prefix') return isKey(column);
  if (readKeyPart(from.fact) !== undefined) return isKey(column) && column.name === from.name;
  return isKey(from) && (column.fact === 'prefix' || isKey(column) || (isTime(column) && hasTime));
}

/** Whether a column says no more than a filter on `ref` does. @param from the column of the filter, if it was compared */
export function followsFrom(
  column: Classes,
  ref: ColumnRef,
  from: Classes | undefined,
  times: KeyTimes,
): boolean {
  if (columnRefName(column.ref) === columnRefName(ref)) return true;
  const hasTime = !isOfKey(column.ref) || isOneTime(column, times);
  return followsAlways(column.ref, ref, hasTime) || (from !== undefined && tells(from, column));
}

/**
 * Whether a column that differs only repeats what another one says: it is a parameter that any other column determines, a text that its
 * template determines, or a key whose prefix or time is the other column.
 */
export function repeats(column: TestedColumn, other: TestedColumn, times: KeyTimes): boolean {
  const { ref } = other;
  if (other === column || isParameter(ref)) return false;
  if (isParameter(column.ref) || (ref.fact === 'template' && ref.name === column.ref.name))
    return tells(other, column);
  const isOfKeys = [ref, ...other.sameAs].some(({ fact }) => fact === 'prefix' || fact === 'time');
  return isOfKeys && isOfKey(column.ref) && isOneTime(column, times);
}

/** Whether all rows with the same value of a key have the same time, so that the key holds the time. */
function isOneTime({ codes, classes }: Classes, secondsAt: KeyTimes): boolean {
  const times = new Map<number, number>();
  for (const [at, code] of codes.entries()) {
    if (classes[code]?.label?.kind === 'others') continue;
    const seconds = secondsAt(at);
    if (Number.isNaN(seconds) || (times.get(code) ?? seconds) !== seconds) return false;
    times.set(code, seconds);
  }
  return true;
}

/** The share (0..1) of rows that may break a rule, as late rows do. */
const MOST_ODD = 0.01;
/** The largest share (0..1) of rows with rare values. These are counted together, so nothing is known about each of them. */
const MOST_RARE = 0.1;

/** Whether two columns divide the rows in the same way: the value of either one tells that of the other. */
export function isSameColumn(a: Classes, b: Classes): boolean {
  const isLike = a.sample === b.sample && a.classes.length === b.classes.length && a.classes.length > 1;
  if (!isLike || (a.numbers === undefined) !== (b.numbers === undefined)) return false;
  return a.numbers === undefined ? tells(a, b, 0) && tells(b, a, 0) : tells(a, b);
}

/** Whether the value of one column determines that of another, in the rows where both are compared. */
function tells(from: Classes, to: Classes, mostOdd = MOST_ODD): boolean {
  const width = to.classes.length;
  const together = new Uint32Array(from.classes.length * width);
  for (let at = 0; at < from.codes.length; at++) {
    const [code, other] = [from.codes[at] as number, to.codes[at] as number];
    if (code === NOT_COMPARED || other === NOT_COMPARED) continue;
    together[code * width + other] = (together[code * width + other] as number) + 1;
  }
  const lines = from.classes.map((_, at) => together.subarray(at * width, (at + 1) * width));
  if (from.numbers !== undefined) return to.numbers !== undefined && isSameOrder(lines);
  const isRare = (at: number): boolean => mostOdd > 0 && from.classes[at]?.label?.kind === 'others';
  const known = lines.filter((_, at) => !isRare(at));
  const totals = Array.from({ length: width }, (_, code) => sum(known.map((line) => line[code] as number)));
  const rows = sum(totals);
  // Goodman and Kruskal's lambda: of the rows that lack the most frequent value, the share that is predicted.
  const [odd, varied] = [rows - sum(known.map((line) => Math.max(...line))), rows - Math.max(...totals)];
  const isKnown = rows >= (1 - MOST_RARE) * sum(together);
  return varied > 0 && odd <= mostOdd * varied && isKnown;
}

const sum = (list: readonly number[] | Uint32Array): number => {
  let total = 0;
  for (const each of list) total += each;
  return total;
};

/**
 * Whether two columns of numbers rise together: if two rows are in different tenths of both columns, the same row is the greater one in
 * both (Goodman and Kruskal's gamma).
 */
function isSameOrder(lines: readonly Uint32Array[]): boolean {
  let [same, reverse, apart, rows] = [0, 0, 0, 0];
  /** By tenth of the other column: how many rows are in earlier tenths of this one. */
  const before = new Uint32Array(PARTS);
  for (const [a, line] of lines.entries()) {
    for (const [b, count] of line.entries()) {
      rows += count;
      // In these rows, only one of the two values is a number.
      if (a < PARTS !== b < PARTS) apart += count;
      if (a >= PARTS || b >= PARTS) continue;
      same += count * sum(before.subarray(0, b));
      reverse += count * sum(before.subarray(b + 1));
    }
    for (const b of before.keys()) before[b] = (before[b] as number) + (line[b] as number);
  }
  return same > 0 && reverse <= MOST_ODD * (same + reverse) && apart <= MOST_RARE * rows;
}
