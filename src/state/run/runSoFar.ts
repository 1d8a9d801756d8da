import { withoutAbsentTables } from '../../core/plan/absentTables.ts';
import { completenessState } from '../../core/plan/completeness.ts';
import type { OtherTables } from '../../core/plan/unreadRanges.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { SasKeys } from '../../core/plan/sasReach.ts';
import type { TablesEnv } from '../../tables/base/clock.ts';
import type { RunPause } from '../../tables/pacing/pause.ts';
import { waitingQuery } from '../../tables/progress/queryState.ts';
import { sumOf, waitingCheck } from '../../tables/progress/runLog.ts';
import type {
  GuardOutcome,
  QueryProgress,
  RequestRecord,
  RunOutcome,
} from '../../tables/progress/runTypes.ts';
import type { CredentialFacts } from '../../tables/sas/credentialFacts.ts';
import type { Session } from '../connection/session.ts';
import type { FollowState } from './followState.ts';
import { anomaliesOf, type RunEnd, runFacts } from './runFacts.ts';
import type { LongPause, RunState, RunSubject } from './runState.ts';

/** What a run collects between two frames. */
export interface Collected {
  subject: RunSubject;
  readonly progress: QueryProgress[];
  readonly guards: GuardOutcome[];
  readonly requests: RequestRecord[];
  readonly startedAtMs: number;
  readonly startedAtUnixMs: number;
  /** The keys that the SAS reached when the run began. */
  readonly sasKeys: SasKeys | undefined;
  readonly otherTables: OtherTables;
  /** Requests of the earlier parts of a resumed run, and those sent outside the run before it ended. */
  requestsBefore: readonly RequestRecord[];
  /** Requests sent outside the run after it ended. */
  requestsAfter: readonly RequestRecord[];
  /** Duration of the earlier parts of a resumed run. */
  readonly elapsedBeforeMs: number;
  dataVersion: number;
  end: RunEnd | undefined;
  pause: LongPause | undefined;
  trouble: RunPause['fault'] | undefined;
  unpause: () => void;
  /** Undefined if it was never followed. */
  follow: FollowState | undefined;
  readonly snapshot: () => RunState;
  /** The state of a run whose rows are lost: nothing read, but with its request log and the reason. */
  readonly withoutRows: (words: string) => Collected;
}

export function collect(
  subject: RunSubject,
  { connection }: Session,
  dataVersion: number,
  resumed: RunState | undefined,
  env: TablesEnv,
): Collected {
  const { plan } = subject;
  return collected(env, {
    subject,
    progress: [...(resumed?.progress ?? plan.queries.map(waitingQuery))],
    guards: [...(resumed?.guards ?? plan.guards.map(waitingCheck))],
    requests: [],
    startedAtMs: env.monotonicMs(),
    startedAtUnixMs: env.nowMs(),
    sasKeys: connection.facts.keyRange,
    otherTables: whichOthers(connection.facts),
    requestsBefore: resumed?.requests ?? [],
    requestsAfter: [],
    elapsedBeforeMs: resumed?.elapsedMs ?? 0,
    dataVersion,
    end: undefined,
    pause: undefined,
    trouble: undefined,
    unpause: () => undefined,
    follow: undefined,
  });
}

function collected(env: TablesEnv, fields: Omit<Collected, 'snapshot' | 'withoutRows'>): Collected {
  const run: Collected = {
    ...fields,
    snapshot: () => snapshot(run, env),
    withoutRows: (words) => withoutRows(run, words, env),
  };
  return run;
}

function withoutRows(run: Collected, words: string, env: TablesEnv): Collected {
  const { plan } = run.subject;
  return collected(env, {
    ...run,
    progress: plan.queries.map(waitingQuery),
    guards: plan.guards.map(waitingCheck),
    requests: [],
    // The current requests may be newer than those of the last picture.
    requestsBefore: [...run.requestsBefore, ...(outcomeOf(run)?.requests ?? run.requests)],
    elapsedBeforeMs: elapsedMs(run, env),
    dataVersion: run.dataVersion + 1,
    end: { kind: 'lost', words },
    pause: undefined,
    follow: undefined,
  });
}

function outcomeOf({ end }: Collected): RunOutcome | undefined {
  return end?.kind === 'finished' ? end.outcome : undefined;
}

/** Duration of all parts of a run; a run with lost rows ended when they were lost. */
function elapsedMs(run: Collected, env: TablesEnv): number {
  if (run.end?.kind === 'lost') return run.elapsedBeforeMs;
  return run.elapsedBeforeMs + (outcomeOf(run)?.elapsedMs ?? env.monotonicMs() - run.startedAtMs);
}

function snapshot(run: Collected, env: TablesEnv): RunState {
  const { subject, end } = run;
  const outcome = outcomeOf(run);
  const progress = outcome?.queries ?? [...run.progress];
  const guards = outcome?.guards ?? [...run.guards];
  const sasKeys = run.sasKeys !== undefined && { sasKeys: run.sasKeys };
  const soFar = {
    ...subject,
    progress,
    guards,
    requests: [...run.requestsBefore, ...(outcome?.requests ?? run.requests), ...run.requestsAfter],
    rows: sumOf(progress, (query) => query.rows),
    bytes: sumOf(progress, (query) => query.bytes),
    retries: sumOf(progress, (query) => query.retries),
    elapsedMs: elapsedMs(run, env),
    isServiceTime: env.clock.reading()?.of === 'the table service',
    dataVersion: run.dataVersion,
    anomalies: anomaliesOf(progress),
    ...sasKeys,
    completeness: completenessState(
      runFacts(subject.plan, {
        progress,
        guards,
        end,
        startedAtUnixMs: run.startedAtUnixMs,
        otherTables: run.otherTables,
        ...sasKeys,
      }),
    ),
  };
  const { pause, trouble, follow } = run;
  if (end !== undefined) return { phase: 'ended', ...soFar, ...(follow && { follow, pause }) };
  return { phase: 'running', ...soFar, pause, trouble };
}

function whichOthers({ canListTables, tableName, kind }: CredentialFacts): OtherTables {
  if (canListTables) return 'listed';
  if (kind === 'token') return 'address of one table';
  return tableName === undefined ? 'not listed' : 'SAS of one table';
}

/** The plan without the tables that are known not to exist. */
export function existing(plan: QueryPlan, { tables }: Session): QueryPlan {
  return tables === undefined ? plan : withoutAbsentTables(plan, tables);
}
