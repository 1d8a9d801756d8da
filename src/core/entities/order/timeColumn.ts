import type { Codes } from '../bytes/narrowColumn.ts';

/**
 * Where a row's time comes from: its keys; a property with the exact event time; the service's Timestamp (arrival time,
 * if keys hold no time); or nowhere.
 */
type TimeBasis = 'none' | 'key' | 'event' | 'arrival';

/** By row: 1 if it is selected, 0 or past the end if not. Undefined: every row is. */
export type RowMask = Uint8Array | undefined;

/** Which time of a row to use. `event`: the best known, falling back to the key's time row by row. */
export type TimeChoice = 'event' | 'key';

/** A row's time, exact to 100 ns. */
export interface RowInstant {
  /** Whole seconds since 0001-01-01T00:00:00Z. */
  readonly seconds: number;
  /** Ticks within the second, 0 to 9,999,999. */
  readonly fraction: number;
  readonly basis: Exclude<TimeBasis, 'none'>;
}

/** Names of the basis codes in a time column. */
export const BASIS_NAMES: readonly TimeBasis[] = ['none', 'key', 'event', 'arrival'];
export const BASIS_NONE = 0;
export const BASIS_KEY = 1;
export const BASIS_EVENT = 2;
export const BASIS_ARRIVAL = 3;

export interface TimeColumn {
  /** Whole seconds since 0001-01-01T00:00:00Z; NaN: the row has no time. */
  readonly secondsAt: (row: number) => number;
  /** Ticks within the second. */
  readonly fractionAt: (row: number) => number;
  /** Index into BASIS_NAMES. */
  readonly basisAt: (row: number) => number;
  /** Undefined: nothing is kept, so the bucket of each row is computed for every request. */
  readonly kept?: KeptBuckets;
}

/** Times from arrays by row. Without `basis`, all are times in keys. */
export function timesOfArrays({
  seconds,
  fraction,
  basis,
}: {
  readonly seconds: ArrayLike<number>;
  readonly fraction: ArrayLike<number>;
  readonly basis?: ArrayLike<number>;
}): TimeColumn {
  return {
    secondsAt: (row) => seconds[row] as number,
    fractionAt: (row) => fraction[row] as number,
    basisAt: (row) => basis?.[row] ?? BASIS_KEY,
  };
}

/** What counting over time needs from a store. */
export interface TimedRows {
  readonly rowCount: number;
  readonly times: (choice: TimeChoice) => TimeColumn;
  /** Group number of each row, an index into `groupLabels`. */
  readonly groups: Codes;
  readonly groupLabels: readonly string[];
  /** Index of the planned query of each row. */
  readonly queryIndexes: Codes;
  /** Row numbers in reading order; undefined: 0, 1, 2 ... */
  readonly readingOrder?: () => Uint32Array<ArrayBuffer> | undefined;
  /** The rows that no newer copy replaced; undefined: all. */
  readonly countedRows?: () => RowMask;
  /** Row numbers in the order of table and key; undefined: unknown. */
  readonly keyOrder?: () => Uint32Array<ArrayBuffer>;
}

/** Counts the rows of each key (a group number or query index). The result ends with the greatest key. */
export function countByKey(keys: Codes, rowCount: number): Uint32Array {
  let greatest = -1;
  for (let row = 0; row < rowCount; row++) greatest = Math.max(greatest, keys[row] as number);
  const counts = new Uint32Array(greatest + 1);
  for (let row = 0; row < rowCount; row++) {
    const key = keys[row] as number;
    counts[key] = (counts[key] as number) + 1;
  }
  return counts;
}

/** Enough for histogram, chart and map, each of which may have buckets of its own. */
const MOST_KEPT = 4;

/** The buckets of rows that were found before. While only a selection changes, histogram, chart and map use them again and only count. */
export class KeptBuckets {
  /** The one used last is at the end. */
  private readonly found = new Map<string, Int16Array>();

  get bytesHeld(): number {
    return [...this.found.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  get(key: string): Int16Array | undefined {
    const known = this.found.get(key);
    if (known !== undefined) this.add(key, known);
    return known;
  }

  add(key: string, buckets: Int16Array): void {
    this.found.delete(key);
    this.found.set(key, buckets);
    const [oldest] = this.found.keys();
    if (this.found.size > MOST_KEPT && oldest !== undefined) this.found.delete(oldest);
  }

  /** Call when rows have changed. */
  clear(): void {
    if (this.found.size > 0) this.found.clear();
  }
}
