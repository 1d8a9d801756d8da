import { type ColumnRef, columnRefName, readKeyPart, readParameter } from '../columns/columnRef.ts';
import type { TimeColumn } from '../order/timeColumn.ts';
import { type Classes, NOT_COMPARED, PARTS } from './classes.ts';

const isKey = ({ name, fact }: ColumnRef): boolean =>
  fact === undefined && (name === 'PartitionKey' || name === 'RowKey');
/** A key, or a part of one. */
const isOfKey = (ref: ColumnRef): boolean => isKey(ref) || readKeyPart(ref.fact) !== undefined;
const isTime = ({ name, fact }: ColumnRef): boolean =>
  fact === 'time' || fact === 'hour' || (fact === undefined && name === 'Timestamp');

/** Whether a column is a property itself, its template or a parameter of it. */
const isOfText = ({ fact }: ColumnRef): boolean =>
  fact === undefined || fact === 'template' || readParameter(fact) !== undefined;

/** Whether a column is determined by another one in every table. `hasTime`: the keys hold the time. */
function followsAlways(column: ColumnRef, from: ColumnRef, hasTime: boolean): boolean {
  // A parameter is compared within its template, so neither the template nor another parameter determines it.
  if (column.name === from.name && isOfText(column) && isOfText(from))
    return readParameter(column.fact) === undefined || from.fact === undefined;
  if (isTime(from)) return isTime(column) || (isOfKey(column) && hasTime);
  if (from.fact === 'prefix') return isKey(column);
  if (readKeyPart(from.fact) !== undefined) return isKey(column) && column.name === from.name;
  return isKey(from) && (column.fact === 'prefix' || isKey(column) || (isTime(column) && hasTime));
}

/** The filtered column that a column follows from; undefined: none. */
export function followsFrom(
  column: Classes,
  filtered: readonly { readonly ref: ColumnRef; readonly classes: Classes | undefined }[],
  keyTimes: TimeColumn,
): ColumnRef | undefined {
  return filtered.find(({ ref, classes }) => {
    const hasTime = !isOfKey(column.ref) || isOneTime(column, keyTimes);
    const isIt = columnRefName(column.ref) === columnRefName(ref);
    return (
      isIt || followsAlways(column.ref, ref, hasTime) || (classes !== undefined && tells(classes, column))
    );
  })?.ref;
}

/** Whether a column is a key that holds the time, and with it the prefix: where these differ, it says the same again. */
export function isKeyOfTime(column: Classes, keyTimes: TimeColumn): boolean {
  return isOfKey(column.ref) && isOneTime(column, keyTimes);
}

/** Whether all rows with a value of a key have the same time: then it holds the time. */
function isOneTime({ codes, classes, sample: { rows } }: Classes, { secondsAt }: TimeColumn): boolean {
  const times = new Map<number, number>();
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] as number;
    if (classes[code]?.label?.kind === 'others') continue;
    const seconds = secondsAt(rows[at] as number);
    if (Number.isNaN(seconds) || (times.get(code) ?? seconds) !== seconds) return false;
    times.set(code, seconds);
  }
  return true;
}

/** Share (0..1) of rows that may break the rule, such as late ones. */
const MOST_ODD = 0.01;
/** Largest share (0..1) of rare values. They are counted together, so nothing is known about each. */
const MOST_RARE = 0.1;

/** Whether two columns hold the same rows: whoever knows the value of one knows that of the other. */
export function isSameColumn(a: Classes, b: Classes): boolean {
  if (a.sample !== b.sample || a.classes.length !== b.classes.length) return false;
  if (a.numbers !== undefined || b.numbers !== undefined) return b.numbers !== undefined && tells(a, b);
  return tells(a, b, 0) && tells(b, a, 0);
}

/** Whether the value of one column determines that of another, in the rows where both are compared. */
export function tells(from: Classes, to: Classes, mostOdd = MOST_ODD): boolean {
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
  const rare = sum(lines.flatMap((line, at) => (isRare(at) ? [...line] : [])));
  const totals = Array.from({ length: width }, (_, code) => sum(known.map((line) => line[code] as number)));
  const rows = sum(totals);
  // Goodman and Kruskal's lambda: the share of rows without the most frequent value that are predicted.
  const [odd, varied] = [rows - sum(known.map((line) => Math.max(...line))), rows - Math.max(...totals)];
  return varied > 0 && odd <= mostOdd * varied && rare <= MOST_RARE * (rows + rare);
}

const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0);

/**
 * Whether two columns of numbers rise together: of two rows in different tenths of both, the same row is greater in both (Goodman and
 * Kruskal's gamma).
 */
function isSameOrder(lines: readonly Uint32Array[]): boolean {
  let [same, reverse, apart, rows] = [0, 0, 0, 0];
  /** By tenth of the other column: rows in earlier tenths of this one. */
  const before = Array.from({ length: PARTS }, () => 0);
  for (const [a, line] of lines.entries()) {
    for (const [b, count] of line.entries()) {
      rows += count;
      // Only one of the two values is a number.
      if (a < PARTS !== b < PARTS) apart += count;
      if (count === 0 || a >= PARTS || b >= PARTS) continue;
      same += count * sum(before.slice(0, b));
      reverse += count * sum(before.slice(b + 1));
    }
    for (const b of before.keys()) before[b] = (before[b] as number) + (line[b] as number);
  }
  return same > 0 && reverse <= MOST_ODD * (same + reverse) && apart <= MOST_RARE * rows;
}
