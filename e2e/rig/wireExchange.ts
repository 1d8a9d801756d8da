// A request and its answer as plain data, so that the same service and faults work with sockets (browser tests) and with a fetch in memory
// (thousands of runs on a virtual clock).
import type { IncomingHttpHeaders } from 'node:http';
import type { Metadata } from './wireText.ts';
import { addCorsHeaders, type CorsRule } from './corsRules.ts';

/** A request as received. */
export interface WireRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** Lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** Only for a request that writes. */
  readonly body?: string;
}

/** The JSON form that the Accept header requests; undefined if the service does not support it. */
export function metadataOf({ headers: { accept = '' } }: WireRequest): Metadata | undefined {
  if (!/application\/json/i.test(accept)) return undefined;
  const asked = /odata=(nometadata|minimalmetadata)/i.exec(accept)?.[1]?.toLowerCase();
  return (asked ?? 'minimalmetadata') as Metadata;
}

/** The service version that the request names, either in a header or in its SAS. */
export function versionOf({ headers, target }: WireRequest): string {
  return String(headers['x-ms-version'] ?? /[?&]sv=([\d-]+)/.exec(target)?.[1] ?? '2019-02-02');
}

/** Header names as the service writes them, each once. */
export type WireHeaders = ReadonlyMap<string, string>;

/** A whole answer. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: WireHeaders;
  readonly body: Buffer;
  /** How many milliseconds the service takes. */
  readonly serviceMs: number;
}

/** The value of a header, ignoring case; undefined if absent. */
export function headerOf(headers: WireHeaders, name: string): string | undefined {
  const exact = headers.get(name);
  if (exact !== undefined) return exact;
  const lower = name.toLowerCase();
  for (const [key, value] of headers) if (key.toLowerCase() === lower) return value;
  return undefined;
}

/** The same headers with some replaced or removed (undefined), ignoring case. */
export function withHeaders(
  headers: WireHeaders,
  change: Readonly<Record<string, string | undefined>>,
): WireHeaders {
  const changed = new Set(Object.keys(change).map((name) => name.toLowerCase()));
  const kept = [...headers].filter(([name]) => !changed.has(name.toLowerCase()));
  const added = Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Map([...kept, ...added]);
}

export const PARTITION_TOKEN = 'x-ms-continuation-NextPartitionKey';
export const ROW_TOKEN = 'x-ms-continuation-NextRowKey';

/** The headers for a body of another length. A body in chunks needs no change. */
export function withLength(headers: WireHeaders, length: number): WireHeaders {
  if (headerOf(headers, 'content-length') === undefined) return headers;
  return withHeaders(headers, { 'Content-Length': String(length) });
}

/** Exposes an injected continuation token, because the true answer may have exposed none, or only half of one. */
export function withTokenExposed(headers: WireHeaders): WireHeaders {
  const exposed = headerOf(headers, 'access-control-expose-headers');
  if (exposed === undefined) return headers;
  const others = exposed.split(',').filter((name) => !/continuation/i.test(name));
  return withHeaders(headers, {
    'Access-Control-Expose-Headers': [...others, PARTITION_TOKEN, ROW_TOKEN].join(','),
  });
}

// The last step of every answer: what the HTTP stack adds after the service.
/** An answer as the service writes it. */
export interface AnswerDraft {
  readonly status: number;
  readonly headers: Map<string, string>;
  readonly body: string;
  /** Whether it is sent in chunks, without a length. */
  readonly isChunked: boolean;
  readonly serviceMs?: number;
}

/** What the last step depends on. */
export interface AnswerPlace {
  readonly request: WireRequest;
  /** The CORS rules that apply to this answer. */
  readonly cors: readonly CorsRule[];
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

const FRONT = 'Microsoft-HTTPAPI/2.0';

export function finish(
  { status, headers, body, isChunked, serviceMs = 0 }: AnswerDraft,
  { request, cors, nowMs }: AnswerPlace,
): WireAnswer {
  const bytes = Buffer.from(body, 'utf8');
  addCorsHeaders(cors, request, headers);
  if (!headers.has('Server')) headers.set('Server', FRONT);
  headers.set('Date', new Date(nowMs).toUTCString());
  if (isChunked) headers.set('Transfer-Encoding', 'chunked');
  else headers.set('Content-Length', String(bytes.length));
  return { status, headers, body: bytes, serviceMs };
}

/** How an answer reaches the client, or fails to, byte by byte with times. */
export type Delivery =
  | {
      readonly kind: 'answer';
      /** Milliseconds until the headers. */
      readonly waitMs: number;
      readonly status: number;
      readonly headers: WireHeaders;
      readonly pieces: readonly Piece[];
      /** What follows the last piece. 'reset' and 'fin': the connection breaks or ends. 'hang': nothing ever follows. */
      readonly end: 'close' | 'reset' | 'fin' | 'hang';
    }
  /** The connection is reset before the first byte. */
  | { readonly kind: 'reset'; readonly waitMs: number }
  /** Never answers. */
  | { readonly kind: 'hold' };

export interface Piece {
  /** Milliseconds since the previous piece, or the headers. */
  readonly afterMs: number;
  readonly bytes: Buffer;
}

export type AnswerDelivery = Extract<Delivery, { kind: 'answer' }>;

/** The unchanged answer. */
export function wholeDelivery({ status, headers, body, serviceMs }: WireAnswer): AnswerDelivery {
  return {
    kind: 'answer',
    waitMs: serviceMs,
    status,
    headers,
    pieces: [{ afterMs: 0, bytes: body }],
    end: 'close',
  };
}

/** Whether the client gets headers and every byte. */
export function isWhole(delivery: Delivery): boolean {
  return delivery.kind === 'answer' && delivery.end === 'close';
}
