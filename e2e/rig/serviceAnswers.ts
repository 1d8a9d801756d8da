// Answers one request like the table service, with plain data in and out. `tableService.ts` serves it on a socket,
// `memoryFetch.ts` to a run on a virtual clock.
import { addCorsHeaders, isPreflight, preflightHeaders } from './corsRules.ts';
import { admit, latencyMs, type LoadState } from './loadModel.ts';
import { answerQuery, type QueryAnswer } from './queryPages.ts';
import { type Account, checkSas, type SasQuestion, type SasVerdict, type StoredPolicy } from './sasCheck.ts';
import type { SecondaryOptions, TableServiceOptions } from './serviceOptions.ts';
import { checkToken } from './tokenCheck.ts';
import type { WireAnswer, WireRequest } from './wireExchange.ts';
import { errorAtom, errorJson, errorXml, escapeXml, type Metadata, type ServiceFault } from './wireText.ts';

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
}

interface Draft {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly headers: Map<string, string>;
  readonly serviceMs?: number;
}

const VERSION = '2019-02-02';
const MAX_TABLES = 1000;

/** Answers the request. Generators of rows may fail; the answer is then an error of the service. */
export function answer(exchange: Exchange): WireAnswer {
  try {
    if (exchange.request.method === 'OPTIONS') return finish(preflight(exchange));
    return finish(checkRequest(exchange) ?? route(exchange));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return finish(faultDraft(exchange, faultOf(500, 'InternalError', message)));
  }
}

function finish({ status, contentType, body, headers, serviceMs = 0 }: Draft): WireAnswer {
  const bytes = Buffer.from(body, 'utf8');
  if (contentType !== undefined) headers.set('Content-Type', contentType);
  headers.set('Content-Length', String(bytes.length));
  return { status, headers, body: bytes, serviceMs };
}

function faultOf(status: number, code: string, message: string): ServiceFault {
  return { status, code, message };
}

function preflight(exchange: Exchange): Draft {
  const { request, options } = exchange;
  if (!isPreflight(request)) {
    const message = 'A required CORS header is not present.';
    return plainFault(exchange, faultOf(400, 'InvalidHeaderValue', message));
  }
  const headers = preflightHeaders(options.cors ?? [], request);
  if (headers === undefined) {
    const message = 'CORS not enabled or no matching rule found for this request.';
    return plainFault(exchange, faultOf(403, 'CorsPreflightFailure', message));
  }
  // A preflight costs a round trip like any request.
  const serviceMs = latencyMs(exchange.options.load, 0);
  return { status: 200, contentType: undefined, body: '', headers: new Map(headers), serviceMs };
}

/** An error without the headers of a table answer. */
function plainFault({ nowMs, requestId }: Exchange, fault: ServiceFault): Draft {
  const body = errorJson(fault, requestId, new Date(nowMs).toISOString());
  return { status: fault.status, contentType: 'application/json', body, headers: new Map() };
}

/** What is wrong with a request, before its resource is looked at. */
function checkRequest(exchange: Exchange): Draft | undefined {
  const fault = requestFault(exchange);
  return fault === undefined ? undefined : faultDraft(exchange, fault);
}

function requestFault({ request, url, options }: Exchange): ServiceFault | undefined {
  if (request.method !== 'GET') {
    return faultOf(405, 'UnsupportedHttpVerb', 'The resource does not support the specified HTTP verb.');
  }
  if (options.needsVersionHeaders === true && request.headers['x-ms-version'] === undefined) {
    return faultOf(
      400,
      'InvalidHeaderValue',
      'The value for one of the HTTP headers is not in the correct format.',
    );
  }
  if (!url.searchParams.has('comp') && metadataOf(request) === undefined) {
    return faultOf(415, 'AtomFormatNotSupported', 'Atom format is not supported.');
  }
  return undefined;
}

/** The JSON form that the Accept header requests; undefined if it is not supported. */
function metadataOf(request: WireRequest): Metadata | undefined {
  const accept = request.headers.accept ?? '';
  if (!/application\/json/i.test(accept)) return undefined;
  const asked = /odata=(nometadata|minimalmetadata|fullmetadata)/i.exec(accept)?.[1]?.toLowerCase();
  return (asked ?? 'minimalmetadata') as Metadata;
}

