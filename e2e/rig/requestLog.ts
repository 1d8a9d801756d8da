// What a proxy saw. The query string is never kept: it holds the SAS.
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface LoggedRequest {
  readonly id: number;
  readonly method: string;
  /** The table asked for; `Tables` for the list; empty for the service itself. */
  readonly table: string;
  /** The decoded $filter. */
  readonly filter: string | undefined;
  readonly select: string | undefined;
  readonly top: string | undefined;
  readonly hasToken: boolean;
  /** Names of headers that make a request other than simple. */
  readonly customHeaders: readonly string[];
  /** Whether headers were sent that may carry more than is asked for: Referer, Cookie. */
  readonly leaks: readonly string[];
  /** Milliseconds on the machine's monotonic clock. */
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  status: number | undefined;
  /** Whether the answer was sent to its end. */
  whole: boolean;
  /** Kind of the fault that was put in. */
  action: string | undefined;
}

export interface RequestLog {
  readonly begin: (request: IncomingMessage) => LoggedRequest;
  readonly end: (entry: LoggedRequest, response: ServerResponse) => void;
  readonly clear: () => void;
  /** In order of arrival; a copy. */
  readonly all: () => readonly LoggedRequest[];
  /** How many requests of this method have arrived. */
  readonly count: (method: string) => number;
  /** GET requests that have no answer yet. */
  readonly inFlight: () => number;
  /** The most GET requests that were without answer at once. */
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

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  let nextId = 1;
  let open = new Set<number>();
  let mostOpen = 0;
  return {
    begin: (request) => {
      const entry = describe(request, nextId);
      nextId += 1;
      entries.push(entry);
      if (entry.method === 'GET') open.add(entry.id);
      mostOpen = Math.max(mostOpen, open.size);
      return entry;
    },
    end: (entry, response) => {
      entry.endedAtMs = performance.now();
      entry.status = response.headersSent ? response.statusCode : undefined;
      entry.whole = response.writableFinished;
      open.delete(entry.id);
    },
    clear: () => {
      entries = [];
      open = new Set();
      mostOpen = 0;
    },
    all: () => [...entries],
    count: (method) => entries.filter((entry) => entry.method === method).length,
    inFlight: () => open.size,
    maxInFlight: () => mostOpen,
  };
}

function describe(request: IncomingMessage, id: number): LoggedRequest {
  const url = new URL(request.url ?? '/', 'http://proxy');
  const [, resource = ''] = url.pathname.slice(1).split('/', 2).map(decodeURIComponent);
  const names = Object.keys(request.headers);
  return {
    id,
    method: request.method ?? '',
    table: resource.replace(/\(.*$/s, ''),
    filter: url.searchParams.get('$filter') ?? undefined,
    select: url.searchParams.get('$select') ?? undefined,
    top: url.searchParams.get('$top') ?? undefined,
    hasToken: url.searchParams.has('NextPartitionKey'),
    customHeaders: names.filter((name) => !SIMPLE_HEADERS.has(name) && !name.startsWith('sec-')),
    leaks: names.filter((name) => name === 'referer' || name === 'cookie'),
    startedAtMs: performance.now(),
    endedAtMs: undefined,
    status: undefined,
    whole: false,
    action: undefined,
  };
}
