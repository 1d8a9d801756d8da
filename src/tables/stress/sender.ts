import type { TableServiceClientOptions } from '@azure/data-tables';
import { percentDecoded } from '../../core/percentText.ts';
import type { TablesEnv } from '../base/clock.ts';
import { cancelledError, closedError, tableError } from '../base/tableError.ts';
import type { SealedCredential } from '../sas/sealedCredential.ts';
import { DEFAULT_LIMITS, startDeadline } from '../wire/deadline.ts';
import { memberOf } from '../wire/errorBody.ts';
import { readBody } from '../wire/readBody.ts';
import { madeAtMs } from './tableName.ts';

type HttpClient = NonNullable<TableServiceClientOptions['httpClient']>;
type SdkRequest = Parameters<HttpClient['sendRequest']>[0];
type SdkResponse = Awaited<ReturnType<HttpClient['sendRequest']>>;

export interface SenderDeps {
  readonly env: TablesEnv;
  /** Without a trailing slash. */
  readonly endpointUrl: string;
  readonly credential: SealedCredential;
}

export interface SentCounts {
  readonly requests: number;
  /**
   * The least number of preflights that the browser sent, one for each method and address. A page cannot see them, and several first
   * requests at the same time each have their own.
   */
  readonly preflights: number;
}

/**
 * The only function of Keyscope that writes. It compares every request with what the stress lab may do, by what would really be sent
 * (method, address and body, as built by the SDK). The lab may create and delete tables with a name of its own, and write rows only to
 * tables that this page made. Anything else throws before it is sent. The SAS is added here, so that the SDK, whose errors print addresses,
 * never sees it.
 */
export function createSender({ env, endpointUrl, credential }: SenderDeps) {
  const owned = new Set<string>();
  const announced = new Set<string>();
  let requests = 0;

  const sendRequest = async (request: SdkRequest): Promise<SdkResponse> => {
    const body = request.body ?? undefined;
    if (body !== undefined && typeof body !== 'string') throw refusal('a body that is no text');
    const refused = refusedBy({ method: request.method, url: request.url, body }, endpointUrl, owned);
    if (refused !== undefined) throw refusal(refused);
    const authorized = credential.authorize({ url: request.url, headers: request.headers.toJSON() });
    if (authorized === undefined) throw closedError();
    const outer = request.abortSignal instanceof AbortSignal ? request.abortSignal : NEVER;
    if (outer.aborted) throw cancelledError();
    requests += 1;
    announced.add(`${request.method} ${request.url}`);
    const deadline = startDeadline(DEFAULT_LIMITS, env, outer);
    try {
      const response = await env.fetch(authorized.url, {
        method: request.method,
        headers: authorized.headers,
        ...(body !== undefined && { body }),
        mode: 'cors',
        credentials: 'omit',
        // With "no-store", Chromium would forget preflights too. Answers to writes are never stored anyway.
        cache: request.method === 'GET' ? 'no-store' : 'default',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        signal: deadline.signal,
      });
      deadline.sawHeaders();
      if (response.type === 'opaqueredirect') throw refusal('a redirect');
      const bytes = await readBody(response, MOST_BYTES, deadline, 'stress test');
      const text = new TextDecoder().decode(bytes);
      // The SDK puts the text of a refusal into its error, so that text is cleaned. Other answers become no text, and cleaning all of them
      // would slow the load.
      const bodyAsText = response.ok ? text : authorized.clean(text);
      return { request, status: response.status, headers: headersOf(response), bodyAsText };
    } catch (caught) {
      throw outer.aborted ? cancelledError() : explained(caught, deadline.expired() !== undefined);
    } finally {
      deadline.end();
    }
  };

  return {
    httpClient: { sendRequest },
    /** Allows writing rows to this table, because this page has created it. */
    own: (table: string): void => {
      if (madeAtMs(table) === undefined) throw refusal(`table ${table}`);
      owned.add(table);
    },
    counts: (): SentCounts => ({ requests, preflights: announced.size }),
  };
}

