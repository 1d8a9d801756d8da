import type { OddRows } from '../../core/plan/anomalyWords.ts';
import type { Completeness } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { RunPause } from '../../tables/pacing/pause.ts';
import type { GuardOutcome, QueryProgress, RequestRecord } from '../../tables/progress/runTypes.ts';
import type { FollowSeconds, FollowState } from './followState.ts';
import { formOfRun, type QueryForm, rangeRead } from './queryForm.ts';
import type { Versioned } from '../base/latest.ts';
import type { ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';

/** The state before any query was run on this page. */
export interface NoRun {
  readonly phase: 'idle';
  /** Set if the last start failed because the code that runs queries could not be loaded. */
  readonly fault?: string;
}

/** What is known about a run from its start, continued or not. */
export interface RunSubject {
  readonly runId: number;
  readonly plan: QueryPlan;
  readonly form: QueryForm;
  /** The account that was read, without its SAS. */
  readonly endpoint: string;
  /** What the SAS could read there: rows of another account, table or key range never mix with these. */
  readonly scope: string;
}

interface StartedRun extends RunSubject {
  readonly progress: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  readonly requests: readonly RequestRecord[];
  readonly completeness: Completeness;
  /** The keys that the SAS reached when the run began; undefined: all. */
  readonly sasKeys?: SasKeys | undefined;
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
  readonly elapsedMs: number;
  /** Whether the times are by the clock of the table service. If no answer has told it, they are by this computer's clock. */
  readonly isServiceTime?: boolean | undefined;
  /** Grows whenever rows were added or dropped: views read the row store again. */
  readonly dataVersion: number;
  /** Rows out of order, repeated or unmatched. They are reported, never silently counted. */
  readonly anomalies: OddRows;
  /** Set once the result was followed. */
  readonly follow?: FollowState | undefined;
}

export interface RunningRun extends StartedRun {
  readonly phase: 'running';
  /** Why it is sending nothing at the moment. */
  readonly pause?: LongPause | undefined;
  /** The service trouble that it is waiting out, for a moment or longer; undefined if none. */
  readonly trouble?: RunPause['fault'] | undefined;
}

/** A pause that the user may want to act on. */
export type LongPause = RunPause & { readonly kind: Exclude<RunPause['kind'], 'busy'> };

export interface EndedRun extends StartedRun {
  readonly phase: 'ended';
  /** Why the current round is sending nothing at the moment. */
  readonly pause?: LongPause | undefined;
}

/** What views show of a run. Replaced at most once a frame while it runs. */
export type RunState = RunningRun | EndedRun;

export interface QueryRunStore extends ReadableStore<NoRun | RunState> {
  /** Starts over: cancels a run in progress and drops the previous rows. */
  readonly start: (plan: QueryPlan, session: Session, form: QueryForm) => void;
  /** Whether a session reads what the last run read: the same account, table and key range. */
  readonly canResume: (session: Session) => boolean;
  /** Reads what the last run left unread: failed, stopped and waiting queries continue where they were. Requires `canResume`. */
  readonly resume: (session: Session) => void;
  /** Reads new rows every few seconds until `cancel`. Requires `canResume`; does nothing for a result that cannot be followed. */
  readonly follow: (session: Session, everySeconds: FollowSeconds) => void;
  /** Ends the run, or ends following it. */
  readonly cancel: () => void;
  /** Adds requests that were sent outside the run to its list. */
  readonly list: (requests: readonly RequestRecord[]) => void;
  /** Continues a paused run: the SAS was renewed, or the user does not want to wait for the next outage check. */
  readonly unpause: () => void;
}

export const NO_RUN: NoRun = { phase: 'idle' };

/**
 * The form of a result in a link: what it read, not what was typed. `now` is another time by then, and rows that were followed are later.
 */
export function formRead({ form, plan }: RunSubject, shown: QueryForm): QueryForm {
  return { ...formOfRun(form, shown), ...rangeRead(form, plan.request.window) };
}

export interface ColumnsQuestion {
  /** It has ended or is waiting, so no rows are arriving. */
  readonly isStill: boolean;
}

export function columnsQuestion(run: RunState): Versioned<ColumnsQuestion> {
  return {
    version: run.dataVersion,
    question: { isStill: run.phase === 'ended' || run.pause !== undefined },
  };
}
