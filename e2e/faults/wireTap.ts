// What the page asked and what it was given, request by request, as the network has it: the judge's own books.
import type { AnswerDelivery } from '../rig/delivery.ts';
import { waitOf } from './retryAfterWatch.ts';
import { headerOf, PARTITION_TOKEN } from '../rig/wireExchange.ts';

export interface WireEntry {
  /** 1 for Run, 2 and more for each Continue. */
  readonly stage: number;
  /** `scripted`, or `scripted-secondary` for the copy. */
  readonly account: string;
  /** Empty: the stats of the copy. */
  readonly table: string;
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly top: string | undefined;
  /** NextPartitionKey and NextRowKey as they were sent; undefined: asked from the start. */
  readonly token: string | undefined;
  /** Monotonic, as the other instants. */
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  /** Of the answer that the page could read; undefined: there was none. */
  status: number | undefined;
  /** The page could read the answer to its end. */
  isWhole: boolean;
  /** The continuation that the page could read, in the form of `token`. */
  next: string | undefined;
  /** A continuation came, and the page could not read it. */
  hidesNext: boolean;
  /** Not even the id of the request could be read. */
  hidesAll: boolean;
  /** The keys on the page; undefined: it was none. */
  rows: readonly WireKey[] | undefined;
  bytes: number;
  /** Seconds that the page could read, or a date; undefined: none that says anything. */
  retryAfterMs: number | undefined;
  /** The fault that was put in. */
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
}

export function createWireTap(clockMs: () => number, nowMs: () => number): WireTap {
  const entries: WireEntry[] = [];
  let stage = 1;
  return {
    all: () => entries,
    setStage: (next) => {
      stage = next;
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
          entry.next = tokenText(
            readable.get('x-ms-continuation-nextpartitionkey'),
            readable.get('x-ms-continuation-nextrowkey'),
          );
          entry.hidesNext = entry.next === undefined && headerOf(headers, PARTITION_TOKEN) !== undefined;
          entry.retryAfterMs = waitOf(readable.get('retry-after'), nowMs());
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
    hidesNext: false,
    hidesAll: false,
    rows: undefined,
    bytes: 0,
    retryAfterMs: undefined,
    action: undefined,
  };
}

/** An empty NextRowKey is not sent back: it is as if there were none. */
function tokenText(partition: string | null, row: string | null): string | undefined {
  return partition === null && row === null ? undefined : JSON.stringify([partition, row || null]);
}

/** Undefined where it is no page, byte for byte: half a page, another file, text that is no UTF-8. */
function rowsIn(bytes: Buffer): readonly WireKey[] | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { value } = JSON.parse(text) as { readonly value?: unknown };
    if (!Array.isArray(value)) return undefined;
    return value.map((entity: unknown) => {
      const { PartitionKey: partitionKey, RowKey: rowKey } = entity as Readonly<Record<string, unknown>>;
      if (typeof partitionKey !== 'string' || typeof rowKey !== 'string') throw new TypeError('No keys.');
      return { partitionKey, rowKey };
    });
  } catch {
    return undefined;
  }
}