function route(exchange: Exchange): Draft {
  const { url, account } = exchange;
  const [accountName, resource = ''] = url.pathname.slice(1).split('/', 2).map(decodeURIComponent);
  if (accountName === `${account.name}-secondary`) return routeOfSecondary(exchange, resource);
  if (accountName !== account.name)
    return faultDraft(exchange, faultOf(404, 'ResourceNotFound', 'The specified resource does not exist.'));
  return resourceOf(exchange, resource);
}

/** learn.microsoft.com/rest/api/storageservices/get-table-service-stats: only on the secondary, and 403 without read access. */
function routeOfSecondary(exchange: Exchange, resource: string): Draft {
  const { url, options } = exchange;
  const { secondary } = options;
  if (secondary === undefined) {
    const message = 'The account being accessed does not have sufficient permissions.';
    return faultDraft(exchange, faultOf(403, 'InsufficientAccountPermissions', message));
  }
  if (resource === '' && url.searchParams.get('comp') === 'stats') return stats(exchange, secondary);
  const copy = { ...options, tables: secondary.tables ?? options.tables };
  return resourceOf({ ...exchange, options: copy }, resource);
}

function resourceOf(exchange: Exchange, resource: string): Draft {
  const { url } = exchange;
  if (resource === '' && url.searchParams.get('comp') === 'properties') return properties(exchange);
  if (resource === 'Tables' || resource === 'Tables()') return tableList(exchange);

  const [, tableName, keys] = /^([$\w]+?)(?:\((.*)\))?$/s.exec(resource) ?? [];
  if (tableName !== undefined) return rows(exchange, tableName, keys);
  const message = 'The requested URI does not represent any resource on the server.';
  return faultDraft(exchange, faultOf(400, 'InvalidUri', message));
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
      ...asked,
    });
  }
  const policies = options.policies ?? new Map<string, StoredPolicy>();
  return checkSas(url.searchParams, { account, policies, nowMs, ...asked });
}

function rows(exchange: Exchange, tableName: string, keys: string | undefined): Draft {
  const { request, url, options, load, nowMs } = exchange;
  const verdict = judge(exchange, { operation: 'rows', tableName });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  // Table names are case-insensitive.
  const source = [...options.tables].find(([name]) => name.toLowerCase() === tableName.toLowerCase())?.[1];
  if (source === undefined)
    return faultDraft(exchange, faultOf(404, 'TableNotFound', 'The table specified does not exist.'));

  const metadata = metadataOf(request) ?? 'minimalmetadata';
  const page = answerQuery({
    source,
    parameters: url.searchParams,
    keys,
    bounds: verdict.bounds,
    paging: options.paging ?? {},
    metadata,
  });
  if ('fault' in page) return faultDraft(exchange, page.fault);
  const busy = admit(options.load, load, nowMs, page.partitionRows);
  if (busy !== undefined) {
    const fault = faultOf(503, 'ServerBusy', busy);
    return { ...faultDraft(exchange, fault), serviceMs: latencyMs(options.load, 0) };
  }
  return pageDraft(exchange, page, metadata);
}

function pageDraft(exchange: Exchange, page: QueryAnswer, metadata: Metadata): Draft {
  const headers = serviceHeaders(exchange);
  if (page.nextPartitionKey !== undefined)
    headers.set('x-ms-continuation-NextPartitionKey', page.nextPartitionKey);
  if (page.nextRowKey !== undefined) headers.set('x-ms-continuation-NextRowKey', page.nextRowKey);
  const { options } = exchange;
  return {
    ...jsonDraft(exchange, page.body, metadata, headers),
    serviceMs: latencyMs(options.load, page.scanMs),
  };
}