/** More than the largest answer to a load, a page of 100 rows of 64 KiB. */
const MOST_BYTES = 16_000_000;

const NEVER = new AbortController().signal;

/** What fetch throws may contain the address, so its text is not passed on. */
function explained(caught: unknown, isLate: boolean): unknown {
  if (isLate) return silence('timeout', 'no answer within the time limit');
  const isOfFetch = caught instanceof TypeError || caught instanceof DOMException;
  return isOfFetch ? silence('network', 'no answer that the page may read') : caught;
}

function silence(kind: 'network' | 'timeout', message: string): Error {
  return tableError({
    kind,
    message: `stress test: ${message}`,
    nextStep: 'Check the CORS rule of the table service, the network and the account name.',
  });
}

function refusal(what: string): Error {
  return tableError({
    kind: 'input',
    message: `The stress lab does not send this: ${what}.`,
    nextStep: 'It only writes to tables that it made itself.',
  });
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;
}

/**
 * The request lines inside the body of an entity group transaction, which the SDK writes. JSON contains no line breaks, so no row can look
 * like one.
 */
const INNER = /^(GET|POST|PUT|PATCH|MERGE|DELETE) (\S+) HTTP\/1\.1\r?$/gmu;

/** Why the stress lab may not send a request; undefined if it may. */
export function refusedBy(
  { method, url, body }: Sent,
  endpointUrl: string,
  owned: ReadonlySet<string>,
): string | undefined {
  const path = pathIn(url, endpointUrl);
  if (path === undefined) return 'another address';
  if (path === 'Tables') {
    if (method !== 'POST') return `${method} of the list of tables`;
    const name = nameIn(body);
    return name !== undefined && madeAtMs(name) !== undefined ? undefined : `creating table ${name ?? '?'}`;
  }
  const dropped = /^Tables\('([^']*)'\)$/u.exec(path)?.[1];
  if (dropped !== undefined)
    return method === 'DELETE' && madeAtMs(dropped) !== undefined
      ? undefined
      : `${method} of table ${dropped}`;
  if (path === '$batch') {
    if (method !== 'POST') return `${method} of a transaction`;
    const inner = [...(body ?? '').matchAll(INNER)];
    if (inner.length === 0) return 'an empty transaction';
    return inner
      .map(([, , address = '']) => refusedRow(pathIn(address, endpointUrl) ?? '', owned))
      .find((why) => why !== undefined);
  }
  return refusedRow(path, owned);
}

function refusedRow(path: string, owned: ReadonlySet<string>): string | undefined {
  const table = /^([A-Za-z0-9]+)(?:\(.*\))?$/su.exec(path)?.[1] ?? '';
  return owned.has(table) && madeAtMs(table) !== undefined ? undefined : `rows of table ${table || '?'}`;
}

/** The decoded path below the endpoint, without the query. Undefined if the address is elsewhere, or if a browser would rewrite it. */
function pathIn(url: string, endpointUrl: string): string | undefined {
  if (!url.startsWith(`${endpointUrl}/`)) return undefined;
  const [path = ''] = url.slice(endpointUrl.length + 1).split(/[?#]/u, 1);
  const decoded = percentDecoded(path);
  // A browser resolves dots, takes "\" for "/", and removes tabs and line ends. Keys of the stress lab contain none of these.
  return decoded === undefined || /(?:^|\/)\.\.?(?:\/|$)|[\\\t\r\n]/u.test(decoded) ? undefined : decoded;
}

function nameIn(body: string | undefined): string | undefined {
  try {
    const name = memberOf(JSON.parse(body ?? ''), 'TableName');
    return typeof name === 'string' ? name : undefined;
  } catch {
    return undefined;
  }
}

function headersOf(response: Response): SdkResponse['headers'] {
  const all = new Map([...response.headers].map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => all.get(name.toLowerCase()),
    has: (name) => all.has(name.toLowerCase()),
    set: () => undefined,
    delete: () => undefined,
    toJSON: () => Object.fromEntries(all),
    [Symbol.iterator]: () => all[Symbol.iterator](),
  };
}
