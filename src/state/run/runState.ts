import type { Completeness } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { RunPause } from '../../tables/pacing/pause.ts';
import type {
  GuardOutcome,
  QueryProgress,
  RequestRecord,
  RowAnomalies,
} from '../../tables/progress/runTypes.ts';
import type { QueryForm } from './queryForm.ts';
import type { Versioned } from '../base/latest.ts';
import type { ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';

/** No query was run since the page was loaded. */
export interface NoRun {
  readonly phase: 'idle';
  /** Why the last start began no run: the code that runs queries could not be loaded. */
  readonly fault?: string;
}

/** What is known of a run from its start, continued or not. */
export interface RunSubject {
  readonly runId: number;
  readonly plan: QueryPlan;
  /** The form that was run. */
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
  readonly sasKeys?: SasKeys;
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
  readonly elapsedMs: number;
  /** Grows whenever rows were added or dropped: views read the row store again. */
  readonly dataVersion: number;
  /** Rows out of order, repeated or unmatched; shown, never silently counted. */
  readonly anomalies: RowAnomalies;
}

export interface RunningRun extends StartedRun {
  readonly phase: 'running';
  /** Why it sends nothing now. */
  readonly pause?: LongPause | undefined;
  /** The trouble of the service that it waits out, for a moment or longer; undefined: none. */
  readonly trouble?: RunPause['fault'] | undefined;
}

/** A pause that a person may want to look after. */
export type LongPause = RunPause & { readonly kind: Exclude<RunPause['kind'], 'busy'> };

export interface EndedRun extends StartedRun {
  readonly phase: 'ended';
}

/** What views show of a run. Replaced at most once a frame while it runs. */
export type RunState = RunningRun | EndedRun;

export interface QueryRunStore extends ReadableStore<NoRun | RunState> {
  /** Starts over: cancels a run in progress and drops the previous rows. */
  readonly start: (plan: QueryPlan, session: Session, form: QueryForm) => void;
  /** Whether a session reads what the last run read: the same account, table and key range. */
  readonly canResume: (session: Session) => boolean;
  /**
   * Reads what the last run left: failed, stopped and waiting queries continue where they were. Requires `canResume`.
   */
  readonly resume: (session: Session) => void;
  readonly cancel: () => void;
  /** Lists requests with those of the run: they were sent beside it. */
  readonly list: (requests: readonly RequestRecord[]) => void;
  /** Moves a paused run on: the SAS was renewed, or the user does not want to wait for the next outage check. */
  readonly unpause: () => void;
}

export const NO_RUN: NoRun = { phase: 'idle' };

/** What to say when asking for the columns of a run. */
export interface ColumnsQuestion {
  /** It has ended, or waits: no rows are arriving. */
  readonly isStill: boolean;
}

export function columnsQuestion(run: RunState): Versioned<ColumnsQuestion> {
  return {
    version: run.dataVersion,
    question: { isStill: run.phase === 'ended' || run.pause !== undefined },
  };
}
