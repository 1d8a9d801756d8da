import type { PageReader } from '../wire/pageReader.ts';
import type { Lanes, Where } from '../pacing/lanes.ts';
import { isOutage } from '../pacing/retry.ts';
import type { QueryProgress } from '../progress/runTypes.ts';
import { cleanFault, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { PageAnswer, PageJob, QueryJob, RunContext, RunSecondary, TriedPage } from './job.ts';

/** Without an answer in between; a secondary that never answered is given up at the first. */
const FAILURES_BEFORE_DROP = 3;

/** An outage of that host alone, as far as anybody can tell: neither busy, nor asleep, nor offline. */
function isOutOfReach(fault: TableFault, isOnline: boolean): boolean {
  return isOutage(fault) && fault.kind !== 'throttled' && fault.afterSleep !== true && isOnline;
}

/** Failures of the primary since its last answer, and whether the copy answered meanwhile. */
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

/** `asksSync`: somebody asks how far it is, and says so by `learn`, whatever comes of it. */
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
    losePrimary: primary.lose,
    notePrimaryFailure: primary.noteFailure,
    noteAnswer: (replica) => {
      primary.noteAnswer(replica);
      if (replica === 'primary') return;
      hasAnswered = true;
      failures = 0;
    },
    noteFailure: (fault, isOnline) => {
      // Requests that were under way when it was dropped.
      if (dropped !== undefined && (fault.kind === 'auth' || isOutage(fault))) return 'leave';
      // A table that is not there may only not have come over yet: the primary knows.
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

/** Which replicas the queries of a run are read from now. */
export function usedReplicas({ secondary }: Pick<RunContext, 'secondary'>): Where {
  if (secondary === undefined || secondary.dropped() !== undefined) return 'primary';
  if (secondary.primaryFault() !== undefined) return 'secondary';
  return secondary.isSyncAsked() ? 'primary' : 'either';
}

/** How many lanes may be in use: those of a host that was given up are not. */
export function usedWidth(run: Pick<RunContext, 'secondary' | 'lanes'>): number {
  return usedReplicas(run) === 'primary' ? run.lanes.perHost : run.lanes.width;
}

/** What a page of the secondary adds to what is known of its query: the oldest state of the copy that was read. */
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
 * Where the next request of a job may go: the one rule by which a lane is asked for, and judged when it comes. A token is
 * opaque and holds for the replica that gave it; what a check or a guard is told says nothing of the other host.
 * Undefined: nowhere yet.
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
  const where = continuation !== undefined ? replica : job.avoidsSecondary ? 'primary' : usedReplicas(run);
  return where === 'secondary' && run.secondary?.isSyncAsked() === true ? undefined : where;
}

export function mayUse(run: WhereFacts, job: PageJob, replica: Replica): boolean {
  const where = replicaFor(run, job);
  return where === 'either' || where === replica;
}

/** Whether a query that reads from the primary, which does not answer, has to wait for it. */
function isBoundToPrimary({ avoidsSecondary, position, book }: QueryJob): boolean {
  return avoidsSecondary || (position.continuation !== undefined && !book.canMove());
}

/** Why a page can be asked for nowhere: the one host that could answer is not asked any more. */
export function whyNowhere(run: RunContext, job: PageJob): PageAnswer | undefined {
  if (job.kind === 'query') return isStranded(run, job) ? stranded(run, job) : undefined;
  const { secondary } = run;
  const fault = job.position.replica === 'secondary' ? secondary?.dropped() : secondary?.primaryFault();
  return fault === undefined ? undefined : { kind: 'failed', fault };
}

/**
 * What becomes of a page that failed, where the other host may be asked for it; undefined: it is judged as any other. A check of
 * the secondary is given up: the row of one host says nothing of the other.
 */
export function askElsewhere(
  run: RunContext,
  job: PageJob,
  failed: { readonly fault: TableFault; readonly id: number; readonly replica: Replica },
): TriedPage | undefined {
  const { secondary, env, ledger } = run;
  const { fault, id, replica } = failed;
  if (secondary === undefined || run.signal.aborted) return undefined;
  const isOnline = env.isOnline();
  if (replica === 'secondary') {
    if (secondary.noteFailure(fault, isOnline) === 'stay') return undefined;
    if (job.kind === 'query') job.avoidsSecondary = true;
  } else {
    if (secondary.notePrimaryFailure(fault, isOnline) === 'stay') return undefined;
    if (job.kind === 'query' && isBoundToPrimary(job)) return undefined;
  }
  const isGivenUp = replica === 'secondary' && job.kind !== 'query';
  ledger.closeRequest(id, {
    endedAtMs: env.monotonicMs(),
    fault,
    ...(fault.status === undefined ? {} : { status: fault.status }),
    ...(fault.requestId === undefined ? {} : { requestId: fault.requestId }),
    ...(isGivenUp
      ? {}
      : {
          retryReason:
            replica === 'secondary'
              ? 'not from the secondary endpoint: asked at the primary'
              : 'the primary does not answer, the secondary endpoint does',
          retryWaitMs: 0,
        }),
  });
  return isGivenUp ? { kind: 'failed', fault } : { kind: 'again', waitMs: 0, isFree: true, fault };
}

/** The query goes on behind its last key, or starts over where no row came. */
function stranded(run: RunContext, { tableName, position: { replica } }: QueryJob): PageAnswer {
  const why = run.secondary?.dropped() ?? run.secondary?.primaryFault();
  const host = replica === 'secondary' ? 'the secondary endpoint' : 'the primary';
  const because = why === undefined ? '' : `: ${why.message}`;
  return {
    kind: 'move',
    fault: cleanFault({
      kind: why?.kind ?? 'protocol',
      message: `table ${tableName}: its pages came from ${host}, which is not read any more${because}`,
      nextStep: 'Run it again from the start.',
    }),
  };
}

/** Whether a query holds a token of a host that is not asked any more: it goes on by its keys, at the other one. */
function isStranded(run: RunContext, job: QueryJob): boolean {
  const { continuation, replica } = job.position;
  if (continuation === undefined) return false;
  if (replica === 'primary') return run.secondary?.primaryFault() !== undefined && !isBoundToPrimary(job);
  return run.secondary === undefined || run.secondary.dropped() !== undefined || job.avoidsSecondary;
}
