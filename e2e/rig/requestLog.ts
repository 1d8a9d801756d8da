// The requests that a proxy saw. Their query strings are never stored, because they contain the SAS.
import type { WireRequest } from './wireExchange.ts';

export interface LoggedRequest {
  readonly id: number;
  readonly method: string;
  /** Ends in `-secondary` for the read-only copy. */
  readonly account: string;
  /** The requested table, `Tables` for the list, or empty for the service itself. */
  readonly table: string;
  /** The decoded $filter. */
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly top: string | undefined;
  readonly hasToken: boolean;
  /** Names of the headers that make the request not simple. */
  readonly customHeaders: readonly string[];
  /** Those sent headers that could leak something: Referer and Cookie. */
  readonly leaks: readonly string[];
  /** Milliseconds on the log's monotonic clock. */
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  status: number | undefined;
  /** Whether the answer was sent to its end. */
  whole: boolean;
  /** The injected fault. */
  action: string | undefined;
}

export interface RequestLog {
  readonly begin: (request: WireRequest) => LoggedRequest;
  /**
   * @param status Undefined if no headers were sent.
   * @param whole Whether the answer was sent to its end.
   */
  readonly end: (entry: LoggedRequest, status: number | undefined, whole: boolean) => void;
  readonly clear: () => void;
  /** A copy, in order of arrival. */
  readonly all: () => readonly LoggedRequest[];
  /** How many requests with this method have arrived. */
  readonly count: (method: string) => number;
  /**
   * Requests that only the stress lab may send: those with a method other than GET, preflights for them, and those with Referer or Cookie.
   * In words, since they were last taken; `clear` does not remove them.
   */
  readonly takeStrays: () => readonly string[];
  /** GET requests without an answer yet. */
  readonly inFlight: () => number;
  /** The largest number of GET requests that had no answer at the same time. */
  readonly maxInFlight: () => number;
}

const SIMPLE_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'host',
  'origin',
  'pragma',
  'referer',
  'user-agent',
]);

export function createRequestLog(clockMs: () => number): RequestLog {
  let entries: LoggedRequest[] = [];
  let nextId = 1;
  let open = new Set<number>();
  let mostOpen = 0;
  const strays: string[] = [];
  return {
    begin: (request) => {
      const entry = describe(request, nextId, clockMs());
      nextId += 1;
      entries.push(entry);
      strays.push(...straysOf(entry, request));
      if (entry.method === 'GET') open.add(entry.id);
      mostOpen = Math.max(mostOpen, open.size);
      return entry;
    },
    end: (entry, status, whole) => {
      entry.endedAtMs = clockMs();
      entry.status = status;
      entry.whole = whole;
      open.delete(entry.id);
    },
    clear: () => {
      entries = [];
      open = new Set();
      mostOpen = 0;
    },
    all: () => [...entries],
    count: (method) => entries.filter((entry) => entry.method === method).length,
    takeStrays: () => strays.splice(0),
    inFlight: () => open.size,
    maxInFlight: () => mostOpen,
  };
}

function describe(request: WireRequest, id: number, startedAtMs: number): LoggedRequest {
  const url = new URL(request.target, 'http://proxy');
  const [account = '', resource = ''] = url.pathname.slice(1).split('/', 2).map(decodeURIComponent);
  const names = Object.keys(request.headers);
  return {
    id,
    method: request.method,
    account,
    table: resource.replace(/\(.*$/s, ''),
    filter: url.searchParams.get('$filter') ?? undefined,
    select: url.searchParams.get('$select') ?? undefined,
    top: url.searchParams.get('$top') ?? undefined,
    hasToken: url.searchParams.has('NextPartitionKey'),
    customHeaders: names.filter((name) => !SIMPLE_HEADERS.has(name) && !name.startsWith('sec-')),
    leaks: names.filter((name) => name === 'referer' || name === 'cookie'),
    startedAtMs,
    endedAtMs: undefined,
    status: undefined,
    whole: false,
    action: undefined,
  };
}

function straysOf({ method, table, leaks }: LoggedRequest, { headers }: WireRequest): readonly string[] {
  const asked = method === 'OPTIONS' ? (headers['access-control-request-method'] ?? 'OPTIONS') : method;
  return [...(asked === 'GET' ? [] : [`${asked} ${table}`]), ...leaks.map((name) => `${name} with ${table}`)];
}
