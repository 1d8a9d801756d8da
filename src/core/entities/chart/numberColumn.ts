import { KIND_NAN, KIND_NULL, KIND_NUMBER, KIND_TWICE } from '../columns/sortKey.ts';
import { numberWords, orderByWords } from '../columns/radixOrder.ts';
import type { Codes } from '../bytes/narrowColumn.ts';
import { kindOf, typeOf, type ValueColumn } from '../columns/valueColumn.ts';
import { TYPE_INT32, TYPE_INT64 } from '../page/typeTable.ts';
import type { EntityStore } from '../store/entityStore.ts';
import type { LeftOut, LeftOutReason } from './chartTypes.ts';
import type { Steps } from '../../steps.ts';

/** Rows or values between two yields. */
export const STEP = 8192;
/** In `reasons`: the value is a number. */
export const IS_NUMBER = 0;

/**
 * One number per row. Rows refer to distinct values in ascending order, so that a rank is found without
 * sorting rows.
 */
export interface NumberColumn {
  readonly rowCount: number;
  /** By row: the index of its value; `distinct` if it has none. */
  readonly values: Codes;
  readonly distinct: number;
  /** By value: its rank, which equal values such as 5 and 5.0 share. Undefined: each value's index is its rank. */
  readonly ranks: Codes | undefined;
  /** By value: the nearest Double. */
  readonly majors: Float64Array;
  /** By value: a whole number minus its nearest Double. Empty if all are 0. */
  readonly minors: Int32Array;
  /** By value: 1 if it is a whole number of at most 64 bits, whose sums stay exact. */
  readonly whole: Uint8Array;
  /** By value: IS_NUMBER, or why it is not a number. */
  readonly reasons: Uint16Array;
  readonly reasonNames: readonly LeftOutReason[];
  /** True if the numbers were computed from rows. A row without one then has no value of another type either. */
  readonly isComputed: boolean;
}

const MOST_WHOLE = 2 ** 63;

function hasSameReason(a: LeftOutReason, b: LeftOutReason): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Gives each reason a number; 0 means that the row lacks the value. */
class ReasonNames {
  readonly names: LeftOutReason[] = [{ kind: 'absent' }];

  of(reason: LeftOutReason): number {
    const known = this.names.findIndex((name) => hasSameReason(name, reason));
    if (known >= 0) return known;
    return this.names.push(reason) - 1;
  }
}

/**
 * The numbers of a property.
 * @yields after a few thousand values
 */
export function* numbersOf(store: EntityStore, column: ValueColumn): Steps<NumberColumn> {
  const { rowCount, values, distinct, ranks, majors, minors } = column;
  const whole = new Uint8Array(distinct);
  const reasons = new Uint16Array(distinct);
  const names = new ReasonNames();
  for (let value = 0; value < distinct; value++) {
    const type = typeOf(column, value);
    const major = majors[value] ?? 0;
    const isWhole = Number.isInteger(major) && Math.abs(major) <= MOST_WHOLE;
    whole[value] = isWhole && (type === TYPE_INT32 || type === TYPE_INT64) ? 1 : 0;
    const reason = reasonOf(kindOf(column, value), major, store.typeNames[type] ?? '');
    if (reason !== undefined) reasons[value] = names.of(reason);
    if (value % STEP === STEP - 1) yield undefined;
  }
  return {
    rowCount,
    values,
    distinct,
    ranks,
    majors,
    minors,
    whole,
    reasons,
    reasonNames: names.names,
    isComputed: false,
  };
}

function reasonOf(kind: number, major: number, type: string): LeftOutReason | undefined {
  switch (kind) {
    case KIND_NUMBER:
      if (Number.isFinite(major)) return undefined;
      return { kind: 'special', text: major > 0 ? 'Infinity' : '-Infinity' };
    case KIND_NAN:
      return { kind: 'special', text: 'NaN' };
    case KIND_TWICE:
      return { kind: 'twice' };
    case KIND_NULL:
      return { kind: 'null' };
    default:
      return { kind: 'type', type };
  }
}

export function numberColumnBytes({ values, ranks, majors, minors, whole, reasons }: NumberColumn): number {
  return [values, ranks, majors, minors, whole, reasons].reduce(
    (sum, array) => sum + (array?.byteLength ?? 0),
    0,
  );
}

const NO_VALUE = 0xffffffff;

/** Collects whole numbers that are computed for each row: sizes and durations. A row that is never set has no number. */
export class NumberColumnBuilder {
  private readonly ids = new Map<number, Map<number, number>>();
  private readonly majors: number[] = [];
  private readonly minors: number[] = [];
  private readonly reasons: number[] = [];
  private readonly names = new ReasonNames();
  private readonly byReason = new Map<number, number>();
  private readonly values: Uint32Array;

  constructor(rowCount: number) {
    this.values = new Uint32Array(rowCount).fill(NO_VALUE);
  }

  /** Sets a whole number, given as its nearest Double and the difference to it. */
  set(row: number, major: number, minor = 0): void {
    const byMinor = this.ids.get(major) ?? new Map<number, number>();
    if (byMinor.size === 0) this.ids.set(major, byMinor);
    let id = byMinor.get(minor);
    if (id === undefined) {
      id = this.push(major, minor, IS_NUMBER);
      byMinor.set(minor, id);
    }
    this.values[row] = id;
  }

  leaveOut(row: number, why: LeftOutReason): void {
    if (why.kind === 'absent') return;
    const reason = this.names.of(why);
    const id = this.byReason.get(reason) ?? this.push(Number.POSITIVE_INFINITY, reason, reason);
    this.byReason.set(reason, id);
    this.values[row] = id;
  }

  /** @yields after some ten thousand values */
  *finish(): Steps<NumberColumn> {
    const distinct = this.majors.length;
    const words = numberWords(Float64Array.from(this.majors), Int32Array.from(this.minors));
    const sorted = yield* orderByWords(Uint32Array.from(this.majors.keys()), words);
    const numbers = new Uint32Array(distinct);
    for (let at = 0; at < distinct; at++) numbers[sorted[at] as number] = at;
    const { values } = this;
    for (let row = 0; row < values.length; row++) values[row] = numbers[values[row] as number] ?? distinct;
    const inOrder = (list: readonly number[]): number[] => Array.from(sorted, (id) => list[id] as number);
    return {
      rowCount: values.length,
      values,
      distinct,
      ranks: undefined,
      majors: Float64Array.from(inOrder(this.majors)),
      minors: Int32Array.from(inOrder(this.minors)),
      whole: new Uint8Array(distinct).fill(1),
      reasons: Uint16Array.from(inOrder(this.reasons)),
      reasonNames: this.names.names,
      isComputed: true,
    };
  }

  private push(major: number, minor: number, reason: number): number {
    this.minors.push(minor);
    this.reasons.push(reason);
    return this.majors.push(major) - 1;
  }
}

/** Counts rows by the reason why they have no number. */
export class LeftOutRows {
  private readonly column: NumberColumn;
  private readonly rows: Float64Array;

  constructor(column: NumberColumn) {
    this.column = column;
    this.rows = new Float64Array(column.reasonNames.length);
  }

  /** @param value the index of the row's value */
  add(value: number): void {
    const reason = value < this.column.distinct ? (this.column.reasons[value] as number) : 0;
    this.rows[reason] = (this.rows[reason] as number) + 1;
  }

  list(): readonly LeftOut[] {
    return this.column.reasonNames
      .map((reason, at) => ({ reason, rows: this.rows[at] as number }))
      .filter(({ rows }) => rows > 0)
      .sort((a, b) => b.rows - a.rows);
  }
}
