// Answers one request as the table service would, with plain data in and out. `tableService.ts` serves this on a socket, and
// `memoryFetch.ts` to a run on a virtual clock.
import {
  type AnswerDraft,
  finish,
  metadataOf,
  versionOf,
  type WireAnswer,
  type WireRequest,
} from './wireExchange.ts';
import { isPreflight, preflightHeaders } from './corsRules.ts';
import { dataHeaders, errorAnswer, type ServiceFault, serviceFault, TABLE_SERVER } from './errorAnswer.ts';
import { admit, latencyMs, type LoadState } from './loadModel.ts';
import { answerQuery, type QueryAnswer } from './queryPages.ts';
import { type Account, checkSas, type SasQuestion, type SasVerdict, type StoredPolicy } from './sasCheck.ts';
import type { SecondaryOptions, TableServiceOptions } from './serviceOptions.ts';
import { checkToken } from './tokenCheck.ts';
import { answerWrite, type WrittenTables } from './writeSide.ts';
import { decodeToken, type Dialect, encodeToken, type Metadata, tablesText } from './wireText.ts';

/** A request, and everything that its answer depends on. */
export interface Exchange {
  readonly request: WireRequest;
  readonly url: URL;
  readonly options: TableServiceOptions;
  readonly account: Account;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly requestId: string;
  readonly load: LoadState;
  /** The tables that clients made. */
  readonly written: WrittenTables;
}

const MAX_TABLES = 1000;
/** A token of the table list also contains when its table was created. */
const TABLE_STAMP = '01dc5a3f9be07d42';

/** Answers the request. If a generator of rows fails, the answer is an error of the service. */
export function answer(exchange: Exchange): WireAnswer {
  const { request, options, nowMs } = exchange;
  const draft = draftOf(exchange);
  const hidesErrors = options.corsOnErrors === false && draft.status !== 200;
  const cors = hidesErrors || request.method === 'OPTIONS' ? [] : (options.cors ?? []);
  return finish(draft, { request, cors, nowMs });
}

function draftOf(exchange: Exchange): AnswerDraft {
  try {
    if (exchange.request.method === 'OPTIONS') return preflight(exchange);
    const fault = requestFault(exchange);
    return fault === undefined ? route(exchange) : faultDraft(exchange, fault);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return faultDraft(exchange, { ...serviceFault(500, 'InternalError'), message });
  }
}

/** As documented: https://learn.microsoft.com/rest/api/storageservices/preflight-table-request */
function preflight(exchange: Exchange): AnswerDraft {
  const { request, options } = exchange;
  if (!isPreflight(request)) return faultDraft(exchange, serviceFault(400, 'InvalidHeaderValue'));
  const headers = preflightHeaders(options.cors ?? [], request);
  if (headers === undefined) return faultDraft(exchange, serviceFault(403, 'CorsPreflightFailure'));
  // A preflight costs a round trip like any request.
  const serviceMs = latencyMs(exchange.options.load, 0);
  return {
    status: 200,
    body: '',
    headers: new Map([['Server', TABLE_SERVER], ['x-ms-request-id', exchange.requestId], ...headers]),
    isChunked: false,
    serviceMs,
  };
}

/** What is wrong with a request, before it is clear which resource it is for. */
function requestFault({ request, url, options }: Exchange): ServiceFault | undefined {
  if (request.method !== 'GET')
    return options.isWritable === true ? undefined : serviceFault(405, 'UnsupportedHttpVerb');
  if (options.needsVersionHeaders === true && request.headers['x-ms-version'] === undefined)
    return serviceFault(400, 'InvalidHeaderValue');
  if (!url.searchParams.has('comp') && metadataOf(request) === undefined)
    return serviceFault(415, 'AtomFormatNotSupported');
  return undefined;
}

