import type { RoundRows } from '../../core/rows/rowTypes.ts';
import type { ReadAmount } from '../../tables/progress/runBudget.ts';

/** How often a result can be read on, in seconds. */
export const FOLLOW_SECONDS = [5, 15, 30, 60] as const;
export type FollowSeconds = (typeof FOLLOW_SECONDS)[number];

/** A result that is followed: every few seconds a round reads what is new, and the last minutes again. */
export interface FollowState {
  readonly everySeconds: FollowSeconds;
  /** `away`: the tab is hidden or there is no network, so it waits. A reason: it has ended. */
  readonly phase: 'waiting' | 'reading' | 'away' | { readonly ended: string };
  /** When the last round that read everything ended, by the service's clock; undefined: none has. */
  readonly readAtMs?: number | undefined;
  /** What the last round with new rows brought. */
  readonly last?: (RoundCounts & RoundPlace) | undefined;
  readonly rounds: number;
  readonly total: RoundCounts;
  /** Numbers of the rows whose time had been read before. */
  readonly lateRows: ReadonlySet<number>;
  /** Why the last round was not read to its end: the next one reads it again. */
  readonly fault?: string | undefined;
  /** Bytes of rows that were there already: they take no memory. */
  readonly againBytes: number;
  /** Number of requests of rounds that are no longer listed, because there were too many. */
  readonly requestsLeftOut: number;
}

interface RoundPlace {
  /** The number of the round, from 1. */
  readonly round: number;
  /** When it ended, by the service's clock. */
  readonly atMs: number;
  /** Rows with this number and greater ones are its own. */
  readonly firstRow: number;
}

export type RoundCounts = Omit<RoundRows, 'late'> & { readonly late: number };

/** Whether rounds go on. */
export function isFollowed({ follow }: { readonly follow?: FollowState | undefined }): boolean {
  return follow !== undefined && typeof follow.phase === 'string';
}

/** What a result takes: bytes of rows that were read again are not held. */
export function heldBy(run: ReadAmount & { readonly follow?: FollowState | undefined }): ReadAmount {
  return { rows: run.rows, bytes: Math.max(0, run.bytes - (run.follow?.againBytes ?? 0)) };
}
