// Turns the true answer into what the client gets.
import {
  type AnswerDelivery,
  type AnswerDraft,
  type Delivery,
  finish,
  headerOf,
  PARTITION_TOKEN,
  type Piece,
  ROW_TOKEN,
  versionOf,
  wholeDelivery,
  type WireAnswer,
  type WireRequest,
  withHeaders,
  withLength,
  withTokenExposed,
} from './wireExchange.ts';
import { recommendedRule } from './corsRules.ts';
import { errorAnswer, serviceFault } from './errorAnswer.ts';
import type { FaultAction, SeriesMemory } from './faultActions.ts';
import type { Dialect } from './wireText.ts';

export interface FaultCase {
  readonly request: WireRequest;
  /** The query's earlier pages. */
  readonly memory: SeriesMemory;
  /** The dialect of error answers. */
  readonly dialect: Dialect;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

/** An answer for which the service is not needed; undefined to send the request to the service. */
export function replacementOf(action: FaultAction, fault: FaultCase): Delivery | undefined {
  switch (action.kind) {
    case 'reset':
      return { kind: 'reset', waitMs: 0 };
    case 'hold':
      return { kind: 'hold' };
    case 'html':
      return standIn(fault, { status: 200, type: 'text/html; charset=utf-8', body: PORTAL });
    case 'body':
      return standIn(fault, { status: 200, type: JSON_PAGE, body: action.body });
    case 'status':
      return errorOf(fault, action);
    case 'expired':
      return errorOf(fault, { ...action, status: 403, code: 'AuthenticationFailed' });
    case 'redirect': {
      const redirect = { status: action.status, type: 'text/plain', body: '' };
      return standIn(fault, redirect, { extra: { Location: action.to }, cors: action.cors });
    }
    default:
      return undefined;
  }
}

const PORTAL = '<!doctype html><title>Sign in to Wi-Fi</title>';
const JSON_PAGE = 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8';
const REQUEST_ID = '9d0fa1c4-0002-0000-0000-000000000000';

type ErrorAnswer = Omit<Extract<FaultAction, { kind: 'status' }>, 'kind'>;

function errorOf(fault: FaultCase, answer: ErrorAnswer): Delivery {
  const { status, code, retryAfter, form = 'json', cors } = answer;
  const { dialect, request, nowMs } = fault;
  const place = { dialect, request, nowMs, requestId: REQUEST_ID };
  const isService = form !== 'empty' && form !== 'html';
  const error = errorAnswer(serviceFault(status, code), place, isService ? form : 'json');
  const after =
    typeof retryAfter === 'number' ? new Date(fault.nowMs + retryAfter * 1000).toUTCString() : retryAfter;
  if (after !== undefined) error.headers.set('Retry-After', after);
  if (form === 'html') error.headers.set('Content-Type', 'text/html');
  const draft = isService ? error : { ...error, body: form === 'html' ? PORTAL : '', isChunked: false };
  const hidden = answer.retryAfterExposed === false ? 'Retry-After' : undefined;
  return delivered(fault, draft, { cors, hidden });
}

interface Readable {
  /** Whether the page may read the answer; default true. */
  readonly cors?: boolean | undefined;
  /** A header that the page must not be able to read. */
  readonly hidden?: string | undefined;
}

function standIn(
  fault: FaultCase,
  { status, type, body }: { readonly status: number; readonly type: string; readonly body: string },
  {
    extra = {},
    cors,
  }: { readonly extra?: Readonly<Record<string, string>>; readonly cors?: boolean | undefined } = {},
): AnswerDelivery {
  const own = {
    'Content-Type': type,
    'x-ms-request-id': REQUEST_ID,
    'x-ms-version': versionOf(fault.request),
  };
  const headers = new Map(Object.entries({ ...own, ...extra }));
  return delivered(fault, { status, headers, body, isChunked: false }, { cors });
}

/** The page can read this answer like the service's own. An answer that it cannot read is a separate fault. */
function delivered(
  { request, nowMs }: FaultCase,
  draft: AnswerDraft,
  { cors = true, hidden = '' }: Readable,
): AnswerDelivery {
  const { origin } = request.headers;
  const rule = recommendedRule(origin ?? '');
  const exposedHeaders = rule.exposedHeaders.replace(hidden, '');
  const rules = cors && origin !== undefined ? [{ ...rule, exposedHeaders }] : [];
  return wholeDelivery(finish(draft, { request, cors: rules, nowMs }));
}

/** Applies a fault to the true answer. */
export function spoil(action: FaultAction | undefined, answer: WireAnswer, fault: FaultCase): Delivery {
  const whole = wholeDelivery(answer);
  if (action === undefined) return whole;
  switch (action.kind) {
    case 'delay':
      return { ...whole, waitMs: whole.waitMs + action.delayMs };
    case 'trickle':
      return { ...whole, pieces: cutInPieces(answer.body, action) };
    case 'stall':
      return { ...whole, pieces: firstBytes(answer.body, action.bytes), end: 'hang' };
    case 'truncate': {
      const pieces = firstBytes(answer.body, action.bytes);
      return { ...whole, pieces, headers: withLength(whole.headers, pieces[0]?.bytes.length ?? 0) };
    }
    case 'cut':
      return cutOff(whole, answer.body, action);
    default:
      return wholeDelivery(rewritten(action, answer, fault));
  }
}

function firstBytes(body: Buffer, bytes: number): readonly Piece[] {
  return [{ afterMs: 0, bytes: body.subarray(0, bytes) }];
}

function cutInPieces(body: Buffer, { bytes, everyMs }: Extract<FaultAction, { kind: 'trickle' }>): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    pieces.push({ afterMs: everyMs, bytes: body.subarray(at, at + bytes) });
  }
  return pieces;
}