function route(exchange: Exchange): AnswerDraft {
  const { url, account } = exchange;
  const [accountName, resource = ''] = url.pathname.slice(1).split('/', 2).map(decodeURIComponent);
  if (accountName === `${account.name}-secondary`) return routeOfSecondary(exchange, resource);
  if (accountName !== account.name) return faultDraft(exchange, serviceFault(404, 'ResourceNotFound'));
  return resourceOf(exchange, resource);
}

/**
 * As documented in learn.microsoft.com/rest/api/storageservices/get-table-service-stats: only the secondary answers, and without read
 * access with 403.
 */
function routeOfSecondary(exchange: Exchange, resource: string): AnswerDraft {
  const { url, options } = exchange;
  const { secondary } = options;
  if (secondary === undefined)
    return faultDraft(exchange, serviceFault(403, 'InsufficientAccountPermissions'));
  if (resource === '' && url.searchParams.get('comp') === 'stats') return stats(exchange, secondary);
  const copy = { ...options, tables: secondary.tables ?? options.tables };
  return resourceOf({ ...exchange, options: copy }, resource);
}

function resourceOf(exchange: Exchange, resource: string): AnswerDraft {
  if (exchange.request.method !== 'GET') return write(exchange, resource);
  if (resource === 'Tables' || resource === 'Tables()') return tableList(exchange);

  const [, tableName, keys] = /^(\w+?)(?:\((.*)\))?$/s.exec(resource) ?? [];
  if (tableName !== undefined) return rows(exchange, tableName, keys);
  return faultDraft(exchange, serviceFault(400, 'InvalidUri'));
}

function judge(
  { request, url, options, account, nowMs }: Exchange,
  asked: Pick<SasQuestion, 'operation' | 'tableName'>,
): SasVerdict {
  const { authorization, 'x-ms-version': version } = request.headers;
  if (authorization !== undefined) {
    return checkToken(authorization, {
      account,
      rules: options.tokens,
      nowMs,
      version: String(version ?? ''),
    });
  }
  const policies = options.policies ?? new Map<string, StoredPolicy>();
  return checkSas(url.searchParams, { account, policies, nowMs, ...asked });
}

function rows(exchange: Exchange, tableName: string, keys: string | undefined): AnswerDraft {
  const { request, url, options } = exchange;
  const verdict = judge(exchange, { operation: 'rows', tableName });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  // Table names are case-insensitive.
  const source = [...options.tables].find(([name]) => name.toLowerCase() === tableName.toLowerCase())?.[1];
  if (source === undefined) return faultDraft(exchange, serviceFault(404, 'TableNotFound'));

  const metadata = metadataOf(request) ?? 'minimalmetadata';
  const page = answerQuery({
    source,
    parameters: url.searchParams,
    keys,
    bounds: verdict.bounds,
    paging: options.paging ?? {},
    form: {
      tableName,
      metadata,
      dialect: dialectOf(exchange),
      select: url.searchParams.get('$select') ?? undefined,
    },
  });
  if ('fault' in page) return faultDraft(exchange, page.fault);
  const busy = busyFault(exchange, page.partitionRows);
  return busy === undefined
    ? pageDraft(exchange, page, metadata)
    : { ...faultDraft(exchange, busy), serviceMs: latencyMs(options.load, 0) };
}

/** The service's error if it is too busy for these rows. Otherwise they are counted and the result is undefined. */
function busyFault(
  { options, load, nowMs }: Exchange,
  partitionRows: ReadonlyMap<string, number>,
): ServiceFault | undefined {
  const busy = admit(options.load, load, nowMs, partitionRows);
  return busy === undefined ? undefined : { ...serviceFault(503, 'ServerBusy'), message: busy };
}

function write(exchange: Exchange, resource: string): AnswerDraft {
  const { request, options, written, nowMs, requestId } = exchange;
  const answered = answerWrite(
    {
      request,
      tables: written,
      nowMs,
      requestId,
      refusalOf: (operation, tableName) => {
        const verdict = judge(exchange, { operation, tableName });
        return verdict.allowed ? undefined : verdict.fault;
      },
      busyWith: (partitionRows) => busyFault(exchange, partitionRows),
    },
    resource,
  );
  const draft =
    'fault' in answered ? faultDraft(exchange, answered.fault) : { ...answered, isChunked: false };
  return { ...draft, serviceMs: latencyMs(options.load, 0) };
}

