import type { TablesEnv } from '../base/clock.ts';
import type { Page, PageQuery, PageReader } from '../wire/pageReader.ts';
import { cancelledError, type TableFault, tableError } from '../base/tableError.ts';

export interface FakeRow {
  readonly PartitionKey: string;
  readonly RowKey: string;
}

/** What happens to one request of a filter, numbered from 0. Undefined means that it is answered normally. */
export type FakeFault =
  | { readonly fault: Omit<TableFault, 'message' | 'nextStep'> }
  /** The page has no rows, but its token moves on. */
  | { readonly page: 'empty' }
  | { readonly page: 'truncated' }
  /** The page ends in the middle, with an error of the service. */
  | { readonly page: 'broken off' }
  | { readonly page: 'same token' }
  /** The previous page comes once more, with a fresh token. */
  | { readonly page: 'repeat' }
  /** The page begins five rows too early. */
  | { readonly page: 'overlap' }
  /** The last row of the page comes first. */
  | { readonly page: 'unordered' }
  /** The query ends with this page, one row short of a full one, although rows are left. */
  | { readonly page: 'short' }
  | { readonly page: 'hidden headers' }
  /** CORS exposes x-ms-request-id, but hides the token of this page. */
  | { readonly page: 'hidden token' }
  | { readonly page: 'hang' };

type PageFault = Extract<FakeFault, { page: string }>['page'];

interface FakeServiceOptions {
  readonly env: TablesEnv;
  /** Rows by filter, in key order. A request without a filter gets all of them. */
  readonly rows: ReadonlyMap<string, readonly FakeRow[]>;
  readonly pageRows: number;
  readonly latencyMs: number;
  readonly script?: ((filter: string, request: number) => FakeFault | undefined) | undefined;
  /** Whether CORS hides every token while it exposes x-ms-request-id. */
  readonly hidesTokens?: boolean | (() => boolean) | undefined;
}

export interface FakeService {
  readonly reader: PageReader;
  readonly seen: readonly { readonly filter: string; readonly atMs: number; readonly token: string }[];
  readonly mostInFlight: () => number;
}

function bodyOf(rows: readonly FakeRow[], kind: PageFault | undefined): string {
  const error = { code: 'OperationTimedOut', message: { lang: 'en-US', value: 'Timed out.' } };
  const text = JSON.stringify({ value: rows, ...(kind === 'broken off' && { 'odata.error': error }) });
  return kind === 'truncated' ? text.slice(0, -2) : text;
}

/** A table that is read page by page on the virtual clock, with scripted faults. Its tokens have the form `<filter>|<row>|<salt>`. */
export function createFakeService(options: FakeServiceOptions): FakeService {
  const { env } = options;
  const seen: { filter: string; atMs: number; token: string }[] = [];
  const counts = new Map<string, number>();
  let tokenRead = false;
  let inFlight = 0;
  let most = 0;

  const wait = (signal: AbortSignal, durationMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = env.setTimer(resolve, durationMs);
      signal.addEventListener('abort', () => {
        env.clearTimer(timer);
        reject(cancelledError());
      });
    });

  /** Which rows a page holds, and whether more follow. */
  const cut = (
    query: PageQuery,
    kind: PageFault | undefined,
  ): { rows: readonly FakeRow[]; to: number; goesOn: boolean } => {
    const rows =
      query.filter === undefined ? [...options.rows.values()].flat() : (options.rows.get(query.filter) ?? []);
    const at = Number(query.continuation?.nextPartitionKey?.split('|')[1] ?? '0');
    if (kind === 'empty') return { rows: [], to: at, goesOn: true };
    const back = kind === 'repeat' ? options.pageRows : kind === 'overlap' ? 5 : 0;
    const from = Math.max(0, at - back);
    const to = Math.min(rows.length, from + Math.min(options.pageRows, query.top ?? 1000));
    const sent = rows.slice(from, kind === 'short' ? to - 1 : to);
    return {
      rows: kind === 'unordered' ? [...sent.slice(-1), ...sent.slice(0, -1)] : sent,
      to,
      goesOn: kind === 'same token' || (kind !== 'short' && to < rows.length),
    };
  };

  const isTokenHidden = (kind: PageFault | undefined): boolean => {
    const { hidesTokens = false } = options;
    return kind === 'hidden token' || (typeof hidesTokens === 'function' ? hidesTokens() : hidesTokens);
  };

  const answer = (query: PageQuery, request: number, startedAtMs: number): Page => {
    const scripted = options.script?.(query.filter ?? '', request);
    if (scripted !== undefined && 'fault' in scripted) {
      throw tableError({ ...scripted.fault, message: `scripted ${scripted.fault.kind}`, nextStep: 'none' });
    }
    const kind = scripted?.page;
    const { rows, to, goesOn } = cut(query, kind);
    const text = bodyOf(rows, kind);
    const fresh = `${query.filter ?? ''}|${to}|${request}`;
    const token = kind === 'same token' ? (query.continuation?.nextPartitionKey ?? fresh) : fresh;
    const headersExposed = kind !== 'hidden headers';
    const tokenExposed = goesOn && headersExposed && !isTokenHidden(kind);
    tokenRead ||= tokenExposed;
    return {
      body: new TextEncoder().encode(text),
      ...(tokenExposed ? { continuation: { nextPartitionKey: token } } : {}),
      headersExposed,
      requestId: `request ${seen.length}`,
      timing: { startedAtMs, headersAtMs: env.monotonicMs(), endedAtMs: env.monotonicMs() },
    };
  };

  return {
    seen,
    mostInFlight: () => most,
    reader: {
      transport: 'simple',
      tokenReadable: () => tokenRead,
      costsPreflight: () => false,
      readPage: async (query, signal) => {
        const filter = query.filter ?? '';
        const request = counts.get(filter) ?? 0;
        counts.set(filter, request + 1);
        const startedAtMs = env.monotonicMs();
        seen.push({ filter, atMs: startedAtMs, token: query.continuation?.nextPartitionKey ?? '' });
        inFlight += 1;
        most = Math.max(most, inFlight);
        try {
          const scripted = options.script?.(filter, request);
          const hangs = scripted !== undefined && 'page' in scripted && scripted.page === 'hang';
          await wait(signal, hangs ? 1e9 : options.latencyMs);
          return answer(query, request, startedAtMs);
        } finally {
          inFlight -= 1;
        }
      },
    },
  };
}