function tableList(exchange: Exchange): Draft {
  const { request, url, options } = exchange;
  const verdict = judge(exchange, { operation: 'tables' });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  const pageSize = Math.min(Number(url.searchParams.get('$top') ?? MAX_TABLES), MAX_TABLES);
  const from = url.searchParams.get('NextTableName') ?? '';
  // $Metrics tables exist, but Query Tables does not list them.
  const names = [...options.tables.keys()].filter((name) => !name.startsWith('$') && name >= from).sort();
  const next = names[pageSize];
  const headers = serviceHeaders(exchange);
  if (next !== undefined) headers.set('x-ms-continuation-NextTableName', next);
  const value = names.slice(0, pageSize).map((name) => ({ TableName: name }));
  const metadata = metadataOf(request) ?? 'minimalmetadata';
  return jsonDraft(exchange, JSON.stringify({ value }), metadata, headers);
}

function properties(exchange: Exchange): Draft {
  const { request, options } = exchange;
  const verdict = judge(exchange, { operation: 'properties' });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  const rules = (options.cors ?? []).map(
    (rule) =>
      `<CorsRule><AllowedMethods>${escapeXml(rule.allowedMethods)}</AllowedMethods>` +
      `<AllowedOrigins>${escapeXml(rule.allowedOrigins)}</AllowedOrigins>` +
      `<AllowedHeaders>${escapeXml(rule.allowedHeaders)}</AllowedHeaders>` +
      `<ExposedHeaders>${escapeXml(rule.exposedHeaders)}</ExposedHeaders>` +
      `<MaxAgeInSeconds>${rule.maxAgeInSeconds}</MaxAgeInSeconds></CorsRule>`,
  );
  const headers = serviceHeaders(exchange);
  addCorsHeaders(options.cors ?? [], request, headers);
  const body = `<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><Cors>${rules.join('')}</Cors></StorageServiceProperties>`;
  return { status: 200, contentType: 'application/xml', body, headers };
}

function stats(exchange: Exchange, { status, lastSyncMs }: SecondaryOptions): Draft {
  const { request, options } = exchange;
  const verdict = judge(exchange, { operation: 'properties' });
  if (!verdict.allowed) return faultDraft(exchange, verdict.fault);
  const headers = serviceHeaders(exchange);
  addCorsHeaders(options.cors ?? [], request, headers);
  const at = lastSyncMs === undefined ? '' : new Date(lastSyncMs).toUTCString();
  const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?><StorageServiceStats><GeoReplication><Status>${status}</Status><LastSyncTime>${at}</LastSyncTime></GeoReplication></StorageServiceStats>`;
  const serviceMs = latencyMs(options.load, 0);
  return { status: 200, contentType: 'application/xml', body, headers, serviceMs };
}

function jsonDraft(
  { request, options }: Exchange,
  body: string,
  metadata: Metadata,
  headers: Map<string, string>,
): Draft {
  addCorsHeaders(options.cors ?? [], request, headers);
  const contentType = `application/json;odata=${metadata};streaming=true;charset=utf-8`;
  return { status: 200, contentType, body, headers };
}

const ERROR_TYPES = {
  json: 'application/json',
  xml: 'application/xml',
  atom: 'application/atom+xml;charset=utf-8',
} as const;
const ERROR_TEXTS = { json: errorJson, xml: errorXml, atom: errorAtom } as const;

function faultDraft(exchange: Exchange, fault: ServiceFault): Draft {
  const { request, options, requestId, nowMs } = exchange;
  const headers = serviceHeaders(exchange);
  headers.set('x-ms-error-code', fault.code);
  for (const [name, value] of Object.entries(fault.headers ?? {})) headers.set(name, value);
  if (options.corsOnErrors !== false) addCorsHeaders(options.cors ?? [], request, headers);
  const form = fault.status === 403 ? (options.authErrors ?? 'json') : 'json';
  const body = ERROR_TEXTS[form](fault, requestId, new Date(nowMs).toISOString());
  return { status: fault.status, contentType: ERROR_TYPES[form], body, headers };
}

/** Headers of every answer of the service. */
function serviceHeaders({ requestId, nowMs }: Exchange): Map<string, string> {
  return new Map([
    ['x-ms-request-id', requestId],
    ['x-ms-version', VERSION],
    ['Server', 'Scripted-Table/1.0'],
    ['Date', new Date(nowMs).toUTCString()],
    ['Cache-Control', 'no-cache'],
    ['X-Content-Type-Options', 'nosniff'],
  ]);
}
