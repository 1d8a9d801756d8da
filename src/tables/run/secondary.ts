import type { PageReader } from '../wire/pageReader.ts';
import type { Lanes, Where } from '../pacing/lanes.ts';
import { isOutage } from '../pacing/retry.ts';
import type { QueryProgress } from '../progress/runTypes.ts';
import { cleanFault, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { PageAnswer, PageJob, QueryJob, RunContext, RunSecondary, TriedPage } from './job.ts';

/** Consecutive failures without an answer; a secondary that never answered is dropped at the first. */
const FAILURES_BEFORE_DROP = 3;

/** Whether the fault looks like an outage of that host alone: not busy, not asleep, not offline. */
function isOutOfReach(fault: TableFault, isOnline: boolean): boolean {
  return isOutage(fault) && fault.kind !== 'throttled' && fault.afterSleep !== true && isOnline;
}

/** Counts the primary's failures since its last answer, and whether the secondary answered meanwhile. */
function createPrimaryWatch(isSecondaryUsed: () => boolean) {
  let fault: TableFault | undefined;
  let failures = 0;
  let hasOtherAnswered = false;
  let hasAnswered = false;
  return {
    fault: () => (isSecondaryUsed() ? fault : undefined),
    lose: (why: TableFault) => {
      fault = why;
    },
    hasAnswered: () => hasAnswered,
    noteAnswer: (replica: Replica) => {
      if (replica === 'secondary') {
        hasOtherAnswered ||= failures > 0;
        return;
      }
      [fault, failures, hasOtherAnswered, hasAnswered] = [undefined, 0, false, true];
    },
    noteFailure: (found: TableFault, isOnline: boolean): 'stay' | 'leave' => {
      if (!isOutOfReach(found, isOnline) || !isSecondaryUsed()) return 'stay';
      failures += 1;
      if (hasOtherAnswered && failures >= FAILURES_BEFORE_DROP) fault = found;
      return fault === undefined ? 'stay' : 'leave';
    },
  };
}

/** `asksSync`: the Last Sync Time is being read; the reader always calls `learn`. */
export function createRunSecondary(
  reader: PageReader,
  lanes: Pick<Lanes, 'limit' | 'setLimit' | 'perHost' | 'handOn'>,
  asksSync: boolean,
): RunSecondary {
  let dropped: TableFault | undefined;
  let hasAnswered = false;
  let failures = 0;
  let syncedAtMs = 0;
  let isSyncAsked = asksSync;
  const absent = new Set<string>();
  const primary = createPrimaryWatch(() => dropped === undefined);
  const drop = (why: TableFault): void => {
    dropped = why;
    lanes.setLimit(Math.min(lanes.limit(), lanes.perHost));
  };
  return {
    reader,
    dropped: () => dropped,
    drop,
    syncedAtMs: () => syncedAtMs,
    isSyncAsked: () => isSyncAsked,
    learn: (atMs) => {
      if (!isSyncAsked) return;
      [syncedAtMs, isSyncAsked] = [atMs, false];
      lanes.handOn();
    },
    primaryFault: primary.fault,
    hasPrimaryAnswered: primary.hasAnswered,
    lacks: (tableName) => absent.has(tableName),
    noteAbsent: (tableName) => void absent.add(tableName),
    losePrimary: primary.lose,
    notePrimaryFailure: primary.noteFailure,
    noteAnswer: (replica) => {
      primary.noteAnswer(replica);
      if (replica === 'primary') return;
      hasAnswered = true;
      failures = 0;
    },
    noteFailure: (fault, isOnline) => {
      // For requests still in flight when it was dropped.
      if (dropped !== undefined && (fault.kind === 'auth' || isOutage(fault))) return 'leave';
      // A missing table may not have been copied yet: the primary knows.
      if (fault.kind === 'not-found') return 'leave';
      if (fault.kind === 'auth') {
        drop(fault);
        return 'leave';
      }
      if (!isOutOfReach(fault, isOnline)) return 'stay';
      failures += 1;
      if (hasAnswered && failures < FAILURES_BEFORE_DROP) return 'stay';
      drop(fault);
      return 'leave';
    },
  };
}

/** The replicas that the queries of a run read now. */
export function usedReplicas({ secondary }: Pick<RunContext, 'secondary'>): Where {
  if (secondary === undefined || secondary.dropped() !== undefined) return 'primary';
  if (secondary.primaryFault() !== undefined) return 'secondary';
  return secondary.isSyncAsked() ? 'primary' : 'either';
}

/** How many lanes may be used: none of a dropped host. */
export function usedWidth(run: Pick<RunContext, 'secondary' | 'lanes'>): number {
  return usedReplicas(run) === 'primary' ? run.lanes.perHost : run.lanes.width;
}

/** Updates a query after a page of the secondary: keeps the oldest Last Sync Time. */
export function copyOf(
  { secondary }: Pick<RunContext, 'secondary'>,
  replica: Replica,
  { secondarySyncMs = Number.POSITIVE_INFINITY }: QueryProgress,
): Pick<QueryProgress, 'readsSecondary' | 'secondarySyncMs'> {
  if (replica === 'primary') return {};
  return { readsSecondary: true, secondarySyncMs: Math.min(secondarySyncMs, secondary?.syncedAtMs() ?? 0) };
}

type WhereFacts = Pick<RunContext, 'secondary' | 'areQueriesOver' | 'letIn'>;

/**
 * Where a job's next request may go: the one rule for requesting a lane and for judging the lane received. A token is
 * opaque and belongs to its replica; the answer to a check says nothing about the other host. Undefined: nowhere yet.
 */
export function replicaFor(run: WhereFacts, job: PageJob): Where | undefined {
  const { replica, continuation } = job.position;
  if (job.kind !== 'query') {
    const waits =
      job.kind === 'guard' &&
      !run.areQueriesOver &&
      (job.trouble.isPutOff === true || !run.letIn.has(job.tableName));
    return waits ? undefined : replica;
  }
  const where =
    continuation !== undefined ? replica : avoidsSecondary(run, job) ? 'primary' : usedReplicas(run);
  return where === 'secondary' && run.secondary?.isSyncAsked() === true ? undefined : where;
}

export function mayUse(run: WhereFacts, job: PageJob, replica: Replica): boolean {
  const where = replicaFor(run, job);
  return where === 'either' || where === replica;
}

/** Whether a query is not read from the secondary, because its own page or another of its table failed there. */
function avoidsSecondary({ secondary }: Pick<RunContext, 'secondary'>, job: QueryJob): boolean {
  return job.avoidsSecondary || secondary?.lacks(job.tableName) === true;
}

/** Whether a query that reads from an unresponsive primary must wait for it. */
function isBoundToPrimary(run: Pick<RunContext, 'secondary'>, job: QueryJob): boolean {
  const { position, query } = job;
  return avoidsSecondary(run, job) || (position.continuation !== undefined && !query.canMove());
}

/** Why a page cannot be read anywhere: the only host that could answer is no longer used. */
export function whyNowhere(run: RunContext, job: PageJob): PageAnswer | undefined {
  if (job.kind === 'query') return isStranded(run, job) ? stranded(run, job) : undefined;
  const { secondary } = run;
  const fault = job.position.replica === 'secondary' ? secondary?.dropped() : secondary?.primaryFault();
  return fault === undefined ? undefined : { kind: 'failed', fault };
}

/** The query is not read from the secondary again; nor is its table, if it is not there. */
function keepAway(secondary: RunSecondary, job: PageJob, fault: TableFault): void {
  if (job.kind === 'query') job.avoidsSecondary = true;
  if (fault.kind === 'not-found') secondary.noteAbsent(job.tableName);
}

/**
 * What to do with a failed page that the other host may answer; undefined: judge it like any other. A check of the
 * secondary is given up: one host's row says nothing about the other.
 */
export function askElsewhere(
  run: RunContext,
  job: PageJob,
  failed: { readonly fault: TableFault; readonly id: number; readonly replica: Replica },
): TriedPage | undefined {
  const { secondary, env, log } = run;
  const { fault, id, replica } = failed;
  if (secondary === undefined || run.signal.aborted) return undefined;
  const isOnline = env.isOnline();
  if (replica === 'secondary') {
    if (secondary.noteFailure(fault, isOnline) === 'stay') return undefined;
    keepAway(secondary, job, fault);
  } else {
    if (secondary.notePrimaryFailure(fault, isOnline) === 'stay') return undefined;
    if (job.kind === 'query' && isBoundToPrimary(run, job)) return undefined;
  }
  const isGivenUp = replica === 'secondary' && job.kind !== 'query';
  log.closeRequest(id, {
    endedAtMs: env.monotonicMs(),
    fault,
    status: fault.status,
    requestId: fault.requestId,
    ...(isGivenUp
      ? {}
      : {
          retryReason:
            replica === 'secondary'
              ? 'not readable from the secondary endpoint: repeated at the primary'
              : 'the primary does not answer: repeated at the secondary endpoint',
          retryWaitMs: 0,
        }),
  });
  return isGivenUp ? { kind: 'failed', fault } : { kind: 'again', waitMs: 0, isFree: true, fault };
}

/** The query continues after its last key, or starts over if it has no row yet. */
function stranded(run: RunContext, { tableName, position: { replica } }: QueryJob): PageAnswer {
  const why = run.secondary?.dropped() ?? run.secondary?.primaryFault();
  const host = replica === 'secondary' ? 'the secondary endpoint' : 'the primary';
  const because = why === undefined ? '' : `: ${why.message}`;
  return {
    kind: 'move',
    fault: cleanFault({
      kind: why?.kind ?? 'protocol',
      message: `table ${tableName}: its pages came from ${host}, which is no longer read${because}`,
      nextStep: 'Run it again from the start.',
    }),
  };
}

/** Whether a query holds a token of a host that is no longer read: it continues by key at the other one. */
function isStranded(run: RunContext, job: QueryJob): boolean {
  const { continuation, replica } = job.position;
  if (continuation === undefined) return false;
  if (replica === 'primary')
    return run.secondary?.primaryFault() !== undefined && !isBoundToPrimary(run, job);
  return run.secondary === undefined || run.secondary.dropped() !== undefined || job.avoidsSecondary;
}
