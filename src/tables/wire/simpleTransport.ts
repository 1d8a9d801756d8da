import { percentEncoded } from '../../core/percentText.ts';
import { type Answer, requireJson } from './answer.ts';
import type { DeadlineLimits } from './deadline.ts';
import { MAX_ERROR_BYTES } from './errorBody.ts';
import { checkPageQuery, pageOf, pageOptions, tablesOf } from './pageQuery.ts';
import { closedError } from '../base/tableError.ts';
import type { Transport, TransportDeps } from './pageReader.ts';
import { sendGet } from './sendGet.ts';

/**
 * With only `Accept`, a request with a SAS stays CORS-simple and needs no preflight. Minimal metadata keeps the types Int64, DateTime and
 * Guid.
 */
const PAGE_HEADERS = { Accept: 'application/json;odata=minimalmetadata' } as const;
const TABLES_HEADERS = { Accept: 'application/json;odata=nometadata' } as const;

/**
 * Sends only GET. With a SAS, `Accept` is the only header, and the version of the service comes from the SAS (sv). A token needs two more
 * headers, and so one preflight.
 */
export function createSimpleTransport(deps: TransportDeps): Transport {
  const send = async (
    path: string,
    options: readonly (readonly [string, string])[],
    request: { readonly headers: Readonly<Record<string, string>>; readonly asked: string },
    signal: AbortSignal,
  ): Promise<Answer> => {
    const text = options.map(([name, value]) => `${name}=${percentEncoded(value)}`).join('&');
    const { headers, asked } = request;
    const url = `${deps.endpointUrl}${path}${text === '' ? '' : `?${text}`}`;
    const authorized = deps.credential.authorize({ url, headers });
    if (authorized === undefined) throw closedError();
    const sent = { ...authorized, asked, limits: deps.limits, maxBytes: deps.maxPageBytes };
    const answer = await sendGet(sent, deps.env, signal);
    requireJson(answer, asked, deps.env.nowMs());
    return answer;
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
      return pageOf(answer);
    },
    readTables: async (nextTableName, signal) => {
      const asked = 'list of tables';
      const options: readonly (readonly [string, string])[] =
        nextTableName === undefined ? [] : [['NextTableName', nextTableName]];
      const answer = await send('/Tables', options, { headers: TABLES_HEADERS, asked }, signal);
      return tablesOf(answer);
    },
  };
}

/** Short, because no page of the secondary is read before its statistics, and a slow secondary is not worth the wait. */
const STATS_LIMITS: DeadlineLimits = { firstByteMs: 5000, stallMs: 5000, totalMs: 10_000 };

/**
 * Get Table Service Stats, which only the secondary answers, as XML.
 * @throws TableError
 */
export async function readStats(
  { endpointUrl, env, credential }: TransportDeps,
  signal: AbortSignal,
): Promise<Answer> {
  const url = `${endpointUrl}/?restype=service&comp=stats`;
  const authorized = credential.authorize({ url, headers: {} });
  if (authorized === undefined) throw closedError();
  const asked = 'stats of the secondary endpoint';
  const request = { ...authorized, asked, limits: STATS_LIMITS, maxBytes: MAX_ERROR_BYTES };
  return sendGet(request, env, signal);
}
