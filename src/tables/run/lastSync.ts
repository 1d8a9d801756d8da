import { readHttpDate, readRetryAfter } from '../wire/httpDate.ts';
import { faultOf, type TableFault } from '../base/tableError.ts';
import type { ReadStats } from '../progress/runTypes.ts';
import { readXmlText } from '../wire/xmlScan.ts';
import type { Run } from './context.ts';

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
