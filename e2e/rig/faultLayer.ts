// Stands in front of a table service, on a socket or in memory. It logs requests, and damages answers according to rules.
import { replacementOf, spoil } from './applyFault.ts';
import {
  type Delivery,
  headerOf,
  isWhole,
  PARTITION_TOKEN,
  ROW_TOKEN,
  wholeDelivery,
  type WireAnswer,
  type WireRequest,
  withHeaders,
  withLength,
  withTokenExposed,
} from './wireExchange.ts';
import type { FaultAction, SeriesMemory } from './faultActions.ts';
import { type FaultRule, ruleMatcher } from './faultRules.ts';
import { createRequestLog, type LoggedRequest, type RequestLog } from './requestLog.ts';
import type { Dialect } from './wireText.ts';

export interface FaultLayerOptions {
  /** Seed for rules with a chance. */
  readonly seed: number;
  /** The dialect of the service, which faults in its place must speak too. Default: live. */
  readonly dialect?: Dialect;
  /** Milliseconds on a monotonic clock. */
  readonly clockMs: () => number;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

export interface FaultLayer {
  readonly log: RequestLog;
  /** From the next request on, uses only these rules. The first one that applies wins. Their clock starts now. */
  readonly setRules: (rules: readonly FaultRule[]) => void;
  /** Removes all rules and empties the log. */
  readonly reset: () => void;
  /** Says what to do with a request. Call `end` when the client has the answer or has gone. */
  readonly begin: (request: WireRequest) => Handling;
}

export interface Handling {
  readonly entry: LoggedRequest;
  readonly action: FaultAction | undefined;
  /** The request to send to the service; undefined if none is needed. */
  readonly ask: WireRequest | undefined;
  readonly deliver: (answer: WireAnswer | undefined) => Delivery;
  readonly end: (delivery: Delivery | undefined, wasWritten: boolean) => void;
}

/** Marks our own token, which stands before the true one: this many empty pages come first. */
const EMPTY_MARK = /^rig-empty-(\d+)-(.*)$/s;

export function createFaultLayer({ seed, dialect = 'live', clockMs, nowMs }: FaultLayerOptions): FaultLayer {
  const log = createRequestLog(clockMs);
  const memories = new Map<string, SeriesMemory>();
  let match = ruleMatcher([], seed);
  let rulesSinceMs = clockMs();

  const setRules = (rules: readonly FaultRule[]) => {
    match = ruleMatcher(rules, seed);
    rulesSinceMs = clockMs();
    memories.clear();
  };

  return {
    log,
    setRules,
    reset: () => {
      setRules([]);
      log.clear();
    },
    begin: (request) => {
      const entry = log.begin(request);
      const action = match(entry, clockMs() - rulesSinceMs);
      entry.action = action?.kind;
      const memory = memoryOf(memories, request);
      const fault = { request, memory, dialect, nowMs: nowMs() };
      const empties = emptiesOf(request, action);
      const replacement = action === undefined ? undefined : replacementOf(action, fault);
      const ask = replacement === undefined ? upstreamRequest(request, action) : undefined;
      return {
        entry,
        action,
        ask,
        deliver: (answer) => {
          if (replacement !== undefined) return replacement;
          if (answer === undefined) return { kind: 'reset', waitMs: 0 };
          if (empties !== undefined && empties.left > 0 && answer.status === 200)
            return wholeDelivery(emptyPage(answer, empties));
          const delivery = spoil(action, answer, fault);
          remember(memory, answer);
          return delivery;
        },
        end: (delivery, wasWritten) => {
          const answered = delivery?.kind === 'answer' ? delivery : undefined;
          log.end(entry, answered?.status, wasWritten && delivery !== undefined && isWhole(delivery));
        },
      };
    },
  };
}

function memoryOf(memories: Map<string, SeriesMemory>, { target }: WireRequest): SeriesMemory {
  const url = new URL(target, 'http://service');
  const series = ['$filter', '$select', '$top'].map((name) => url.searchParams.get(name));
  const key = JSON.stringify([url.pathname, ...series]);
  const known = memories.get(key);
  if (known !== undefined) return known;
  const fresh: SeriesMemory = { lastPage: undefined, firstToken: undefined };
  memories.set(key, fresh);
  return fresh;
}

function remember(memory: SeriesMemory, { status, headers, body }: WireAnswer): void {
  if (status !== 200) return;
  memory.lastPage = body.toString('utf8');
  const partition = headerOf(headers, PARTITION_TOKEN);
  if (partition !== undefined) memory.firstToken ??= [partition, headerOf(headers, ROW_TOKEN)];
}

interface Empties {
  readonly left: number;
  /** The token that the client's request would carry without the fault; empty if none. */
  readonly partition: string;
  readonly row: string | undefined;
}

function emptiesOf({ target }: WireRequest, action: FaultAction | undefined): Empties | undefined {
  const sent = new URL(target, 'http://service').searchParams;
  const row = sent.get('NextRowKey') ?? undefined;
  const [, left, partition = ''] = EMPTY_MARK.exec(sent.get('NextPartitionKey') ?? '') ?? [];
  if (left !== undefined) return { left: Number(left), partition, row };
  return action?.kind === 'empties'
    ? { left: action.count, partition: sent.get('NextPartitionKey') ?? '', row }
    : undefined;
}

function emptyPage(answer: WireAnswer, { left, partition, row }: Empties): WireAnswer {
  const body = Buffer.from('{"value":[]}');
  const headers = withTokenExposed(
    withHeaders(withLength(answer.headers, body.length), {
      [PARTITION_TOKEN]: `rig-empty-${left - 1}-${partition}`,
      [ROW_TOKEN]: row,
    }),
  );
  return { ...answer, headers, body };
}

/** The request with the service's own tokens, and with the $top and $filter that the fault wants. */
function upstreamRequest(request: WireRequest, action: FaultAction | undefined): WireRequest {
  const at = request.target.indexOf('?');
  if (at < 0) return request;
  const parts = request.target.slice(at + 1).split('&');
  const kept = parts.flatMap((part): readonly string[] => {
    const [name, value] = [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)];
    if (decodeURIComponent(name) === '$top') return topOf(part, action);
    if (decodeURIComponent(name) === '$filter' && action?.kind === 'keysOnly') return boundsOf(value);
    if (name !== 'NextPartitionKey') return [part];
    const own = EMPTY_MARK.exec(decodeURIComponent(value));
    if (own === null) return [part];
    return own[2] === '' ? [] : [`NextPartitionKey=${encodeURIComponent(own[2] ?? '')}`];
  });
  if (
    action?.kind === 'shortPage' &&
    kept.length === parts.length &&
    !/[?&](?:%24|\$)top=/.test(request.target)
  )
    kept.unshift(`$top=${action.rows}`);
  return { ...request, target: `${request.target.slice(0, at)}?${kept.join('&')}` };
}

