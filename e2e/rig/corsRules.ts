// CORS as the storage services apply it: the first rule with the origin and the method decides, even if it then refuses the headers.
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
import type { IncomingHttpHeaders } from 'node:http';

/** What decides about CORS in a request. */
interface Asked {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Lists are comma-separated. Header lists may contain `x-ms-*` prefixes and `*`. */
export interface CorsRule {
  readonly allowedOrigins: string;
  readonly allowedMethods: string;
  readonly allowedHeaders: string;
  readonly exposedHeaders: string;
  readonly maxAgeInSeconds: number;
}

/** The rule that Keyscope proposes. */
export function recommendedRule(origin: string): CorsRule {
  return {
    allowedOrigins: origin,
    allowedMethods: 'GET,HEAD,OPTIONS',
    allowedHeaders: 'x-ms-*,authorization,accept,dataserviceversion,maxdataserviceversion',
    exposedHeaders: 'x-ms-*,Date,Retry-After,Content-Length,WWW-Authenticate',
    maxAgeInSeconds: 3600,
  };
}

/** The headers that answer a preflight; undefined if it is refused (403 CorsPreflightFailure). */
export function preflightHeaders(
  rules: readonly CorsRule[],
  { headers }: Asked,
): ReadonlyMap<string, string> | undefined {
  const { origin, 'access-control-request-method': method = '' } = headers;
  const wanted = listOf(headers['access-control-request-headers'] ?? '');
  const rule = deciding(rules, origin, method);
  if (rule === undefined || !wanted.every((name) => inList(name, rule.allowedHeaders))) return undefined;
  return new Map([
    ...allowedOrigin(rule, origin),
    ['Access-Control-Allow-Methods', method],
    ...(wanted.length === 0 ? [] : ([['Access-Control-Allow-Headers', wanted.join(',')]] as const)),
    ['Access-Control-Max-Age', String(rule.maxAgeInSeconds)],
  ]);
}

/** Whether an OPTIONS request is a preflight. The service answers 400 to any other. */
export function isPreflight({ headers }: Asked): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Every answer has these headers. They are added after the service, so they come last in the list. */
const LATE_HEADERS = ['Content-Length', 'Date', 'Transfer-Encoding'];

/** Adds the headers that let the page read this answer. Call it after the service's own headers are set. */
export function addCorsHeaders(
  rules: readonly CorsRule[],
  { method, headers: { origin } }: Asked,
  headers: Map<string, string>,
): void {
  const rule = deciding(rules, origin, method);
  if (rule === undefined) {
    if (rules.length > 0) headers.set('Vary', 'Origin');
    return;
  }
  // Headers are listed by name, because a browser would take `x-ms-*` for the name of one header.
  const exposed = [...headers.keys(), ...LATE_HEADERS].filter((name) => inList(name, rule.exposedHeaders));
  if (exposed.length > 0) headers.set('Access-Control-Expose-Headers', exposed.join(','));
  for (const [name, value] of allowedOrigin(rule, origin)) headers.set(name, value);
}

/** The first rule for this origin and method. If a request has no origin, only rules for all origins apply. */
function deciding(
  rules: readonly CorsRule[],
  origin: string | undefined,
  method: string,
): CorsRule | undefined {
  return rules.find(
    ({ allowedOrigins, allowedMethods }) =>
      // Origins are case-sensitive, methods are not.
      (isForAll(allowedOrigins) || (origin !== undefined && namesOf(allowedOrigins).includes(origin))) &&
      listOf(allowedMethods).includes(method.toLowerCase()),
  );
}

function isForAll(allowedOrigins: string): boolean {
  return namesOf(allowedOrigins).includes('*');
}

function allowedOrigin({ allowedOrigins }: CorsRule, origin = ''): readonly (readonly [string, string])[] {
  if (isForAll(allowedOrigins)) return [['Access-Control-Allow-Origin', '*']];
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
    ['Vary', 'Origin'],
  ];
}

function inList(name: string, list: string): boolean {
  const lower = name.toLowerCase();
  return listOf(list).some((entry) =>
    entry.endsWith('*') ? lower.startsWith(entry.slice(0, -1)) : lower === entry,
  );
}

function listOf(text: string): readonly string[] {
  return namesOf(text.toLowerCase());
}

function namesOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