function cutOff(
  whole: AnswerDelivery,
  body: Buffer,
  { bytes, how = 'reset' }: Extract<FaultAction, { kind: 'cut' }>,
): Delivery {
  const isChunked = how === 'chunked';
  const headers = withHeaders(whole.headers, {
    'Content-Length': isChunked ? undefined : String(body.length),
    'Transfer-Encoding': isChunked ? 'chunked' : undefined,
  });
  // At least one byte must be missing.
  const pieces = firstBytes(body, Math.min(bytes, body.length - 1));
  return { ...whole, headers, pieces, end: how === 'fin' ? 'fin' : 'reset' };
}

/** Whole answers with changed headers or body. */
function rewritten(action: FaultAction, answer: WireAnswer, fault: FaultCase): WireAnswer {
  switch (action.kind) {
    case 'hideHeaders':
      return withOthers(answer, { 'access-control-expose-headers': undefined });
    case 'noCors': {
      const names = [...answer.headers.keys()].filter((name) => /^access-control-/i.test(name));
      return withOthers(answer, Object.fromEntries(names.map((name) => [name, undefined])));
    }
    case 'notGzip':
      return withOthers(answer, { 'Content-Encoding': 'gzip' });
    case 'skewDate':
      return withClock(answer, new Date(fault.nowMs + action.ms));
    case 'bom':
      return withBody(answer, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), answer.body]));
    case 'badUtf8':
      return withBody(answer, withBadByte(answer.body));
    default:
      return movedPage(action, answer, fault);
  }
}

function withOthers(answer: WireAnswer, change: Readonly<Record<string, string | undefined>>): WireAnswer {
  return { ...answer, headers: withHeaders(answer.headers, change) };
}

/** The service states its clock in a header and in the text of every error. */
function withClock(answer: WireAnswer, at: Date): WireAnswer {
  const dated = withOthers(answer, { Date: at.toUTCString() });
  if (answer.status === 200) return dated;
  const time = `Time:${at.toISOString().replace('Z', '0000Z')}`;
  return withBody(dated, Buffer.from(answer.body.toString('utf8').replace(/Time:\d[\d:.TZ-]*/, time)));
}

function withBody(answer: WireAnswer, body: Buffer): WireAnswer {
  return { ...answer, headers: withLength(answer.headers, body.length), body };
}

/** Replaces the last letter of a string with 0xFF. */
function withBadByte(body: Buffer): Buffer {
  const at = body.lastIndexOf('"', body.length - 1);
  const spoilt = Buffer.from(body);
  if (at > 0) spoilt[at - 1] = 0xff;
  return spoilt;
}

