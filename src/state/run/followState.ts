import { ARRIVAL_MARGIN_MS } from '../../core/plan/readState.ts';
import type { RoundRows } from '../../core/rows/rowTypes.ts';
import type { ReadAmount } from '../../tables/progress/runBudget.ts';

/** How often a followed result can be read again, in seconds. */
export const FOLLOW_SECONDS = [5, 15, 30, 60] as const;
export type FollowSeconds = (typeof FOLLOW_SECONDS)[number];

/**
 * How far back rounds look for late rows, in ms, longest first. Each stretch is read again once its own length has passed: the last minute
 * every minute, and the shortest one in each round. The first round reads all of them. So a row up to 1 min late appears within 1 min of
 * its arrival, or in the next round. With rounds of 15 s, about six times the new rows are read; reading all 10 min each time would be 40
 * times.
 */
export const REREAD_MS: readonly number[] = [ARRIVAL_MARGIN_MS, 180_000, 60_000, 15_000];

export interface Reread {
  /** One of `REREAD_MS`. */
  readonly ms: number;
  /** When the last complete round that read this far back began, by the service's clock, ms since the Unix epoch. */
  readonly begunMs: number;
}

/** The state of a result that is followed: every few seconds a round reads what is new, and parts of the last minutes again. */
export interface FollowState {
  readonly everySeconds: FollowSeconds;
  /** `away`: it waits, because the tab is hidden or there is no network. `ended`: why it has ended. */
  readonly phase: 'waiting' | 'reading' | 'away' | { readonly ended: string };
  /** When the last round that read everything ended, by the service's clock; undefined: none has. */
  readonly readAtMs?: number | undefined;
  readonly rereads: readonly Reread[];
  /** The round that is being read; undefined before its first answer. */
  readonly reading?: RoundSoFar | undefined;
  /** What the last round with new rows brought. */
  readonly last?: (RoundCounts & RoundPlace) | undefined;
  readonly rounds: number;
  readonly total: RoundCounts;
  /** Numbers of the rows that arrived after their time had been read. */
  readonly lateRows: ReadonlySet<number>;
  /** Why the last round was not read to its end. The next round reads the same time again. */
  readonly fault?: string | undefined;
  /** Bytes of rows that a round read again unchanged. They are not stored twice. */
  readonly againBytes: number;
  /** Number of requests of rounds that are no longer listed, because there were too many. */
  readonly requestsLeftOut: number;
}

interface RoundSoFar {
  /** By the service's clock. */
  readonly beganAtMs: number;
  readonly queries: number;
  readonly queriesRead: number;
  readonly added: number;
}

interface RoundPlace {
  /** The number of the round, from 1. */
  readonly round: number;
  /** When it ended, by the service's clock. */
  readonly atMs: number;
  /** The rows of the round have this number and greater ones. */
  readonly firstRow: number;
}

export type RoundCounts = Omit<RoundRows, 'late'> & { readonly late: number };

/** Whether more rounds will be read. */
export function isFollowed({ follow }: { readonly follow?: FollowState | undefined }): boolean {
  return follow !== undefined && typeof follow.phase === 'string';
}

/** The rows and bytes that a result holds. Unchanged rows that were read again are not stored twice. */
export function heldBy(run: ReadAmount & { readonly follow?: FollowState | undefined }): ReadAmount {
  return { rows: run.rows, bytes: Math.max(0, run.bytes - (run.follow?.againBytes ?? 0)) };
}
