import type { DigestRequest, KeyDigests, RowCounts } from './rowDigests.ts';

/** Two results, row by row. A row that occurs twice in one and once in the other is once in both and once in one only. */
export interface KeyComparison {
  readonly both: number;
  readonly onlyHere: number;
  readonly onlyThere: number;
  /** Row numbers of those only in one: the first that were read, ascending. */
  readonly examplesHere: readonly number[];
  readonly examplesThere: readonly number[];
}

export interface CompareRequest extends DigestRequest {
  readonly other: KeyDigests;
}

/** `here` is the result whose rows were compared with the digests of another. */
export interface ComparedRows {
  readonly comparison: KeyComparison;
  readonly counted: RowCounts;
}

/** Examples of rows that are only in one. */
const MOST_EXAMPLES = 20;
/** Digests between two pauses. */
const STEP = 8192;

/** Counts rows, and keeps the lowest row numbers. */
class FirstRows {
  count = 0;
  readonly rows: number[] = [];

  add(row: number): void {
    this.count++;
    const { rows } = this;
    if (rows.length === MOST_EXAMPLES && row > (rows[MOST_EXAMPLES - 1] as number)) return;
    const after = rows.findIndex((kept) => kept > row);
    rows.splice(after < 0 ? rows.length : after, 0, row);
    if (rows.length > MOST_EXAMPLES) rows.pop();
  }
}

/**
 * Which rows are in both.
 * @yields after some thousand digests
 */
export function* compareDigests(
  here: KeyDigests,
  there: KeyDigests,
): Generator<undefined, KeyComparison, undefined> {
  const [own, others] = [new FirstRows(), new FirstRows()];
  let both = 0;
  let steps = 0;
  for (let at = 0, other = 0; at < here.rows.length || other < there.rows.length; ) {
    const order = compareAt(here, at, there, other);
    if (order < 0) own.add(here.rows[at++] as number);
    else if (order > 0) others.add(there.rows[other++] as number);
    else {
      both++;
      at++;
      other++;
    }
    if (++steps % STEP === 0) yield undefined;
  }
  return {
    both,
    onlyHere: own.count,
    onlyThere: others.count,
    examplesHere: own.rows,
    examplesThere: others.rows,
  };
}

/** Below 0: the first is lower, or the second has ended. */
function compareAt(here: KeyDigests, at: number, there: KeyDigests, other: number): number {
  if (other >= there.rows.length) return -1;
  if (at >= here.rows.length) return 1;
  const high = (here.high[at] as number) - (there.high[other] as number);
  return high === 0 ? (here.low[at] as number) - (there.low[other] as number) : high;
}
