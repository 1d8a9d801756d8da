// What the scripted table service answers to one request.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { addCorsHeaders, preflightHeaders } from './corsRules.ts';
import { answerQuery } from './queryPages.ts';
import { type Account, checkSas, type SasQuestion, type SasVerdict, type StoredPolicy } from './sasCheck.ts';
import type { TableServiceOptions } from './tableService.ts';
import { errorJson, errorXml, escapeXml, type Metadata, type ServiceFault } from './wireText.ts';

/** One request, and all that its answer depends on. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly options: TableServiceOptions;
  readonly account: Account;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
}

const VERSION = '2019-02-02';
const MAX_TABLES = 1000;

/** Answers the request. Rows may come from generators that fail: that is answered too, as the service would. */
export function answer(exchange: Exchange): void {
  try {
    if (exchange.request.method === 'OPTIONS') {
      sendPreflight(exchange);
      return;
    }
    const fault = checkRequest(exchange) ?? route(exchange);
    if (fault !== undefined) sendFault(exchange, fault);
  } catch (error) {
    sendFault(
      exchange,
      faultOf(500, 'InternalError', error instanceof Error ? error.message : String(error)),
    );
  }
}

function faultOf(status: number, code: string, message: string): ServiceFault {
  return { status, code, message };
}

function sendPreflight({ request, response, options }: Exchange): void {
  const headers = preflightHeaders(options.cors ?? [], request);
  if (headers === undefined) {
    const fault = faultOf(
      403,
      'CorsPreflightFailure',
      'CORS not enabled or no matching rule found for this request.',
    );
    sendText(response, 403, 'application/json', errorJson(fault, randomUUID(), new Date().toISOString()));
    return;
  }
  for (const [name, value] of headers) response.setHeader(name, value);
  sendText(response, 200, undefined, '');
}

