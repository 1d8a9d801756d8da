import { type Answer, requireJson } from './answer.ts';
import type { DeadlineLimits } from './deadline.ts';
import { MAX_ERROR_BYTES } from './errorBody.ts';
import { checkPageQuery, pageOf, pageOptions, tablesOf } from './pageQuery.ts';
import { closedError } from '../base/tableError.ts';
import type { Transport, TransportDeps } from './transport.ts';
import { sendGet } from './sendGet.ts';

/**
 * `Accept` alone keeps a request CORS-simple: no preflight. Minimal metadata keeps the types of Int64, DateTime, Guid.
 */
const PAGE_HEADERS = { Accept: 'application/json;odata=minimalmetadata' } as const;
const TABLES_HEADERS = { Accept: 'application/json;odata=nometadata' } as const;

/** GET only, `Accept` only, the SAS in the address; the service version comes from the SAS (sv). */
export function createSimpleTransport(deps: TransportDeps): Transport {
  const send = async (
    path: string,
    options: readonly (readonly [string, string])[],
    request: { readonly headers: Readonly<Record<string, string>>; readonly asked: string },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const text = options.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
    const url = deps.sas.appendTo(`${deps.endpointUrl}${path}${text === '' ? '' : `?${text}`}`);
    if (url === undefined) throw closedError();
    const { headers, asked } = request;
    const clean = deps.sas.scrub();
    return sendGet(
      { url, headers, asked, limits: deps.limits, maxBytes: deps.maxPageBytes, clean },
      deps.env,
      signal,
    );
  };

  return {
    name: 'simple',
    readEntities: async (query, signal) => {
      checkPageQuery(query);
      const asked = `page of table ${query.tableName}`;
      const answer = await send(
        `/${query.tableName}()`,
        pageOptions(query),
        { headers: PAGE_HEADERS, asked },
        signal,
      );
      requireJson(answer, asked, deps.env.nowMs());
      return pageOf(answer);
    },
    readTables: async (nextTableName, signal) => {
      const asked = 'list of tables';
      const options: readonly (readonly [string, string])[] =
        nextTableName === undefined ? [] : [['NextTableName', nextTableName]];
      const answer = await send('/Tables', options, { headers: TABLES_HEADERS, asked }, signal);
      requireJson(answer, asked, deps.env.nowMs());
      return tablesOf(answer);
    },
  };
}

/** No page of the secondary is read before these stats, and a slow secondary is not worth the wait. */
const STATS_LIMITS: DeadlineLimits = { firstByteMs: 5000, stallMs: 5000, totalMs: 10_000 };

/** Get Table Service Stats, which only the secondary answers, as XML. Throws TableError. */
export async function readStats(
  { endpointUrl, env, sas }: TransportDeps,
  signal: AbortSignal,
): Promise<Answer> {
  const url = sas.appendTo(`${endpointUrl}/?restype=service&comp=stats`);
  if (url === undefined) throw closedError();
  const asked = 'stats of the secondary endpoint';
  const request = {
    url,
    headers: {},
    asked,
    limits: STATS_LIMITS,
    maxBytes: MAX_ERROR_BYTES,
    clean: sas.scrub(),
  };
  return sendGet(request, env, signal);
}
