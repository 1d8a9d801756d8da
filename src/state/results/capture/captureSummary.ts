import type { Completeness } from '../../../core/plan/completeness.ts';
import { claimText } from '../../../core/plan/completenessText.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { countText } from '../../../core/words.ts';
import { holdsSecret } from '../../base/secrets.ts';
import { sumOf } from '../../../tables/progress/runLog.ts';
import { lacking } from '../../run/madeRun.ts';
import type { EndedRun } from '../../run/runState.ts';
import {
  anomaliesShape,
  type CaptureClaim,
  claimShape,
  formShape,
  guardsShape,
  MOST_REQUESTS,
  planShape,
  progressShape,
  requestsShape,
} from './captureShapes.ts';
import { amount, fields, flag, maybe, ShapeFault, text } from './shape.ts';

/** Everything in a capture except its rows. */
type Summary = Pick<
  EndedRun,
  | 'plan'
  | 'form'
  | 'endpoint'
  | 'progress'
  | 'guards'
  | 'requests'
  | 'elapsedMs'
  | 'anomalies'
  | 'isServiceTime'
> & {
  readonly savedAtMs: number;
  readonly claim: CaptureClaim;
  /** Number of requests that were left out, because there were too many. */
  readonly requestsLeftOut?: number;
};

const summaryShape = fields<Summary>({
  savedAtMs: amount(253_402_300_799_999),
  plan: planShape,
  form: formShape,
  endpoint: text,
  claim: claimShape,
  progress: progressShape,
  guards: guardsShape,
  requests: requestsShape,
  requestsLeftOut: maybe(amount(1e12)),
  elapsedMs: amount(1e11),
  isServiceTime: maybe(flag),
  anomalies: anomaliesShape,
});

/** JSON numbers cannot represent these exactly. */
const asText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

function claimOf(completeness: Exclude<Completeness, { readonly state: 'running' }>): CaptureClaim {
  return 'reasons' in completeness ? completeness : { ...completeness, reasons: [], unread: [] };
}

/** Checks the fields that the user typed, the only ones of a query that could contain a secret. */
function secretField({ form }: EndedRun): string | undefined {
  const typed = Object.entries(form).find(
    ([, value]) => typeof value === 'string' && value !== '' && holdsSecret(value),
  );
  return typed?.[0];
}

/**
 * The second line of a capture. Only members that the shape names get into it, so no continuation token, no scope of a
 * SAS, and nothing that is added to runs later. Fails with a message if the query itself looks like a secret.
 */
export function captureSummary(run: EndedRun, savedAtMs: number): Result<string, string> {
  const { completeness } = run;
  if (completeness.state === 'running') return fail('The query is still being read.');
  const field = secretField(run);
  if (field !== undefined)
    return fail(
      `The query's ${field} looks like a secret. Remove it and run again: a capture holds the query.`,
    );
  const requests = run.requests.slice(0, MOST_REQUESTS);
  const left = run.requests.length - requests.length + (run.follow?.requestsLeftOut ?? 0);
  const whole = {
    ...run,
    savedAtMs,
    claim: claimOf(completeness),
    requests,
    ...(left > 0 && { requestsLeftOut: left }),
  };
  try {
    const plain: unknown = JSON.parse(JSON.stringify(whole, asText));
    return ok(JSON.stringify({ result: summaryShape(plain, '') }, asText));
  } catch (caught) {
    if (caught instanceof ShapeFault)
      return fail(`This result cannot be saved as a capture: ${caught.message}.`);
    throw caught;
  }
}

/** What a capture says about itself, as its status shows it. */
export interface CaptureWords {
  readonly savedAtMs: number;
  readonly readAtMs: number;
  /** `Complete: 21,509 rows from 100 of 100 prefixes`. */
  readonly says: string;
  /** What the reader must know in addition, one sentence each. */
  readonly notes: readonly string[];
}

const NOT_VOUCHED = 'Anyone can edit a file, so it proves nothing: run the query again for a proven result.';

/**
 * A capture's claim, reduced to what this page can vouch for: never Complete, because nothing here proves it. A lesser
 * claim is kept, except that nothing can be continued.
 */
function claimed(claim: CaptureClaim): Extract<Completeness, { readonly resumable: boolean }> {
  const { state, ...rest } = claim;
  const unread = claim.unread.map((range) => ({ ...range, resumable: false }));
  if (state !== 'complete' && state !== 'derived') return { ...rest, state, unread, resumable: false };
  return { ...rest, ...lacking('unverifiable', [NOT_VOUCHED]) };
}

/** Turns a capture's summary into an ended run. Fails with the place that is wrong. */
export function readSummary(
  parsed: unknown,
  runId: number,
  rows: number,
): Result<{ readonly run: EndedRun; readonly words: CaptureWords }, string> {
  try {
    const { result } = fields<{ result: Summary }>({ result: summaryShape })(parsed, '');
    const { claim, savedAtMs, requestsLeftOut = 0, ...read } = result;
    const fault = contradiction(result, rows);
    if (fault !== undefined) return fail(`Line 2: ${fault}.`);
    const run: EndedRun = {
      phase: 'ended',
      ...read,
      runId,
      scope: '',
      rows,
      bytes: sumOf(read.progress, (query) => query.bytes),
      retries: sumOf(read.progress, (query) => query.retries),
      dataVersion: 1,
      completeness: claimed(claim),
    };
    const notes = [
      // For a claim that was complete or derived, `claimed` gives this as the reason already.
      ...(claim.state === 'complete' || claim.state === 'derived' ? [] : [NOT_VOUCHED]),
      ...(requestsLeftOut === 0
        ? []
        : [
            `The file leaves out the last ${countText(requestsLeftOut)} requests: what follows is of the others.`,
          ]),
    ];
    return ok({ run, words: { savedAtMs, readAtMs: claim.readAtMs, says: claimText(claim), notes } });
  } catch (caught) {
    if (caught instanceof ShapeFault) return fail(`Line 2: ${caught.message}.`);
    throw caught;
  }
}

/** Which parts of a summary contradict each other; undefined: none. */
function contradiction(
  { plan, progress, guards, requests, claim }: Summary,
  rows: number,
): string | undefined {
  const known = plan.queries.length + plan.guards.length;
  if (progress.length !== plan.queries.length || progress.some(({ index }, at) => index !== at))
    return 'result.progress does not fit the queries of the plan';
  if (guards.length !== plan.guards.length || guards.some(({ index }, at) => index !== at))
    return 'result.guards does not fit the coverage checks of the plan';
  if (requests.some(({ queryIndex }) => queryIndex >= known))
    return 'result.requests names a query that is not in the plan';
  const read = sumOf(progress, (query) => query.rows);
  if (read !== rows || claim.rows !== rows)
    return `the result counts ${countText(claim.rows)} and ${countText(read)} rows, and the file ${countText(rows)}`;
  if (claim.state === 'derived' && claim.derived === undefined)
    return 'result.claim does not say what its rows were made from';
  if (claim.queriesDone > claim.queriesAsked || claim.queriesAsked > plan.queries.length)
    return 'result.claim counts more queries than the plan has';
  return undefined;
}
