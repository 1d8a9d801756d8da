import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import type { Completeness } from '../../../core/plan/completeness.ts';
import { ARRIVAL_MARGIN_MS } from '../../../core/plan/readState.ts';
import { claimSentences, claimText } from '../../../core/plan/completenessText.ts';
import type { KeyMatch, PlanRequest } from '../../../core/plan/queryPlan.ts';
import { type RunProof, runProof } from '../../../core/plan/runProof.ts';
import { unixSecondText } from '../../../core/time/formatInstant.ts';
import { clampTicks, ticksToIso } from '../../../core/time/ticks.ts';
import { countText } from '../../../core/words.ts';
import { holdsSecret } from '../../../state/base/secrets.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { formatPlural } from '../../../ui/format.ts';
import { rereadWords } from './FollowLine.tsx';
import { prefixWords } from '../form/chipWords.ts';

/** What a result says about itself: its claim, and as many reasons and notes as the status line has room for. */
export interface Said {
  /** `Complete: 12,345 rows from 100 of 100 prefixes`. */
  readonly claim: string;
  readonly sentences: readonly string[];
}

/** What a result says by itself, without what its bar adds. */
export function saidBy(completeness: Completeness): Said {
  return { claim: claimText(completeness), sentences: claimSentences(completeness) };
}

/** Ends a text with a full stop, and leaves out what could be a secret, because these texts are pasted and sent on. */
function sentence(text: string): string {
  return holdsSecret(text) ? 'Left out: a sentence that looks like a secret.' : text.replace(/\.?$/u, '.');
}

/** Whether both keys are typed in full. Then one row is asked for, and the window does not matter. */
function isPoint({ partitionKey, rowKey }: PlanRequest): boolean {
  return partitionKey?.kind === 'is' && rowKey?.kind === 'is';
}

/** The query of a result, with everything that limits what its claim is about; undefined for rows of a file. */
export function subjectWords({ plan, endpoint, form }: RunState): string | undefined {
  if (endpoint === '') return undefined;
  const { request } = plan;
  const { tableName, schemeId, window, partitionKey, rowKey, select } = request;
  const scheme = schemeById(schemeId);
  const iso = (ticks: bigint): string => ticksToIso(clampTicks(ticks));
  const key = (name: string, match: KeyMatch | undefined): readonly string[] =>
    match === undefined ? [] : [`${name} ${match.kind === 'is' ? 'is' : 'begins with'} '${match.text}'`];
  const filter = form.filter.trim();
  const parts = [
    `${tableName} of ${endpoint}`,
    ...(scheme === undefined ? [] : [scheme.title]),
    ...(scheme?.prefixed === true ? [prefixWords(request)] : []),
    ...key('PartitionKey', partitionKey),
    ...key('RowKey', rowKey),
    ...(isPoint(request) || window === undefined
      ? ['all time']
      : [`${iso(window.from)} <= time < ${iso(window.to)}`]),
    ...(filter === '' ? [] : [`where ${filter}`]),
    ...(select === undefined ? [] : [`only the columns ${select.join(', ')}`]),
  ];
  return sentence(parts.map((part) => (holdsSecret(part) ? '(looks like a secret)' : part)).join(', '));
}

/** Everything that speaks for a result and against it, one sentence each, for the card and its copy. */
export function proofSentences(run: RunState, { sentences }: Said): readonly string[] {
  return [...sentences, ...unreadSentences(run), ...evidence(run)].map(sentence);
}

/** The same as one text. `file`: the export that the proof is saved with. */
export function proofText(run: RunState, said: Said, file?: string): string {
  const head = [file, said.claim].filter((line) => line !== undefined).map(sentence);
  const subject = subjectWords(run);
  return [
    ...head,
    ...(subject === undefined ? [] : [subject]),
    '',
    ...proofSentences(run, said).map((line) => `- ${line}`),
    '',
  ].join('\n');
}

