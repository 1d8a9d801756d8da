import type { TablesEnv } from '../base/clock.ts';

/** A request as a server would see it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** The query options, decoded once, including those of the SAS. */
  readonly options: ReadonlyMap<string, string>;
  /** The query string as it was sent. */
  readonly query: string;
  readonly headers: Headers;
  readonly init: RequestInit;
}

export type Handler = (request: SeenRequest, index: number) => Response | Promise<Response>;

export interface ScriptedFetch {
  readonly fetch: TablesEnv['fetch'];
  readonly seen: readonly SeenRequest[];
}

/** A fetch with scripted answers, which rejects when its signal aborts, as the real one does. */
export function scriptFetch(handler: Handler): ScriptedFetch {
  const seen: SeenRequest[] = [];
  return {
    seen,
    fetch: (url, init) => {
      const request = see(url, init);
      seen.push(request);
      return new Promise((resolve, reject) => {
        const abort = (): void => reject(new DOMException(`aborted ${url}`, 'AbortError'));
        if (init.signal?.aborted === true) abort();
        init.signal?.addEventListener('abort', abort);
        Promise.resolve(handler(request, seen.length - 1)).then(resolve, reject);
      });
    },
  };
}

function see(url: string, init: RequestInit): SeenRequest {
  const parsed = new URL(url, 'http://page.example/');
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  const options = query.split('&').map((part): [string, string] => {
    const equals = part.indexOf('=');
    return [decodeURIComponent(part.slice(0, equals)), decodeURIComponent(part.slice(equals + 1))];
  });
  return {
    method: init.method ?? 'GET',
    path: decodeURIComponent(parsed.pathname),
    options: new Map(options),
    query,
    headers: new Headers(init.headers),
    init,
  };
}

export const JSON_TYPE = 'application/json;odata=minimalmetadata;streaming=true;charset=utf-8';

export function jsonResponse(
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': JSON_TYPE, 'x-ms-request-id': 'request-1', ...headers },
  });
}

/** A body that comes piece by piece and then ends as `end` says. */
export function brokenBody(pieces: readonly string[], end: 'close' | 'reset' | 'hang'): ReadableStream {
  const encoder = new TextEncoder();
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[at];
      at += 1;
      if (piece !== undefined) controller.enqueue(encoder.encode(piece));
      else if (end === 'close') controller.close();
      else if (end === 'reset')
        controller.error(new TypeError('terminated: http://secret.example/?sig=CANARY'));
      else return new Promise<void>(() => undefined);
      return undefined;
    },
  });
}

export const FAKE_SIGNATURE = 'c2lnbmF0dXJlLWZvci10ZXN0cy1vbmx5LTMyLWJ5dGU%3D';
export const FAKE_SAS = `sv=2019-02-02&tn=Orders&sp=r&spr=https&se=2026-11-21T08%3A00%3A00Z&sig=${FAKE_SIGNATURE}`;
export const FAKE_ACCOUNT_SAS = `sv=2022-11-02&ss=t&srt=sco&sp=rl&spr=https&se=2026-11-21T08:00:00Z&sig=${FAKE_SIGNATURE}`;