/** Faults in the order of rows and tokens. Answers that are not pages are not changed. */
function movedPage(action: FaultAction, answer: WireAnswer, { request, memory }: FaultCase): WireAnswer {
  const page = answer.status === 200 ? splitPage(answer.body.toString('utf8')) : undefined;
  if (page === undefined) return answer;
  const sent = new URL(request.target, 'http://service').searchParams;
  const before = memory.lastPage === undefined ? undefined : splitPage(memory.lastPage);
  const moved = movedRows(action, page, before, sent.has('NextPartitionKey'));
  if (moved !== undefined) return withBody(answer, Buffer.from(joinPage({ ...page, entities: moved })));
  const goesOn = headerOf(answer.headers, PARTITION_TOKEN) !== undefined;
  if (action.kind === 'sameToken') {
    const partition = sent.get('NextPartitionKey');
    return partition === null ? answer : withToken(answer, [partition, sent.get('NextRowKey') ?? undefined]);
  }
  if (action.kind === 'oldToken') {
    return memory.firstToken === undefined || !sent.has('NextPartitionKey')
      ? answer
      : withToken(answer, memory.firstToken);
  }
  if (action.kind === 'emptyRowToken' && goesOn && headerOf(answer.headers, ROW_TOKEN) === undefined) {
    return withOthers(answer, { [ROW_TOKEN]: '' });
  }
  return answer;
}

function movedRows(
  action: FaultAction,
  page: PageText,
  before: PageText | undefined,
  isNext: boolean,
): readonly string[] | undefined {
  switch (action.kind) {
    case 'replay':
      // Not in two cases in which rows would be lost undetectably: an empty page in place of rows, and a later page in place of the first
      // one.
      return !isNext || before?.entities.length === 0 ? undefined : before?.entities;
    case 'overlap':
      return before === undefined || action.rows < 1
        ? undefined
        : [...before.entities.slice(-action.rows), ...page.entities];
    case 'reverse':
      return page.entities.toReversed();
    case 'foreign':
      return [...page.entities, action.entity];
    case 'intruder':
      return withIntruder(page.entities, action.properties);
    default:
      return undefined;
  }
}

function withIntruder(entities: readonly string[], properties: string): readonly string[] | undefined {
  const last = entities.at(-1);
  if (last === undefined) return undefined;
  const { PartitionKey, RowKey } = JSON.parse(last) as { PartitionKey: string; RowKey: string };
  const keys = `"PartitionKey":${JSON.stringify(PartitionKey)},"RowKey":${JSON.stringify(`${RowKey}!`)}`;
  const rest = properties === '' ? '' : `,${properties}`;
  return [...entities, `{"odata.etag":"W/\\"1\\"",${keys},"Timestamp":"2024-03-01T00:00:00Z"${rest}}`];
}

function withToken(answer: WireAnswer, [partition, row]: readonly [string, string | undefined]): WireAnswer {
  const headers = withHeaders(answer.headers, { [PARTITION_TOKEN]: partition, [ROW_TOKEN]: row });
  return { ...answer, headers: withTokenExposed(headers) };
}

// Splits a page of entities as text, so that a fault can move rows without changing any byte of them.

export interface PageText {
  /** Everything up to the `[` of `value`. */
  readonly head: string;
  /** The text of each entity. */
  readonly entities: readonly string[];
  /** Everything from the `]` on. */
  readonly tail: string;
}

/** Splits a page; undefined if the text is not a page of entities. */
function splitPage(text: string): PageText | undefined {
  const start = /"value"\s*:\s*\[/.exec(text);
  if (start === null) return undefined;
  const head = text.slice(0, start.index + start[0].length);
  const entities: string[] = [];
  let at = head.length;
  while (text[at] === '{') {
    const end = endOfObject(text, at);
    if (end === undefined) return undefined;
    entities.push(text.slice(at, end));
    at = text[end] === ',' ? end + 1 : end;
  }
  return text[at] === ']' ? { head, entities, tail: text.slice(at) } : undefined;
}

function joinPage({ head, entities, tail }: PageText): string {
  return `${head}${entities.join(',')}${tail}`;
}

/** Position after the `}` that closes the `{` at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}
