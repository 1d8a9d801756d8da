import type { Completeness } from '../../core/plan/completeness.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { RunPause } from '../../tables/pacing/pause.ts';
import type {
  GuardOutcome,
  QueryProgress,
  RequestRecord,
  RowAnomalies,
} from '../../tables/progress/runTypes.ts';
import type { QueryForm } from './queryForm.ts';
import type { ReadableStore } from '../base/store.ts';
import type { Session } from '../connection/session.ts';

/** What the query view shows of a run. Replaced at most once a frame while it runs. */
export interface RunState {
  readonly phase: 'idle' | 'running' | 'ended';
  readonly runId: number;
  readonly plan?: QueryPlan;
  /** The form that was run. */
  readonly form?: QueryForm;
  /** The account that was read, without its SAS. */
  readonly endpoint?: string;
  /** What the SAS could read there: rows of another account, table or key range never mix with these. */
  readonly scope?: string;
  readonly progress: readonly QueryProgress[];
  readonly guards: readonly GuardOutcome[];
  readonly requests: readonly RequestRecord[];
  readonly completeness?: Completeness;
  readonly rows: number;
  readonly bytes: number;
  readonly retries: number;
  readonly elapsedMs: number;
  /** Grows whenever rows were added or dropped: views read the row store again. */
  readonly dataVersion: number;
  /** Rows out of order, repeated or unmatched; shown, never silently counted. */
  readonly anomalies: RowAnomalies;
  /** Why it sends nothing now, while it runs. */
  readonly pause?: RunPause;
  /** Set if a fault of the page, not of the service, ended the run. */
  readonly crash?: string;
}

export interface QueryRunStore extends ReadableStore<RunState> {
  /** Starts over: cancels a run in progress and drops the previous rows. */
  readonly start: (plan: QueryPlan, session: Session, form: QueryForm) => void;
  /** Whether a session reads what the last run read: the same account, table and key range. */
  readonly canResume: (session: Session) => boolean;
  /**
   * Reads what the last run left: failed, stopped and waiting queries continue where they were. Requires `canResume`.
   */
  readonly resume: (session: Session) => void;
  readonly cancel: () => void;
  /** Moves a paused run on: the SAS was renewed, or the user does not want to wait for the next outage check. */
  readonly unpause: () => void;
}

/** Before the first run. */
export const IDLE_RUN: RunState = {
  phase: 'idle',
  runId: 0,
  progress: [],
  guards: [],
  requests: [],
  rows: 0,
  bytes: 0,
  retries: 0,
  elapsedMs: 0,
  dataVersion: 0,
  anomalies: { outOfOrder: 0, repeated: 0, outside: 0 },
};
