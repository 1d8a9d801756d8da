import { type ColumnRef, columnRefName, readKeyPart, readParameter } from '../columns/columnRef.ts';
import type { TimeColumn } from '../order/timeColumn.ts';
import type { Classes } from './classes.ts';
import type { RowSample } from './sample.ts';

const isKey = ({ name, fact }: ColumnRef): boolean =>
  fact === undefined && (name === 'PartitionKey' || name === 'RowKey');
/** A key, or a part of one. */
const isOfKey = (ref: ColumnRef): boolean => isKey(ref) || readKeyPart(ref.fact) !== undefined;
const isTime = ({ name, fact }: ColumnRef): boolean =>
  fact === 'time' || fact === 'hour' || (fact === undefined && name === 'Timestamp');

/** Whether a column is determined by another in every table. `hasTime`: the keys hold the time. */
function followsAlways(column: ColumnRef, from: ColumnRef, hasTime: boolean): boolean {
  const isOfText =
    column.name === from.name &&
    [column.fact, from.fact].every(
      (fact) => fact === undefined || fact === 'template' || readParameter(fact) !== undefined,
    );
  if (isOfText || columnRefName(column) === columnRefName(from)) return true;
  if (isTime(from)) return isTime(column) || (isOfKey(column) && hasTime);
  if (from.fact === 'prefix') return isKey(column);
  if (readKeyPart(from.fact) !== undefined) return isKey(column) && column.name === from.name;
  return isKey(from) && (column.fact === 'prefix' || isKey(column) || (isTime(column) && hasTime));
}

/** Share of the rows of a value that another column's value must hold to follow from it: a few late or odd rows change nothing. */
const MOST_ROWS_OF_VALUE = 0.99;
/** Numbers in the same order, such as the time of a row and when it was stored, are in the same tenth, or in the next one. */
const SAME_PART = 0.9;

/** The filtered column that a column follows from; undefined: none. */
export function followsFrom(
  column: Classes,
  filtered: readonly { readonly ref: ColumnRef; readonly classes: Classes | undefined }[],
  sample: RowSample,
  keyTimes: TimeColumn,
): ColumnRef | undefined {
  return filtered.find(({ ref, classes }) => {
    const hasTime = !isOfKey(column.ref) || isOneTime(column, sample, keyTimes);
    if (followsAlways(column.ref, ref, hasTime)) return true;
    if (classes === undefined || classes.classes.length < 2) return false;
    if (classes.numbers !== undefined) return column.numbers !== undefined && isSameOrder(classes, column);
    return decides(classes, column, MOST_ROWS_OF_VALUE);
  })?.ref;
}

/** Whether a column is a key that holds the time, and with it the prefix: where these differ, it says the same again. */
export function isKeyOfTime(column: Classes, sample: RowSample, keyTimes: TimeColumn): boolean {
  return isOfKey(column.ref) && isOneTime(column, sample, keyTimes);
}

/** Whether all rows with a value of a key have the same time: then it holds the time. */
function isOneTime({ codes, classes }: Classes, { rows }: RowSample, { secondsAt }: TimeColumn): boolean {
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

/** Whether two columns hold the same rows: whoever knows the value of one knows that of the other. */
export function isSameColumn(a: Classes, b: Classes): boolean {
  if (a.numbers !== undefined && b.numbers !== undefined) return isSameOrder(a, b);
  return a.classes.length === b.classes.length && decides(a, b, 1) && decides(b, a, 1);
}

function isSameOrder(a: Classes, b: Classes): boolean {
  return decides(a, b, SAME_PART) && decides(b, a, SAME_PART);
}

/** Whether most rows of each value of `from` have one value of `to`. */
function decides(from: Classes, to: Classes, share: number): boolean {
  const width = to.classes.length;
  const together = new Uint32Array(from.classes.length * width);
  for (let at = 0; at < from.codes.length; at++) {
    const cell = (from.codes[at] as number) * width + (to.codes[at] as number);
    together[cell] = (together[cell] as number) + 1;
  }
  return from.classes.every(({ label, selected, rest }, at) => {
    const most = together.subarray(at * width, (at + 1) * width).reduce((a, b) => Math.max(a, b), 0);
    // Nothing is known of values that count together, so they must be few.
    if (label?.kind === 'others' && share < 1) return (selected + rest) * 10 < from.codes.length;
    return most >= share * (selected + rest);
  });
}
