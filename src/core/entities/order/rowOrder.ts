import { isBefore } from './timeBuckets.ts';
import type { TimeColumn, TimedRows } from './timeColumn.ts';

/**
 * `arrival`: as pages arrived, but a query that was cut is in key order. `key`: by key across all queries, table by table. `time-asc`,
 * `time-desc`: by event time across all queries; equal times as they arrived, rows without a time last.
 */
export type RowOrder = 'arrival' | 'key' | 'time-asc' | 'time-desc';

/** Whether row b must precede row a, although a arrived first. */
type MustSwap = (a: number, b: number) => boolean;

function swapRule(times: TimeColumn, order: 'time-asc' | 'time-desc'): MustSwap {
  const ascending = order === 'time-asc';
  return (a, b) => {
    const secondsA = times.secondsAt(a);
    const secondsB = times.secondsAt(b);
    if (Number.isNaN(secondsA)) return !Number.isNaN(secondsB);
    const fractionA = times.fractionAt(a);
    const fractionB = times.fractionAt(b);
    return ascending
      ? isBefore(secondsB, fractionB, secondsA, fractionA)
      : isBefore(secondsA, fractionA, secondsB, fractionB);
  };
}

/** Merges the sorted runs [from, middle) and [middle, to) of `source` into `target`; the first wins ties. */
function merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  middle: number,
  to: number,
  mustSwap: MustSwap,
): void {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    const takeRight =
      right < to && (left === middle || mustSwap(source[left] as number, source[right] as number));
    target[at] = source[takeRight ? right++ : left++] as number;
  }
}

/** Ends of the runs that are already sorted; reverses strictly falling ones in place. */
function findRuns(rows: Uint32Array, mustSwap: MustSwap): number[] {
  const ends: number[] = [];
  let from = 0;
  while (from < rows.length) {
    let to = from + 1;
    const falls = to < rows.length && mustSwap(rows[from] as number, rows[to] as number);
    while (to < rows.length && mustSwap(rows[to - 1] as number, rows[to] as number) === falls) to++;
    if (falls) rows.subarray(from, to).reverse();
    ends.push(to);
    from = to;
  }
  return ends;
}

/**
 * Sorts rows stably. Pages arrive sorted, so there are about as many runs as pages: natural merge sort takes
 * log2(pages) passes, not log2(rows).
 */
export function sortRuns(rows: Uint32Array<ArrayBuffer>, mustSwap: MustSwap): Uint32Array<ArrayBuffer> {
  let ends = findRuns(rows, mustSwap);
  let source = rows;
  let target = new Uint32Array(rows.length);
  while (ends.length > 1) {
    const merged: number[] = [];
    let from = 0;
    for (let index = 0; index < ends.length; index += 2) {
      const middle = ends[index] as number;
      const to = ends[index + 1] ?? middle;
      merge(source, target, from, middle, to, mustSwap);
      merged.push(to);
      from = to;
    }
    ends = merged;
    [source, target] = [target, source];
  }
  return source;
}

/** Sorts the rows of a growing store. Keeps the last order and adds the new rows. */
export class RowSorter {
  private readonly store: TimedRows;
  private order: 'time-asc' | 'time-desc' = 'time-asc';
  private sorted: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  private last: { readonly key: string; readonly rows: Uint32Array } | undefined;

  constructor(store: TimedRows) {
    this.store = store;
  }

  /** All rows so far that no newer copy replaced. It is the same object until rows arrive or the order changes. */
  inOrder(order: RowOrder): Uint32Array {
    const key = `${this.store.rowCount} ${order}`;
    if (this.last?.key !== key) {
      const rows = this.ordered(order);
      const counted = this.store.countedRows?.();
      this.last = { key, rows: counted === undefined ? rows : rows.filter((row) => counted[row] === 1) };
    }
    return this.last.rows;
  }

  private ordered(order: RowOrder): Uint32Array<ArrayBuffer> {
    if (order === 'key') return this.store.keyOrder?.() ?? this.byArrival();
    return order === 'arrival' ? this.byArrival() : this.byTime(order);
  }

  private byArrival(): Uint32Array<ArrayBuffer> {
    return this.store.readingOrder?.() ?? rowNumbers(0, this.store.rowCount);
  }

  private byTime(order: 'time-asc' | 'time-desc'): Uint32Array<ArrayBuffer> {
    const mustSwap = swapRule(this.store.times('event'), order);
    // Rows of a cut query arrive between rows that are already there, even among equal times.
    const cut = this.store.readingOrder?.();
    if (cut !== undefined) return sortRuns(cut, mustSwap);
    const known = order === this.order ? this.sorted : new Uint32Array(0);
    const fresh = sortRuns(rowNumbers(known.length, this.store.rowCount), mustSwap);
    const joined = new Uint32Array(this.store.rowCount);
    joined.set(known);
    joined.set(fresh, known.length);
    const sorted = new Uint32Array(joined.length);
    merge(joined, sorted, 0, known.length, joined.length, mustSwap);
    this.order = order;
    this.sorted = sorted;
    return sorted;
  }
}

function rowNumbers(from: number, to: number): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(to - from);
  for (let index = 0; index < rows.length; index++) rows[index] = from + index;
  return rows;
}
