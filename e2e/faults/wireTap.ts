// Records each request and what the page received, as seen from the network. This is the judge's own log.
import { createHash } from 'node:crypto';
import { type AnswerDelivery, headerOf, PARTITION_TOKEN } from '../rig/wireExchange.ts';

/** A run may get 64 MiB of tokens, so the log does not keep longer ones, only their hashes. */
const LONG_TOKEN = 1000;

export interface WireEntry {
  /** 1 for Run, 2 or more for each Continue. */
  readonly stage: number;
  /** `scripted`, or `scripted-secondary` for the copy. */
  readonly account: string;
  /** Empty for a request for the statistics of the copy. */
  readonly table: string;
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly top: string | undefined;
  /** NextPartitionKey and NextRowKey as they were sent, or a hash if they are long. Undefined for a first page. */
  readonly token: string | undefined;
  /** Monotonic milliseconds, like all times here. */
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  /** The status of the answer; undefined if the page could not read one. */
  status: number | undefined;
  /** Whether the page could read the answer to its end. */
  isWhole: boolean;
  /** The continuation token, if the page could read one, in the form of `token`. */
  next: string | undefined;
  /** Length of that token in characters; 0 if there was none. */
  nextChars: number;
  /** How many requests had been sent when this one was answered. */
  sentBefore: number;
  answeredAtMs: number | undefined;
  /** The wait that Retry-After asks for, in milliseconds. Undefined if there is none, or if the user has continued since. */
  waitMs: number | undefined;
  /** Length of the address of the request. */
  readonly targetChars: number;
  /** Whether a continuation token was sent that the page could not read. */
  hidesNext: boolean;
  /** Whether not even the request id could be read. */
  hidesAll: boolean;
  /** The keys on the page; undefined if the answer was not a page. */
  rows: readonly WireKey[] | undefined;
  bytes: number;
  /** The injected fault. */
  action: string | undefined;
}

export interface WireKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export interface OpenWire {
  readonly faulted: (action: string | undefined) => void;
  readonly answered: (delivery: AnswerDelivery, readable: Headers) => void;
  readonly ended: (isWhole: boolean) => void;
}

export interface WireTap {
  readonly begin: (target: string) => OpenWire;
  readonly all: () => readonly WireEntry[];
  readonly setStage: (stage: number) => void;
  /** Called when the user continues: earlier waits no longer apply. */
  readonly forgetWaits: () => void;
}

/** @param nowMs The latest Unix time that any clock of the run shows. By that clock, a wait until a date is the shortest. */
export function createWireTap(clockMs: () => number, nowMs: () => number): WireTap {
  const entries: WireEntry[] = [];
  let stage = 1;
  return {
    all: () => entries,
    setStage: (next) => {
      stage = next;
    },
    forgetWaits: () => {
      for (const entry of entries) entry.waitMs = undefined;
    },
    begin: (target) => {
      const entry = openEntry(target, stage, clockMs());
      entries.push(entry);
      let body: readonly Buffer[] = [];
      return {
        faulted: (action) => {
          entry.action = action;
        },
        answered: ({ status, headers, pieces }, readable) => {
          entry.status = status;
          entry.sentBefore = entries.length;
          entry.answeredAtMs = clockMs();
          entry.waitMs = waitOf(readable.get('retry-after'), nowMs());
          const partition = readable.get('x-ms-continuation-nextpartitionkey');
          const row = readable.get('x-ms-continuation-nextrowkey');
          entry.next = tokenText(partition, row);
          entry.nextChars = (partition ?? '').length + (row ?? '').length;
          entry.hidesNext = entry.next === undefined && headerOf(headers, PARTITION_TOKEN) !== undefined;
          entry.hidesAll = !readable.has('x-ms-request-id');
          body = pieces.map(({ bytes }) => bytes);
        },
        ended: (isWhole) => {
          entry.endedAtMs = clockMs();
          entry.isWhole = isWhole;
          if (!isWhole || entry.status !== 200) return;
          const bytes = Buffer.concat(body);
          entry.bytes = bytes.length;
          entry.rows = rowsIn(bytes);
        },
      };
    },
  };
}

function openEntry(target: string, stage: number, startedAtMs: number): WireEntry {
  const { pathname, searchParams } = new URL(target, 'http://service');
  const [account = '', resource = ''] = pathname.slice(1).split('/', 2).map(decodeURIComponent);
  const of = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  return {
    stage,
    account,
    table: resource.replace(/\(.*$/s, ''),
    filter: of('$filter'),
    select: of('$select'),
    top: of('$top'),
    token: tokenText(searchParams.get('NextPartitionKey'), searchParams.get('NextRowKey')),
    startedAtMs,
    endedAtMs: undefined,
    status: undefined,
    isWhole: false,
    next: undefined,
    nextChars: 0,
    sentBefore: 0,
    answeredAtMs: undefined,
    waitMs: undefined,
    targetChars: target.length,
    hidesNext: false,
    hidesAll: false,
    rows: undefined,
    bytes: 0,
    action: undefined,
  };
}

/** An empty header counts as absent, except that of the partition if the token also names a row. */
function tokenText(partition: string | null, row: string | null): string | undefined {
  if (!partition && !row) return undefined;
  const text = JSON.stringify([partition, row || null]);
  return text.length > LONG_TOKEN ? createHash('sha256').update(text).digest('hex') : text;
}

/** A hundred years. */
const LONGEST_MS = 3_153_600_000_000;

/** A Retry-After in milliseconds. Undefined if there is none, or if it is not readable. */
function waitOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(?:, \d+)*$/.test(header))
    return Math.min(LONGEST_MS, Math.max(...header.split(', ').map(Number)) * 1000);
  return header.endsWith('GMT') ? Date.parse(header) - nowMs : undefined;
}

/** The keys of a page. Undefined if the bytes are not exactly a page, but half of one, another file, or not UTF-8. */
function rowsIn(bytes: Buffer): readonly WireKey[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { value, ...rest } = JSON.parse(text) as { readonly value?: unknown };
    if (!Array.isArray(value) || 'odata.error' in rest) return undefined;
    return value.map((entity: unknown) => {
      const { PartitionKey: partitionKey, RowKey: rowKey } = entity as Readonly<Record<string, unknown>>;
      if (typeof partitionKey !== 'string' || typeof rowKey !== 'string') throw new TypeError('No keys.');
      return { partitionKey, rowKey };
    });
  } catch {
    return undefined;
  }
}

/** A page of one row: a coverage check, or a check whether the host answers. Nothing of it is stored. */
export function isOneRow({ top, select }: WireEntry): boolean {
  return top === '1' && select === 'PartitionKey,RowKey';
}

/** A whole page that the app could read, whatever its content. */
export function isPage({ rows }: WireEntry): boolean {
  return rows !== undefined;
}

/**
 * A token that the app could not read. If all headers of a page were hidden, nothing shows whether there was a token, so that counts too.
 */
export function isHidden({ hidesNext, hidesAll, rows }: WireEntry): boolean {
  return hidesNext || (hidesAll && rows !== undefined);
}