function boundsOf(filter: string): readonly string[] {
  const bounds = keysOnly(decodeURIComponent(filter));
  return bounds === '' ? [] : [`$filter=${encodeURIComponent(bounds)}`];
}

function topOf(part: string, action: FaultAction | undefined): readonly string[] {
  if (action?.kind === 'noTop') return [];
  if (action?.kind !== 'shortPage') return [part];
  return [`$top=${Math.min(action.rows, Number(part.slice(part.indexOf('=') + 1)) || 1000)}`];
}

// Reduces a $filter to its key bounds, for a service that ignores the rest.

/** Matches a comparison of a key with a text, and nothing else. */
const KEY_BOUND = /^(?:PartitionKey|RowKey) (?:eq|ge|gt|le|lt) '(?:[^']|'')*'$/;
const KEY_NAMES = new Set(['PartitionKey', 'RowKey']);

/** The key bounds in the outermost `and` of a filter. A filter that has only conditions on keys is returned unchanged. */
export function keysOnly(filter: string): string {
  const names = filter.replaceAll(/'(?:[^']|'')*'/g, "''").match(/[A-Za-z_]\w*(?= (?:eq|ne|ge|gt|le|lt) )/g);
  if (names?.every((name) => KEY_NAMES.has(name)) === true) return filter;
  return outermost(filter)
    .filter((part) => KEY_BOUND.test(part))
    .join(' and ');
}

/** The operands of the outermost `and`. An `or` among them is one operand, which is not a key bound. */
function outermost(filter: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let isText = false;
  let from = 0;
  for (let at = 0; at < filter.length; at += 1) {
    const letter = filter[at];
    if (letter === "'") isText = !isText;
    else if (!isText && letter === '(') depth += 1;
    else if (!isText && letter === ')') depth -= 1;
    else if (!isText && depth === 0 && filter.startsWith(' and ', at)) {
      parts.push(filter.slice(from, at));
      from = at + ' and '.length;
    }
  }
  return [...parts, filter.slice(from)];
}