function pageDraft(exchange: Exchange, page: QueryAnswer, metadata: Metadata): AnswerDraft {
  const draft = jsonDraft(exchange, page.body, metadata);
  if (page.nextPartitionKey !== undefined)
    draft.headers.set('x-ms-continuation-NextPartitionKey', page.nextPartitionKey);
  if (page.nextRowKey !== undefined) draft.headers.set('x-ms-continuation-NextRowKey', page.nextRowKey);
  return { ...draft, serviceMs: latencyMs(exchange.options.load, page.scanMs) };
}

function tableList(exchange: Exchange): AnswerDraft {
  const { request, url, options } = exchange;
  const verdict = judge(exchange, { operation: 'tables' });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  const pageSize = Math.min(Number(url.searchParams.get('$top') ?? MAX_TABLES), MAX_TABLES);
  const token = url.searchParams.get('NextTableName');
  const from = token === null ? '' : decodeToken(token)?.name;
  if (from === undefined) return faultDraft(exchange, serviceFault(400, 'InvalidInput', 'NextTableName'));
  // The order ignores case.
  const names = new Map([...options.tables.keys()].map((name) => [name.toLowerCase(), name]));
  const rest = [...names.keys()].filter((name) => name >= from).sort();
  const listed = rest.slice(0, pageSize).map((name) => names.get(name) ?? name);
  const metadata = metadataOf(request) ?? 'minimalmetadata';
  const draft = jsonDraft(exchange, tablesText(listed, metadata), metadata);
  const next = rest[pageSize];
  if (next !== undefined)
    draft.headers.set('x-ms-continuation-NextTableName', encodeToken(next, TABLE_STAMP));
  return draft;
}

function stats(exchange: Exchange, { status, lastSyncMs }: SecondaryOptions): AnswerDraft {
  const verdict = judge(exchange, { operation: 'statistics' });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  const at = lastSyncMs === undefined ? '' : new Date(lastSyncMs).toUTCString();
  const about = `<Status>${status}</Status><LastSyncTime>${at}</LastSyncTime>`;
  return {
    ...xmlDraft(
      exchange,
      `<StorageServiceStats><GeoReplication>${about}</GeoReplication></StorageServiceStats>`,
    ),
    serviceMs: latencyMs(exchange.options.load, 0),
  };
}

function jsonDraft(exchange: Exchange, body: string, metadata: Metadata): AnswerDraft {
  const headers = dataHeaders({
    metadata,
    version: versionOf(exchange.request),
    requestId: exchange.requestId,
  });
  return { status: 200, headers, body, isChunked: dialectOf(exchange) === 'live' };
}

/** XML begins with a byte order mark. */
function xmlDraft(exchange: Exchange, xml: string): AnswerDraft {
  const headers = new Map([
    ['Content-Type', 'application/xml'],
    ['Server', TABLE_SERVER],
    ['x-ms-request-id', exchange.requestId],
    ['x-ms-version', versionOf(exchange.request)],
  ]);
  const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?>${xml}`;
  return { status: 200, headers, body, isChunked: dialectOf(exchange) === 'live' };
}

function faultDraft(exchange: Exchange, fault: ServiceFault): AnswerDraft {
  const { request, options, requestId, nowMs } = exchange;
  const place = { dialect: dialectOf(exchange), request, requestId, nowMs };
  const draft = errorAnswer(fault, place, fault.status === 403 ? options.authErrors : undefined);
  const wait = options.load?.retryAfterSeconds;
  if (fault.status === 503 && wait !== undefined) draft.headers.set('Retry-After', String(wait));
  return draft;
}

function dialectOf({ options }: Exchange): Dialect {
  return options.dialect ?? 'live';
}
