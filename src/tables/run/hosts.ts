import { cleanFault, faultOf, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import type { Where } from '../pacing/lanes.ts';
import type { PageJob, QueryJob, Run } from './context.ts';
import type { PageEvent } from './pageState.ts';
import { readHttpDate, readRetryAfter } from '../wire/httpDate.ts';
import type { ReadStats } from '../progress/runTypes.ts';
import { readXmlText } from '../wire/xmlScan.ts';

/** The replicas that queries of the run may use now. */
export function usedReplicas({ secondary }: Pick<Run, 'secondary'>): Where {
  if (secondary === undefined || secondary.dropped() !== undefined) return 'primary';
  if (secondary.primaryFault() !== undefined) return 'secondary';
  return secondary.isSyncAsked() ? 'primary' : 'either';
}

/** How many lanes may be used. A host that is no longer read has none. */
export function usedWidth(run: Pick<Run, 'secondary' | 'lanes'>): number {
  return usedReplicas(run) === 'primary' ? run.lanes.perHost : run.lanes.width;
}

type WhereFacts = Pick<Run, 'secondary' | 'areQueriesOver' | 'letIn'>;

/**
 * Which host a job's next request may go to. Both the request for a lane and the check of the lane received use this rule. A continuation
 * token is only valid at its own host, and the answer to a check says nothing about the other host. Undefined if the job must wait.
 */
export function replicaFor(run: WhereFacts, job: PageJob): Where | undefined {
  const { replica, continuation, trouble } = job.state;
  if (job.kind !== 'query') {
    const waits =
      job.kind === 'guard' &&
      !run.areQueriesOver &&
      (trouble.isPutOff === true || !run.letIn.has(job.tableName));
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

/** Whether a query must not use the secondary, because its own page or another one of its table failed there. */
function avoidsSecondary({ secondary }: Pick<Run, 'secondary'>, job: QueryJob): boolean {
  return job.state.avoidsSecondary || secondary?.lacks(job.tableName) === true;
}

/** Whether a query that reads from a primary which does not answer must wait for it. */
function isBoundToPrimary(run: Pick<Run, 'secondary'>, job: QueryJob): boolean {
  return avoidsSecondary(run, job) || (job.state.continuation !== undefined && !job.query.canMove());
}

/**
 * Why a page cannot be requested as it is: the only host that could answer is no longer used. Undefined if it can. A query may still go on
 * at the other host by its keys (`stranded`).
 */
export function whyNowhere(run: Run, job: PageJob): PageEvent | undefined {
  if (job.kind === 'query')
    return isStranded(run, job) ? { kind: 'stranded', fault: stranded(run, job) } : undefined;
  const { secondary } = run;
  const fault = job.state.replica === 'secondary' ? secondary?.dropped() : secondary?.primaryFault();
  return fault === undefined ? undefined : { kind: 'left', fault };
}

/** Records a failed request. Returns whether the job should leave its host, because the other one may answer. */
export function leavesHost(run: Run, job: PageJob, fault: TableFault, replica: Replica): boolean {
  const { secondary } = run;
  if (secondary === undefined || run.signal.aborted) return false;
  const isOnline = run.env.isOnline();
  if (replica === 'primary')
    return (
      secondary.notePrimaryFailure(fault, isOnline) === 'leave' &&
      !(job.kind === 'query' && isBoundToPrimary(run, job))
    );
  if (secondary.noteFailure(fault, isOnline) === 'stay') return false;
  if (fault.kind === 'not-found') secondary.noteAbsent(job.tableName);
  return true;
}

/**
 * The fault of a query whose token belongs to a host that is no longer read. The query then continues after its last key, or from the start
 * if it has no row yet.
 */
function stranded({ secondary }: Run, { tableName, state: { replica } }: QueryJob): TableFault {
  const why = secondary?.dropped() ?? secondary?.primaryFault();
  const host = replica === 'secondary' ? 'the secondary endpoint' : 'the primary';
  const because = why === undefined ? '' : `: ${why.message}`;
  return cleanFault({
    kind: why?.kind ?? 'protocol',
    message: `table ${tableName}: its pages came from ${host}, which is no longer read${because}`,
    nextStep: 'Run it again from the start.',
  });
}

/** Whether a query has a token of a host that is no longer read, so that it must continue by key at the other one. */
function isStranded(run: Run, job: QueryJob): boolean {
  const { continuation, replica, avoidsSecondary: avoids } = job.state;
  if (continuation === undefined) return false;
  if (replica === 'primary')
    return run.secondary?.primaryFault() !== undefined && !isBoundToPrimary(run, job);
  return run.secondary === undefined || run.secondary.dropped() !== undefined || avoids;
}

const FILLING: TableFault = {
  kind: 'service',
  message: 'it is still being filled from the primary for the first time.',
  nextStep: 'Connect without it until that is done.',
};

/**
 * Reads the Last Sync Time before any page of the secondary, so that everything written before that time is in each page. Until it is
 * known, queries read the primary. If it cannot be read, or if `signal` aborts, it stays unknown. Never throws a TableError.
 */
export async function learnLastSync(
  run: Pick<Run, 'env' | 'lanes' | 'log' | 'secondary'>,
  readStats: ReadStats | undefined,
  queryIndex: number,
  signal: AbortSignal,
): Promise<void> {
  const { secondary } = run;
  if (readStats === undefined || secondary === undefined) return;
  const startedAtMs = run.env.monotonicMs();
  let atMs = 0;
  try {
    // Undefined if the SAS does not permit reading the statistics. Then nothing was sent.
    const answer = signal.aborted ? undefined : await readStats(signal);
    if (answer === undefined) return;
    const { status, body, headers, headersAtMs, endedAtMs } = answer;
    const nowMs = run.env.nowMs();
    const sentAtMs = readHttpDate(headers.get('date') ?? '', nowMs) ?? nowMs;
    if (status === 200) run.lanes.noteAnswer('secondary');
    else run.lanes.hold('secondary', readRetryAfter(headers.get('retry-after'), sentAtMs) ?? 0, run.env);
    const id = run.log.openRequest({
      kind: 'check',
      queryIndex,
      page: 0,
      attempt: 0,
      lane: run.lanes.perHost,
      replica: 'secondary',
      queuedAtMs: startedAtMs,
      startedAtMs,
      sentAtUnixMs: run.env.nowMs() - (run.env.monotonicMs() - startedAtMs),
      retryReason: 'reads the Last Sync Time of the secondary',
    });
    run.log.closeRequest(id, { status, headersAtMs, endedAtMs, bytes: body.byteLength });
    // Source: learn.microsoft.com/rest/api/storageservices/get-table-service-stats.
    const xml = status === 200 ? new TextDecoder().decode(body) : '';
    // Everything that was written before this time is there. 0 if unknown.
    atMs = Date.parse(readXmlText(xml, 'LastSyncTime') ?? '') || 0;
    if (readXmlText(xml, 'Status') === 'bootstrap') secondary.drop(FILLING);
  } catch (caught) {
    // Whether the secondary works shows when its pages are read.
    if (faultOf(caught) === undefined) throw caught;
  } finally {
    secondary.learn(atMs);
  }
}
