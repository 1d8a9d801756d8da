import { percentEncoded } from '../../core/percentText.ts';
import { TableClient, TableServiceClient, type TableServiceClientOptions } from '@azure/data-tables';
import { type Answer, requireJson } from './answer.ts';
import { checkPageQuery, pageOf, pageOptions, tablesOf } from './pageQuery.ts';
import type { ContinuationToken, Transport, TransportDeps } from './pageReader.ts';
import { closedError, tableError } from '../base/tableError.ts';
import { sendGet } from './sendGet.ts';

type HttpClient = NonNullable<TableServiceClientOptions['httpClient']>;
type SdkRequest = Parameters<HttpClient['sendRequest']>[0];
type SdkResponse = Awaited<ReturnType<HttpClient['sendRequest']>>;
type SdkHeaders = SdkRequest['headers'];

const NO_HEADERS: SdkHeaders = {
  get: () => undefined,
  has: () => false,
  set: () => undefined,
  delete: () => undefined,
  toJSON: () => ({}),
  [Symbol.iterator]: () => ([] as [string, string][])[Symbol.iterator](),
};

/** Lets the SDK build the request, while sending, judging and reading stay in our hands. */
interface Capture {
  readonly httpClient: HttpClient;
  /** Throws if the SDK sent nothing. */
  readonly answer: () => Answer;
}

/** What the SDK gets to see: an empty page, so that it never decodes or changes an entity. */
const EMPTY_PAGE = '{"value":[]}';

/**
 * Adds the credential to what the SDK has built, byte for byte. The SDK's own SAS policy would decode it and encode it again, and its
 * errors print addresses.
 * @param extra Query options that the SDK would change if it got them.
 */
function capture(deps: TransportDeps, asked: string, signal: AbortSignal, extra?: string): Capture {
  let captured: Answer | undefined;
  const sendRequest = async (request: SdkRequest): Promise<SdkResponse> => {
    if (request.method !== 'GET') throw new Error(`Only GET is sent here, not ${request.method}`);
    const joint = request.url.includes('?') ? '&' : '?';
    const authorized = deps.credential.authorize({
      url: extra === undefined ? request.url : `${request.url}${joint}${extra}`,
      // Names in lower case, so that the version header of a token replaces that of the SDK.
      headers: request.headers.toJSON(),
    });
    if (authorized === undefined) throw closedError();
    const answer = await sendGet(
      { ...authorized, asked, limits: deps.limits, maxBytes: deps.maxPageBytes },
      deps.env,
      signal,
    );
    requireJson(answer, asked, deps.env.nowMs());
    captured = answer;
    return { request, headers: NO_HEADERS, status: 200, bodyAsText: EMPTY_PAGE };
  };
  return {
    httpClient: { sendRequest },
    answer: () => {
      if (captured !== undefined) return captured;
      throw tableError({
        kind: 'protocol',
        message: `${asked}: the SDK sent no request`,
        nextStep: 'Choose the simple transport.',
      });
    },
  };
}

function clientOptions(httpClient: HttpClient): TableServiceClientOptions {
  return {
    httpClient,
    // Only tables/pacing/retry.ts retries.
    retryOptions: { maxRetries: 0 },
    // `http:` reaches this point only for endpoints that the parser of addresses allows without TLS.
    allowInsecureConnection: true,
  };
}

/** The SDK's own form of a token, which is base64 of JSON. It is escaped to ASCII, because the SDK reads the bytes as Latin-1. */
function sdkToken(token: ContinuationToken): string {
  return btoa(
    JSON.stringify(token).replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

async function takeFirst(pages: AsyncIterator<unknown>): Promise<void> {
  await pages.next();
}

/** The same transport over @azure/data-tables. It sends the SDK's headers, which cost one preflight per page in a browser. */
export function createSdkTransport(deps: TransportDeps): Transport {
  return {
    name: 'sdk',
    readEntities: async (query, signal) => {
      checkPageQuery(query);
      // The SDK would change column names such as partitionKey to system names, so the columns are added after it.
      const select = pageOptions(query).find(([name]) => name === '$select');
      const extra = select && `$select=${percentEncoded(select[1])}`;
      const taken = capture(deps, `page of table ${query.tableName}`, signal, extra);
      const client = new TableClient(deps.endpointUrl, query.tableName, clientOptions(taken.httpClient));
      const list = client.listEntities({
        abortSignal: signal,
        queryOptions: query.filter === undefined ? {} : { filter: query.filter },
      });
      await takeFirst(
        list.byPage({
          ...(query.top === undefined ? {} : { maxPageSize: query.top }),
          ...(query.continuation === undefined ? {} : { continuationToken: sdkToken(query.continuation) }),
        }),
      );
      return pageOf(taken.answer());
    },
    readTables: async (nextTableName, signal) => {
      const taken = capture(deps, 'list of tables', signal);
      const client = new TableServiceClient(deps.endpointUrl, clientOptions(taken.httpClient));
      await takeFirst(
        client
          .listTables({ abortSignal: signal })
          .byPage(nextTableName === undefined ? {} : { continuationToken: nextTableName }),
      );
      return tablesOf(taken.answer());
    },
  };
}