/** What is wrong with a request before its resource is looked at. */
function checkRequest({ request, url, options }: Exchange): ServiceFault | undefined {
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

/** The JSON form that the Accept header asks for; undefined: none that is supported. */
function metadataOf(request: IncomingMessage): Metadata | undefined {
  const accept = request.headers.accept ?? '';
  if (!/application\/json/i.test(accept)) return undefined;
  const asked = /odata=(nometadata|minimalmetadata|fullmetadata)/i.exec(accept)?.[1]?.toLowerCase();
  return (asked ?? 'minimalmetadata') as Metadata;
}

/** Answers, or says what is wrong. */
function route(exchange: Exchange): ServiceFault | undefined {
  const { url, account } = exchange;
  const [accountName, resource = ''] = url.pathname.slice(1).split('/', 2).map(decodeURIComponent);
  if (accountName !== account.name)
    return faultOf(404, 'ResourceNotFound', 'The specified resource does not exist.');
  if (resource === '' && url.searchParams.get('comp') === 'properties') return answerProperties(exchange);
  if (resource === 'Tables' || resource === 'Tables()') return answerTableList(exchange);

  const [, tableName, keys] = /^([$\w]+?)(?:\((.*)\))?$/s.exec(resource) ?? [];
  if (tableName !== undefined) return answerRows(exchange, tableName, keys);
  return faultOf(400, 'InvalidUri', 'The requested URI does not represent any resource on the server.');
}

function judge(
  { url, options, account, nowMs }: Exchange,
  asked: Pick<SasQuestion, 'operation' | 'tableName'>,
): SasVerdict {
  const policies = options.policies ?? new Map<string, StoredPolicy>();
  return checkSas(url.searchParams, { account, policies, nowMs, ...asked });
}

function answerRows(
  exchange: Exchange,
  tableName: string,
  keys: string | undefined,
): ServiceFault | undefined {
  const { request, response, url, options } = exchange;
  const verdict = judge(exchange, { operation: 'rows', tableName });
  if (!verdict.allowed) return verdict.fault;
  // Table names are compared without case.
  const source = [...options.tables].find(([name]) => name.toLowerCase() === tableName.toLowerCase())?.[1];
  if (source === undefined) return faultOf(404, 'TableNotFound', 'The table specified does not exist.');

  const metadata = metadataOf(request) ?? 'minimalmetadata';
  const { bounds } = verdict;
  const page = answerQuery({
    source,
    parameters: url.searchParams,
    keys,
    bounds,
    paging: options.paging ?? {},
    metadata,
  });
  if ('fault' in page) return page.fault;
  const { nextPartitionKey, nextRowKey } = page;
  if (nextPartitionKey !== undefined)
    response.setHeader('x-ms-continuation-NextPartitionKey', nextPartitionKey);
  if (nextRowKey !== undefined) response.setHeader('x-ms-continuation-NextRowKey', nextRowKey);
  sendJson(exchange, page.body, metadata);
  return undefined;
}

function answerTableList(exchange: Exchange): ServiceFault | undefined {
  const { request, response, url, options } = exchange;
  const verdict = judge(exchange, { operation: 'tables' });
  if (!verdict.allowed) return verdict.fault;
  const pageSize = Math.min(Number(url.searchParams.get('$top') ?? MAX_TABLES), MAX_TABLES);
  const from = url.searchParams.get('NextTableName') ?? '';
  // $Metrics tables exist, but Query Tables does not list them.
  const names = [...options.tables.keys()].filter((name) => !name.startsWith('$') && name >= from).sort();
  const next = names[pageSize];
  if (next !== undefined) response.setHeader('x-ms-continuation-NextTableName', next);
  const value = names.slice(0, pageSize).map((name) => ({ TableName: name }));
  sendJson(exchange, JSON.stringify({ value }), metadataOf(request) ?? 'minimalmetadata');
  return undefined;
}

function answerProperties(exchange: Exchange): ServiceFault | undefined {
  const { request, response, options } = exchange;
  const verdict = judge(exchange, { operation: 'properties' });
  if (!verdict.allowed) return verdict.fault;
  const rules = (options.cors ?? []).map(
    (rule) =>
      `<CorsRule><AllowedMethods>${escapeXml(rule.allowedMethods)}</AllowedMethods>` +
      `<AllowedOrigins>${escapeXml(rule.allowedOrigins)}</AllowedOrigins>` +
      `<AllowedHeaders>${escapeXml(rule.allowedHeaders)}</AllowedHeaders>` +
      `<ExposedHeaders>${escapeXml(rule.exposedHeaders)}</ExposedHeaders>` +
      `<MaxAgeInSeconds>${rule.maxAgeInSeconds}</MaxAgeInSeconds></CorsRule>`,
  );
  setServiceHeaders(response);
  addCorsHeaders(options.cors ?? [], request, response);
  const body = `<?xml version="1.0" encoding="utf-8"?><StorageServiceProperties><Cors>${rules.join('')}</Cors></StorageServiceProperties>`;
  sendText(response, 200, 'application/xml', body);
  return undefined;
}

function sendJson({ request, response, options }: Exchange, body: string, metadata: Metadata): void {
  setServiceHeaders(response);
  addCorsHeaders(options.cors ?? [], request, response);
  sendText(response, 200, `application/json;odata=${metadata};streaming=true;charset=utf-8`, body);
}

function sendFault({ request, response, options }: Exchange, fault: ServiceFault): void {
  const requestId = setServiceHeaders(response);
  response.setHeader('x-ms-error-code', fault.code);
  if (options.corsOnErrors !== false) addCorsHeaders(options.cors ?? [], request, response);
  const asXml = options.authErrors === 'xml' && fault.status === 403;
  const body = (asXml ? errorXml : errorJson)(fault, requestId, new Date().toISOString());
  sendText(response, fault.status, asXml ? 'application/xml' : 'application/json', body);
}

/** The headers that every answer of the service carries; returns the request's id. */
function setServiceHeaders(response: ServerResponse): string {
  const requestId = randomUUID();
  response.setHeader('x-ms-request-id', requestId);
  response.setHeader('x-ms-version', VERSION);
  response.setHeader('Server', 'Scripted-Table/1.0');
  response.setHeader('Date', new Date().toUTCString());
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  return requestId;
}

function sendText(
  response: ServerResponse,
  status: number,
  contentType: string | undefined,
  body: string,
): void {
  const bytes = Buffer.from(body, 'utf8');
  if (contentType !== undefined) response.setHeader('Content-Type', contentType);
  response.setHeader('Content-Length', bytes.length);
  response.writeHead(status);
  response.end(bytes);
}
