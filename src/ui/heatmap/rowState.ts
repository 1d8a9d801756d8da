import type { HeatCell } from './layout.ts';

/** How far the planned query of a row is. `done`: a zero in it is a zero. */
export type HeatRowState = 'done' | 'reading' | 'waiting' | 'failed' | 'stopped' | 'outside' | 'unverified';

/** Columns of the map, half-open. */
export interface ColumnSpan {
  readonly from: number;
  readonly to: number;
}

/** What is known of the rows of a map. */
export interface RowStates {
  /** How far the query of each row is; undefined: all done. */
  readonly rowStates?: readonly HeatRowState[] | undefined;
  /** The columns of each row that its state is about, the others being done; undefined, as a whole or of a row: all. */
  readonly unreadColumns?: readonly (readonly ColumnSpan[] | undefined)[] | undefined;
}

/** How far the keys of a cell were read. */
export function cellState({ rowStates, unreadColumns }: RowStates, { row, column }: HeatCell): HeatRowState {
  const spans = unreadColumns?.[row];
  const isMeant = spans === undefined || spans.some(({ from, to }) => column >= from && column < to);
  return isMeant ? (rowStates?.[row] ?? 'done') : 'done';
}

/** What an empty cell of such a row means, in words. */
export const ROW_STATE_WORDS: Readonly<Record<HeatRowState, string>> = {
  done: 'no rows',
  reading: 'still reading',
  waiting: 'not asked yet',
  failed: 'failed, not known',
  stopped: 'not read to the end',
  outside: 'outside the SAS range, not known',
  unverified: 'none came, but rows may be missing',
};
