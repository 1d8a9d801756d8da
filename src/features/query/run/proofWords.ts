import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { claimSentences, claimText } from '../../../core/plan/completenessText.ts';
import { type RunProof, runProof } from '../../../core/plan/runProof.ts';
import { unixSecondText } from '../../../core/time/formatInstant.ts';
import { clampTicks, ticksToIso } from '../../../core/time/ticks.ts';
import { countText } from '../../../core/words.ts';
import { holdsSecret } from '../../../state/base/secrets.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { formatPlural } from '../../../ui/format.ts';

/** What a result says of itself: its claim, and the reasons and notes that the status line has room for. */
export interface Said {
  /** `Complete: 12,345 rows from 100 of 100 prefixes`. */
  readonly claim: string;
  readonly sentences: readonly string[];
}

/** What a result says without anything that its bar adds. */
export function saidBy(completeness: Completeness): Said {
  return { claim: claimText(completeness), sentences: claimSentences(completeness) };
}

/** A full stop at the end, and nothing that could be a secret: these texts are pasted and sent on. */
function sentence(text: string): string {
  return holdsSecret(text) ? 'Left out: a sentence that looks like a secret.' : text.replace(/\.?$/u, '.');
}

/** The query of a result: table, key scheme, account, window and filter. Undefined for rows of a file. */
export function subjectWords({ plan, endpoint, form }: RunState): string | undefined {
  if (endpoint === '') return undefined;
  const { tableName, schemeId, window } = plan.request;
  const iso = (ticks: bigint): string => ticksToIso(clampTicks(ticks));
  const time = window === undefined ? 'all time' : `${iso(window.from)} <= time < ${iso(window.to)}`;
  const filter = form.filter.trim();
  const parts = [`${tableName} of ${endpoint}`, schemeById(schemeId)?.title, time];
  return sentence([...parts, ...(filter === '' ? [] : [`where ${filter}`])].join(', '));
}

/** Everything that speaks for a result and against it, a sentence each: the card and its copy. */
export function proofSentences(run: RunState, { sentences }: Said): readonly string[] {
  return [...sentences, ...unreadSentences(run), ...evidence(run)].map(sentence);
}

/** The same as one text. `file`: the export that it is saved beside. */
export function proofText(run: RunState, said: Said, file?: string): string {
  const head = [file, sentence(said.claim), subjectWords(run)].filter((line) => line !== undefined);
  return [...head, '', ...proofSentences(run, said).map((line) => `- ${line}`), ''].join('\n');
}

/** How much of what is missing Continue reads; the reasons say what helps with the rest. */
function unreadSentences({ completeness }: RunState): readonly string[] {
  if (!('unread' in completeness)) return [];
  const { unread, state } = completeness;
  const left = unread.filter(({ resumable }) => resumable).length;
  if (left === 0) return [];
  const what =
    state === 'unverifiable' ? 'may hold more rows' : `${unread.length === 1 ? 'was' : 'were'} not read`;
  return [`Continue reads ${countText(left)} of ${formatPlural(unread.length, 'key range')} that ${what}.`];
}

/** What was done to prove the claim. Rows that were not read from the service have no evidence of their own. */
function evidence(run: RunState): readonly string[] {
  const { derived } = run.completeness;
  if (derived !== undefined) {
    const sources = [derived.of, derived.lackedBy].filter((name) => name !== undefined);
    return [
      `These rows were made from other rows: see the proof of ${sources.map((name) => `"${name}"`).join(' and ')}.`,
    ];
  }
  if (run.requests.length === 0) return [];
  const proof = runProof(run);
  const { queries, queriesRead, requests, retries } = proof;
  const { outOfOrder, repeated, outside } = run.anomalies;
  const areOdd = outOfOrder + repeated + outside > 0;
  return [
    `${countText(queriesRead)} of ${formatPlural(queries, 'query', 'queries')} ${queries === 1 ? 'was' : 'were'} read to the end.`,
    checkSentence(proof),
    ...tokenSentence(run, proof),
    ...(areOdd || run.rows === 0 ? [] : ['No row was out of order, sent twice, or not requested.']),
    `${formatPlural(requests, 'request')} sent, ${retries === 0 ? 'no retries' : formatPlural(retries, 'retry', 'retries')}.`,
    timeSentence(run),
    ...lateSentence(run),
  ];
}

function checkSentence({ checks, checksEmpty, checksHit }: RunProof): string {
  if (checks === 0)
    return 'No coverage checks: the plan reads all keys of the query, or its key scheme cannot be checked.';
  const open = checks - checksEmpty - checksHit;
  return [
    `${countText(checksEmpty)} of ${formatPlural(checks, 'coverage check')} found no rows outside the plan`,
    ...(checksHit === 0 ? [] : [`${countText(checksHit)} found rows`]),
    ...(open === 0 ? [] : [`${countText(open)} ${open === 1 ? 'has' : 'have'} no answer`]),
  ].join(', ');
}

function tokenSentence({ completeness }: RunState, { lastTokenAtMs }: RunProof): readonly string[] {
  if (lastTokenAtMs === undefined) return [];
  const at = unixSecondText(lastTokenAtMs);
  const isDoubted =
    'reasons' in completeness && completeness.reasons.some(({ kind }) => kind === 'headers-hidden');
  return [
    isDoubted
      ? `The last readable continuation token arrived at ${at}.`
      : `Continuation tokens were readable (last one at ${at}), so a page without one is the last.`,
  ];
}

function timeSentence({ completeness, isServiceTime }: RunState): string {
  const { readAtMs, firstReadAtMs = readAtMs } = completeness;
  const [first, last] = [firstReadAtMs, readAtMs].map(unixSecondText);
  const when = first === last ? `at ${last}` : `from ${first} to ${last}`;
  const whose =
    isServiceTime === true ? "the service's clock" : "this computer's clock: no answer told the service's";
  return `Read ${when}, by ${whose}.`;
}

/** A note says until when late rows are possible; this, that they are not. */
function lateSentence({ plan, completeness }: RunState): readonly string[] {
  if (completeness.arrivalNote !== undefined || completeness.state !== 'complete') return [];
  return plan.request.window === undefined
    ? ['The query has no end in time: it does not hold rows written after it was read.']
    : ['Late rows are not expected: the window ended more than 10 min before it was read.'];
}
