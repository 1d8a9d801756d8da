import type { PageReader } from './pageReader.ts';
import type { PageJob, RunContext } from './readPages.ts';
import type { Replica } from './lanes.ts';
import { isOutage } from './retry.ts';
import type { Again } from './runFaults.ts';
import { type TableError, type TableFault, tableError } from './tableError.ts';

/** Without an answer in between; one that never answered is given up at the first. */
const FAILURES_BEFORE_DROP = 3;

/**
 * The account's read-only copy in the paired region, as one run reads from it: eventually consistent, and not there at
 * all where the account has no RA-GRS.
 */
export interface RunSecondary {
  readonly reader: PageReader;
  /** Why nothing more is asked of it in this run; undefined: it is used. */
  readonly dropped: () => TableFault | undefined;
  readonly noteAnswer: () => void;
  /** Whether the page that failed there is to be asked for elsewhere. */
  readonly noteFailure: (fault: TableFault, isOnline: boolean) => 'stay' | 'leave';
}

export function createRunSecondary(reader: PageReader): RunSecondary {
  let dropped: TableFault | undefined;
  let hasAnswered = false;
  let failures = 0;
  return {
    reader,
    dropped: () => dropped,
    noteAnswer: () => {
      hasAnswered = true;
      failures = 0;
    },
    noteFailure: (fault, isOnline) => {
      // Requests that were under way when it was dropped.
      if (dropped !== undefined && (fault.kind === 'auth' || isOutage(fault))) return 'leave';
      // A table that is not there may only not have come over yet: the primary knows.
      if (fault.kind === 'not-found') return 'leave';
      if (fault.kind === 'auth') {
        dropped = fault;
        return 'leave';
      }
      if (!isOutage(fault) || fault.kind === 'throttled' || fault.afterSleep === true || !isOnline)
        return 'stay';
      failures += 1;
      if (hasAnswered && failures < FAILURES_BEFORE_DROP) return 'stay';
      dropped = fault;
      return 'leave';
    },
  };
}

/** Which replicas a run reads from now. */
export function usedReplicas({ secondary }: RunContext): Replica | 'either' {
  return secondary !== undefined && secondary.dropped() === undefined ? 'either' : 'primary';
}

/** Where the next request of a job may go. A token is opaque and holds for the replica that gave it. */
export function replicaFor(run: RunContext, job: PageJob): Replica | 'either' {
  if (job.continuation !== undefined) return job.replica;
  if (job.kind === 'check') return job.avoidsSecondary ? 'primary' : job.replica;
  return job.kind === 'query' && !job.avoidsSecondary ? usedReplicas(run) : 'primary';
}

/** What becomes of a page that failed at the secondary; undefined: it is judged as any other. */
export function leaveSecondary(
  run: RunContext,
  job: PageJob,
  fault: TableFault,
  id: number,
): Again | undefined {
  const { secondary, env, ledger } = run;
  if (secondary === undefined || run.signal.aborted) return undefined;
  if (secondary.noteFailure(fault, env.isOnline()) === 'stay') return undefined;
  job.avoidsSecondary = true;
  ledger.closeRequest(id, {
    endedAtMs: env.monotonicMs(),
    fault,
    ...(fault.status === undefined ? {} : { status: fault.status }),
    ...(fault.requestId === undefined ? {} : { requestId: fault.requestId }),
    retryReason: 'not from the secondary endpoint: asked at the primary',
    retryWaitMs: 0,
  });
  return { waitMs: 0, isFree: true, fault };
}

/** Ends the reading by token; the query goes on behind its last key, or starts over where no row came. */
export function strandedError(run: RunContext, job: PageJob): TableError {
  job.isStranded = true;
  const why = run.secondary?.dropped();
  return tableError({
    kind: why?.kind ?? 'protocol',
    message: `table ${job.tableName}: its pages came from the secondary endpoint, which is not read any more${why === undefined ? '' : `: ${why.message}`}`,
    nextStep: 'Run it again from the start.',
  });
}

/** Whether a job holds a token of a secondary that is not used any more: it goes on by its keys, at the primary. */
export function isStranded(run: RunContext, job: PageJob): boolean {
  if (job.continuation === undefined || job.replica === 'primary') return false;
  return run.secondary === undefined || run.secondary.dropped() !== undefined || job.avoidsSecondary;
}