/** How much of what is missing Continue can read. The reasons of the result say what helps with the rest. */
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
  const { derived, readAtMs } = run.completeness;
  if (derived !== undefined) {
    const sources = [derived.of, derived.lackedBy].filter((name) => name !== undefined && name !== '');
    const proof =
      sources.length === 0 ? '' : `: see the proof of ${sources.map((name) => `"${name}"`).join(' and ')}`;
    return [`These rows were made from other rows at ${unixSecondText(readAtMs)}${proof}.`];
  }
  if (run.requests.length === 0) return [];
  const proof = runProof(run);
  const { requests, retries } = proof;
  const { outOfOrder, repeated, outside } = run.anomalies;
  const areOdd = outOfOrder + repeated + outside > 0;
  // Rows outside the window or the filter, or unchecked rows, are not a fault of the service, but were not asked for.
  const areKept = run.completeness.filterNote !== undefined;
  return [
    readSentence(run, proof),
    checkSentence(run, proof),
    ...tokenSentence(run, proof),
    ...(areOdd || run.rows === 0
      ? []
      : [`No row was out of order${areKept ? ' or sent twice' : ', sent twice, or not requested'}.`]),
    `${formatPlural(requests, 'request')} sent, ${retries === 0 ? 'no retries' : formatPlural(retries, 'retry', 'retries')}.`,
    timeSentence(run),
    ...followSentences(run),
    ...lateSentence(run),
  ];
}

/** Whether an end was the last page is known only when the run has ended. */
function readSentence({ phase }: RunState, { queries, queriesRead }: RunProof): string {
  const read = `${countText(queriesRead)} of ${formatPlural(queries, 'query', 'queries')} ${queries === 1 ? 'was' : 'were'} read`;
  return phase === 'running'
    ? `${read} so far; each end is proven when all are read.`
    : `${read} to the end.`;
}

function checkSentence(
  { plan: { request } }: RunState,
  { checks, checksEmpty, checksHit }: RunProof,
): string {
  if (checks === 0) {
    const isWhole = isPoint(request) || schemeById(request.schemeId)?.timeSource === 'none';
    return `No coverage checks: ${isWhole ? 'the plan reads all keys of the query' : 'rows with keys outside the plan were not looked for'}.`;
  }
  const open = checks - checksEmpty - checksHit;
  return [
    `${countText(checksEmpty)} of ${formatPlural(checks, 'coverage check')} found no rows outside the plan`,
    ...(checksHit === 0 ? [] : [`${countText(checksHit)} found rows`]),
    ...(open === 0 ? [] : [`${countText(open)} ${open === 1 ? 'has' : 'have'} no answer`]),
  ].join(', ');
}

function tokenSentence({ phase, completeness }: RunState, { lastTokenAtMs }: RunProof): readonly string[] {
  if (lastTokenAtMs === undefined) return [];
  const at = unixSecondText(lastTokenAtMs);
  const isDoubted =
    'reasons' in completeness && completeness.reasons.some(({ kind }) => kind === 'headers-hidden');
  return [
    isDoubted || phase === 'running'
      ? `The last readable continuation token arrived at ${at}.`
      : `Continuation tokens were readable (last one at ${at}), so a page without one is the last.`,
  ];
}

function timeSentence({ completeness, isServiceTime, follow, requests }: RunState): string {
  const { readAtMs, firstReadAtMs = readAtMs } = completeness;
  // A followed result only knows when its last rounds began; its first request was sent earlier.
  const begunMs = follow === undefined ? firstReadAtMs : (requests[0]?.sentAtUnixMs ?? firstReadAtMs);
  const [first, last] = [begunMs, readAtMs].map(unixSecondText);
  const when = first === last ? `at ${last}` : `from ${first} to ${last}`;
  const whose =
    isServiceTime === true ? "the service's clock" : "this computer's clock: no answer told the service's";
  return `Read ${when}, by ${whose}.`;
}

/** What following did: each round reads only new times, and parts of the last minutes again. */
function followSentences({ follow }: RunState): readonly string[] {
  if (follow === undefined || follow.rounds === 0) return [];
  const { rounds, readAtMs, fault, rereads } = follow;
  const began = rereads.map(({ begunMs }) => unixSecondText(begunMs));
  return [
    `Followed for ${formatPlural(rounds, 'round')}: each reads the new times, ${rereadWords()}.`,
    ...(readAtMs === undefined
      ? ['No round was read to its end.']
      : [
          `The last round that was read to its end began at ${began.at(-1)}; all of the last ${ARRIVAL_MARGIN_MS / 60_000} min were last read from ${began[0]} on.`,
        ]),
    ...(fault === undefined ? [] : [`The round after it was not: ${fault}`]),
    'Rows deleted at the service stay in a followed result, and older rows that changed are as first read.',
  ];
}

/** Says that late rows are not expected. If they are possible, a note of the result says until when. */
function lateSentence({ plan: { request }, completeness }: RunState): readonly string[] {
  if (completeness.arrivalNote !== undefined || completeness.state !== 'complete') return [];
  return request.window === undefined || isPoint(request)
    ? ['The query has no end in time: it does not hold rows written after it was read.']
    : ['Late rows are not expected: the window ended more than 10 min before it was read.'];
}
