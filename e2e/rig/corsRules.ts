// CORS as the storage services apply it: first matching rule wins, no rule means no headers and a refused preflight.
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
import type { WireRequest } from './wireExchange.ts';

/** Lists are comma-separated. Header lists may contain `x-ms-*` prefixes and `*`. */
export interface CorsRule {
  readonly allowedOrigins: string;
  readonly allowedMethods: string;
  readonly allowedHeaders: string;
  readonly exposedHeaders: string;
  readonly maxAgeInSeconds: number;
}

/** The rule that the README recommends. */
export function recommendedRule(origin: string): CorsRule {
  return {
    allowedOrigins: origin,
    allowedMethods: 'GET,HEAD,OPTIONS',
    allowedHeaders: 'x-ms-*,authorization,accept,dataserviceversion,maxdataserviceversion',
    exposedHeaders: 'x-ms-*,Date,Retry-After,Content-Length,WWW-Authenticate,Server',
    maxAgeInSeconds: 3600,
  };
}

/** The headers that answer a preflight; undefined if it is refused (403 CorsPreflightFailure). */
export function preflightHeaders(
  rules: readonly CorsRule[],
  request: WireRequest,
): ReadonlyMap<string, string> | undefined {
  const { origin } = request.headers;
  const method = request.headers['access-control-request-method'];
  const wanted = listOf(request.headers['access-control-request-headers'] ?? '');
  if (origin === undefined || method === undefined) return undefined;
  const rule = rules.find(
    (one) => allows(one, origin, method) && wanted.every((name) => inList(name, one.allowedHeaders)),
  );
  if (rule === undefined) return undefined;
  return new Map([
    ['Access-Control-Allow-Origin', rule.allowedOrigins === '*' ? '*' : origin],
    ['Access-Control-Allow-Methods', method],
    ...(wanted.length === 0 ? [] : ([['Access-Control-Allow-Headers', wanted.join(',')]] as const)),
    ['Access-Control-Max-Age', String(rule.maxAgeInSeconds)],
    ...credentials(rule),
  ]);
}

/** Whether an OPTIONS request is a preflight. The service answers 400 to any other. */
export function isPreflight({ headers }: WireRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Adds the headers that let the page read this answer. Call it after all other headers are set. */
export function addCorsHeaders(
  rules: readonly CorsRule[],
  request: WireRequest,
  headers: Map<string, string>,
): void {
  const { origin } = request.headers;
  if (origin === undefined || rules.length === 0) return;
  headers.set('Vary', 'Origin');
  const rule = rules.find((one) => allows(one, origin, request.method));
  if (rule === undefined) return;
  const exposed = [...headers.keys()]
    .map((name) => name.toLowerCase())
    .filter((name) => inList(name, rule.exposedHeaders));
  headers.set('Access-Control-Allow-Origin', rule.allowedOrigins === '*' ? '*' : origin);
  if (exposed.length > 0) headers.set('Access-Control-Expose-Headers', exposed.join(','));
  for (const [name, value] of credentials(rule)) headers.set(name, value);
}

/** Sent if the rule names its origins. */
function credentials(rule: CorsRule): readonly (readonly [string, string])[] {
  return rule.allowedOrigins === '*' ? [] : [['Access-Control-Allow-Credentials', 'true']];
}

function allows(rule: CorsRule, origin: string, method: string): boolean {
  // Origins are case-sensitive, methods are not.
  const origins = rule.allowedOrigins.split(',').map((one) => one.trim());
  return (
    (origins.includes('*') || origins.includes(origin)) &&
    listOf(rule.allowedMethods).includes(method.toLowerCase())
  );
}

function inList(name: string, list: string): boolean {
  const lower = name.toLowerCase();
  return listOf(list).some((entry) =>
    entry.endsWith('*') ? lower.startsWith(entry.slice(0, -1)) : lower === entry,
  );
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '');
}
