import { percentEncoded } from '../../core/percentText.ts';
import { TableClient, TableServiceClient, type TableServiceClientOptions } from '@azure/data-tables';
import { type Answer, requireJson } from './answer.ts';
import { checkPageQuery, pageOf, pageOptions, tablesOf } from './pageQuery.ts';
import type { ContinuationToken } from './pageReader.ts';
import { closedError, tableError } from '../base/tableError.ts';
import type { Transport, TransportDeps } from './transport.ts';
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

/** Judges an answer: returns, or throws TableError. */
type Judge = (answer: Answer) => void;

/** Lets the SDK write the request, while sending, judging and reading stay ours. */
interface Capture {
  readonly httpClient: HttpClient;
  /** The answer; throws if the SDK never sent. */
  readonly answer: () => Answer;
}

interface CaptureOptions {
  readonly asked: string;
  readonly judge: Judge;
  /** Query options that the SDK would change. */
  readonly extraOptions?: string;
  /** The body shown to the SDK: an empty page, so that it never decodes or changes an entity. */
  readonly bodyForSdk?: string;
  readonly signal: AbortSignal;
}

/**
 * Adds the credential after the SDK, byte for byte: the SDK's own SAS policy would decode and encode it again, and its
 * errors print addresses.
 */
function capture(deps: TransportDeps, options: CaptureOptions): Capture {
  let captured: Answer | undefined;
  const sendRequest = async (request: SdkRequest): Promise<SdkResponse> => {
    if (request.method !== 'GET') throw new Error(`Only GET is sent here, not ${request.method}`);
    const extra = options.extraOptions;
    const joint = request.url.includes('?') ? '&' : '?';
    const authorized = deps.credential.authorize({
      url: extra === undefined ? request.url : `${request.url}${joint}${extra}`,
      // Names in lower case, so that a token's version takes the place of the SDK's.
      headers: request.headers.toJSON(),
    });
    if (authorized === undefined) throw closedError();
    const answer = await sendGet(
      { ...authorized, asked: options.asked, limits: deps.limits, maxBytes: deps.maxPageBytes },
      deps.env,
      options.signal,
    );
    options.judge(answer);
    captured = answer;
    return { request, headers: NO_HEADERS, status: 200, bodyAsText: options.bodyForSdk ?? null };
  };
  return {
    httpClient: { sendRequest },
    answer: () => {
      if (captured !== undefined) return captured;
      throw tableError({
        kind: 'protocol',
        message: `${options.asked}: the SDK sent no request`,
        nextStep: 'Choose the simple transport.',
      });
    },
  };
}

function clientOptions(httpClient: HttpClient): TableServiceClientOptions {
  return {
    httpClient,
    // tables/pacing/retry.ts is the one owner of retry.
    retryOptions: { maxRetries: 0 },
    // The address parser decides which endpoints may do without TLS.
    allowInsecureConnection: true,
  };
}

/** The SDK's own token form: base64 of JSON. Escaped to ASCII, unit by unit, since it reads the bytes as Latin-1. */
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

/** The same reader over @azure/data-tables: with its headers, and so one preflight per page in a browser. */
export function createSdkTransport(deps: TransportDeps): Transport {
  const jsonJudge =
    (asked: string): Judge =>
    (answer) =>
      requireJson(answer, asked, deps.env.nowMs());

  return {
    name: 'sdk',
    readEntities: async (query, signal) => {
      checkPageQuery(query);
      const asked = `page of table ${query.tableName}`;
      // The SDK maps names such as partitionKey to system names, so the columns are added after it.
      const select = pageOptions(query).find(([name]) => name === '$select');
      const taken = capture(deps, {
        asked,
        signal,
        judge: jsonJudge(asked),
        bodyForSdk: '{"value":[]}',
        ...(select === undefined ? {} : { extraOptions: `$select=${percentEncoded(select[1])}` }),
      });
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
      const asked = 'list of tables';
      const taken = capture(deps, { asked, signal, judge: jsonJudge(asked), bodyForSdk: '{"value":[]}' });
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
