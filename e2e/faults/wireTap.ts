// Records each request and what the page received, as the network sees it: the judge's own log.
import { createHash } from 'node:crypto';
import type { AnswerDelivery } from '../rig/delivery.ts';
import { headerOf, PARTITION_TOKEN } from '../rig/wireExchange.ts';

/** A run may get 64 MiB of tokens: this log does not keep them. */
const LONG_TOKEN = 1000;

export interface WireEntry {
  /** 1 for Run, 2 and more for each Continue. */
  readonly stage: number;
  /** `scripted`, or `scripted-secondary` for the copy. */
  readonly account: string;
  /** Empty for the stats of the copy. */
  readonly table: string;
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly top: string | undefined;
  /** NextPartitionKey and NextRowKey as sent, a long one as its hash; undefined: a first page. */
  readonly token: string | undefined;
  /** Monotonic, like the other times. */
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  /** Status of the answer that the page could read; undefined if there was none. */
  status: number | undefined;
  /** True if the page could read the answer to its end. */
  isWhole: boolean;
  /** The continuation token that the page could read, in the form of `token`. */
  next: string | undefined;
  /** Its length in characters; 0: none. */
  nextChars: number;
  /** How many requests had been sent when it was answered. */
  sentBefore: number;
  answeredAtMs: number | undefined;
  /** Its Retry-After; undefined: it has none, or the user has continued since. */
  waitMs: number | undefined;
  /** Length of the address that was asked. */
  readonly targetChars: number;
  /** True if a continuation token was sent that the page could not read. */
  hidesNext: boolean;
  /** True if not even the request id could be read. */
  hidesAll: boolean;
  /** The keys on the page; undefined if it was not a page. */
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
  /** The user continues: earlier waits no longer count. */
  readonly forgetWaits: () => void;
}

/** `nowMs`: the latest Unix time that a clock of the run shows; a wait until a date is short by that clock. */
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

/** An empty header is as if there were none, unless it names the partition of a row. */
function tokenText(partition: string | null, row: string | null): string | undefined {
  if (!partition && !row) return undefined;
  const text = JSON.stringify([partition, row || null]);
  return text.length > LONG_TOKEN ? createHash('sha256').update(text).digest('hex') : text;
}

/** A hundred years. */
const LONGEST_MS = 3_153_600_000_000;

/** Milliseconds; undefined: no Retry-After, or an unreadable one. */
function waitOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d+(?:, \d+)*$/.test(header))
    return Math.min(LONGEST_MS, Math.max(...header.split(', ').map(Number)) * 1000);
  return header.endsWith('GMT') ? Date.parse(header) - nowMs : undefined;
}

/** The keys of a page. Undefined if the bytes are not exactly a page: half of one, another file, not UTF-8. */
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

/** A one-row page: a coverage check, or a look whether somebody answers. Nothing of it is stored. */
export function isOneRow({ top, select }: WireEntry): boolean {
  return top === '1' && select === 'PartitionKey,RowKey';
}

/** A whole page that the app could read, whatever is on it. */
export function isPage({ rows }: WireEntry): boolean {
  return rows !== undefined;
}

/** A token that the app could not read: it was hidden, or nothing could tell whether there was one. */
export function isHidden({ hidesNext, hidesAll, rows }: WireEntry): boolean {
  return hidesNext || (hidesAll && rows !== undefined);
}
