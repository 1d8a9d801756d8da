import { receiptOf } from '../wire/keysOfPage.ts';
import { refusedPage } from '../wire/refusedPage.ts';
import { LANE_PRIORITY } from '../pacing/lanes.ts';
import { isNoAnswer } from '../pacing/retry.ts';
import { isRefusal } from '../pacing/pause.ts';
import { createSeenTokens } from '../wire/seenTokens.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';
import type { Replica } from '../pacing/hostHolds.ts';
import { letIn, noteDeleted, type RowJob, type Run } from './context.ts';
import { waitingAt } from './pageState.ts';

const KEYS_ONLY = ['PartitionKey', 'RowKey'];

/** A query for the keys of one row. Its page is decoded here and not stored. */
export function oneRowJob(asked: {
  readonly kind: 'guard' | 'check';
  readonly index: number;
  readonly tableName: string;
  readonly filter?: string | undefined;
  /** Default: the primary. */
  readonly replica?: Replica;
}): RowJob {
  const { replica, ...of } = asked;
  let pages = 0;
  return {
    ...of,
    select: KEYS_ONLY,
    top: 1,
    priority: LANE_PRIORITY.guard,
    seenTokens: createSeenTokens(),
    nextPage: () => pages++,
    state: waitingAt({ replica }),
    page: 0,
    started: false,
    lane: undefined,
    accept: (page) => Promise.resolve(receiptOf(page.body)),
  };
}

interface OutageCheckTry {
  readonly attempt: number;
  /** Send it even if the host asked to be left alone. */
  readonly isSent?: boolean;
  /** Default: the primary. */
  readonly replica?: Replica;
}

/**
 * The outage check: reads one row of a table, past the breaker, to see whether the service answers and accepts the SAS.
 * Undefined: it does; queries will see any other fault. 'not sent': the host asked to be left alone for longer than
 * lanes are held, perhaps while this waited for one. Throws TableError 'cancelled'.
 */
export async function checkOutage(
  run: Pick<Run, 'reader' | 'secondary' | 'env' | 'lanes' | 'letIn' | 'log' | 'replaced' | 'signal'>,
  asked: { readonly index: number; readonly tableName: string },
  { attempt, isSent = false, replica = 'primary' }: OutageCheckTry,
): Promise<TableFault | 'not sent' | undefined> {
  const { env, log, signal } = run;
  const queuedAtMs = env.monotonicMs();
  const lane = await run.lanes.acquire(LANE_PRIORITY.goOn, signal, replica);
  if (!isSent && run.lanes.askedMs(replica) > 0) {
    lane.release();
    return 'not sent';
  }
  const startedAtMs = env.monotonicMs();
  const id = log.openRequest({
    kind: 'check',
    queryIndex: asked.index,
    page: 0,
    attempt,
    lane: lane.number,
    ...(replica === 'secondary' ? { replica } : {}),
    queuedAtMs,
    startedAtMs,
    sentAtUnixMs: env.nowMs(),
    retryReason: 'outage check: does the service answer',
  });
  try {
    const reader = replica === 'secondary' ? run.secondary?.reader : run.reader;
    const { body, timing } = await (reader ?? run.reader).readPage(
      { tableName: asked.tableName, select: KEYS_ONLY, top: 1 },
      signal,
    );
    const { headersAtMs, endedAtMs } = timing;
    log.closeRequest(id, { headersAtMs, endedAtMs, status: 200, bytes: body.byteLength });
    const row = receiptOf(body);
    if (!row.ok)
      return failedCheck(run, replica, {
        id,
        fault: refusedPage(`outage check of table ${asked.tableName}`, row.error),
      });
    run.secondary?.noteAnswer(replica);
    run.lanes.noteAnswer(replica);
    // A table that is not found from now on was deleted: it is none that never existed.
    letIn(run, asked.tableName, startedAtMs);
    return undefined;
  } catch (caught) {
    const fault = faultOf(caught);
    if (fault === undefined || fault.kind === 'cancelled') throw caught;
    // The secondary alone may lack a table for a while.
    if (replica === 'primary') noteDeleted(run, asked.tableName, fault);
    return failedCheck(run, replica, { id, fault });
  } finally {
    lane.release();
  }
}

/** Logs an outage check without an answer. Undefined: the service is there, whatever else is wrong. */
function failedCheck(
  { lanes, env, log }: Pick<Run, 'env' | 'lanes' | 'log'>,
  replica: Replica,
  { id, fault }: { readonly id: number; readonly fault: TableFault },
): TableFault | undefined {
  const { status, retryAfterMs = 0 } = fault;
  lanes.hold(replica, retryAfterMs, env);
  log.closeRequest(id, {
    endedAtMs: env.monotonicMs(),
    fault,
    status,
  });
  // The primary is left only for a secondary that brings pages: one that lacks the table or refuses the request cannot stand in.
  return replica === 'secondary' || isNoAnswer(fault) || isRefusal(fault) ? fault : undefined;
}
