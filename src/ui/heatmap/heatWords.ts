import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/matrix.ts';
import { rowsPerSecond, shareOfTarget } from '../../core/keyspace/target.ts';
import { formatInstant } from '../../core/time/formatInstant.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { formatPlural, formatShare } from '../format.ts';
import type { HeatCell } from './layout.ts';
import { type HeatRowState, ROW_STATE_WORDS } from './rowState.ts';

/** Columns [from, to) as a window of time. */
export function columnsWindow(matrix: KeyspaceMatrix, from: number, to: number): TickSpan {
  return {
    from: matrix.from + BigInt(from) * matrix.bucketTicks,
    to: matrix.from + BigInt(to) * matrix.bucketTicks,
  };
}

/** The count of a cell at the target, entities in one column's span (lossy: a double). */
export function targetCount(matrix: KeyspaceMatrix, targetPerSecond: number): number {
  return (targetPerSecond * Number(matrix.bucketTicks)) / Number(TICKS_PER_SECOND);
}

export function cellCount(matrix: KeyspaceMatrix, cell: HeatCell): number {
  return matrix.counts[cell.row * matrix.columnCount + cell.column] ?? 0;
}

/** Rows that reach the target in at least one column. */
export function rowsOverTarget(matrix: KeyspaceMatrix, target: number): ReadonlySet<number> {
  const over = new Set<number>();
  if (matrix.max < target) return over;
  for (let i = 0; i < matrix.counts.length; i += 1) {
    if ((matrix.counts[i] ?? 0) >= target) over.add(Math.floor(i / matrix.columnCount));
  }
  return over;
}

/** "2026-11-20T21:17:00.0000000Z to 21:18:00.0000000Z". */
export function windowWords(window: TickSpan, timeZone: string | undefined): string {
  const from = formatInstant(clampTicks(window.from), timeZone);
  const to = formatInstant(clampTicks(window.to), timeZone);
  return `${from.text} to ${from.date === to.date ? to.timeOfDay + to.zone : to.text}`;
}

export interface CellFacts {
  readonly label: string;
  readonly window: TickSpan;
  readonly count: number;
  /** "1,204 rows", "no rows", "not asked yet". */
  readonly countWords: string;
  /** "20.1 rows/s, 1 % of target", undefined for a count of zero. */
  readonly rateWords: string | undefined;
}

const RATE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** All that is said of one cell. A count in a row that is not done is a lower bound, and says so. */
export function cellFacts(
  matrix: KeyspaceMatrix,
  cell: HeatCell,
  state: HeatRowState,
  targetPerSecond: number,
): CellFacts {
  const count = cellCount(matrix, cell);
  const rate = rowsPerSecond(count, matrix.bucketTicks);
  const share = shareOfTarget(count, matrix.bucketTicks, targetPerSecond);
  const least = state === 'done' ? '' : state === 'unverified' ? ', perhaps more' : ' so far';
  return {
    label: matrix.labels[cell.row] ?? `row ${cell.row}`,
    window: columnsWindow(matrix, cell.column, cell.column + 1),
    count,
    countWords: count === 0 ? ROW_STATE_WORDS[state] : `${formatPlural(count, 'row')}${least}`,
    rateWords: count === 0 ? undefined : `${RATE.format(rate)} rows/s, ${formatShare(share)} of target`,
  };
}

/** For screen readers: one sentence. */
export function cellSentence(facts: CellFacts, timeZone: string | undefined): string {
  const rate = facts.rateWords === undefined ? '' : `, ${facts.rateWords}`;
  return `${facts.label}, ${windowWords(facts.window, timeZone)}: ${facts.countWords}${rate}`;
}
