// The CORS rules as in recorded answers and in the documentation.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixesFor } from '../../src/features/connect/fixes.ts';
import { addCorsHeaders, type CorsRule, preflightHeaders, recommendedRule } from './corsRules.ts';

const PAGE = 'https://page.example';
const RULE: CorsRule = {
  allowedOrigins: PAGE,
  allowedMethods: 'GET,HEAD',
  allowedHeaders: 'accept,x-ms-*',
  exposedHeaders: 'x-ms-*',
  maxAgeInSeconds: 60,
};

/** The CORS headers of an answer that has these headers of its own. */
function answered(
  rules: readonly CorsRule[],
  origin: string | undefined,
  own: readonly string[] = ['x-ms-request-id', 'Server'],
): Record<string, string> {
  const headers = new Map(own.map((name) => [name, '?']));
  const request = { method: 'GET', target: '/', headers: origin === undefined ? {} : { origin } };
  addCorsHeaders(rules, request, headers);
  return Object.fromEntries([...headers].filter(([, value]) => value !== '?'));
}

function preflight(rules: readonly CorsRule[], wanted: string, origin = PAGE, method = 'GET') {
  const headers = {
    origin,
    'access-control-request-method': method,
    ...(wanted === '' ? {} : { 'access-control-request-headers': wanted }),
  };
  const granted = preflightHeaders(rules, { method: 'OPTIONS', target: '/', headers });
  return granted === undefined ? undefined : Object.fromEntries(granted);
}

describe('answers', () => {
  const open = { 'Access-Control-Allow-Origin': PAGE, 'Access-Control-Allow-Credentials': 'true' };
  it('name the origin, and vary by it, where the rule does', () => {
    const exposed = { 'Access-Control-Expose-Headers': 'x-ms-request-id' };
    expect(answered([RULE], PAGE)).toEqual({ ...open, ...exposed, Vary: 'Origin' });
  });

  it('say * where the rule does, without Vary, and to whoever sends no origin too', () => {
    const all = [{ ...RULE, allowedOrigins: '*' }];
    const expected = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'x-ms-request-id',
    };
    expect(answered(all, PAGE)).toEqual(expected);
    expect(answered(all, undefined)).toEqual(expected);
  });

  it('vary by origin where rules are there and none matches, and say nothing without rules', () => {
    const closed = { Vary: 'Origin' };
    expect(answered([RULE], 'https://PAGE.example')).toEqual(closed);
    expect(answered([RULE], undefined)).toEqual(closed);
    expect(answered([{ ...RULE, allowedMethods: 'PUT' }], PAGE)).toEqual(closed);
    expect(answered([], PAGE)).toEqual({});
  });

  it('list by name what they have and the rule exposes, and last what is added behind the service', () => {
    const own = ['Server', 'x-ms-request-id', 'x-ms-continuation-NextRowKey', 'ETag'];
    const listed = (exposedHeaders: string) =>
      answered([{ ...RULE, exposedHeaders }], PAGE, own)['Access-Control-Expose-Headers'];
    expect(listed('*')).toBe([...own, 'Content-Length', 'Date', 'Transfer-Encoding'].join());
    expect(listed('Date, X-MS-*,Retry-After')).toBe('x-ms-request-id,x-ms-continuation-NextRowKey,Date');
    expect(listed('')).toBeUndefined();
  });

  it('follow the first rule with origin and method, whatever later ones would expose', () => {
    const first = { ...RULE, allowedOrigins: '*', exposedHeaders: '' };
    expect(answered([first, RULE], PAGE)).toEqual({ 'Access-Control-Allow-Origin': '*' });
    expect(answered([{ ...first, allowedMethods: 'PUT' }, RULE], PAGE)).toMatchObject(open);
  });
});

describe('preflights', () => {
  it('repeat method and headers', () => {
    expect(preflight([RULE], 'Accept, x-ms-version')).toEqual({
      'Access-Control-Allow-Origin': PAGE,
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': 'accept,x-ms-version',
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Max-Age': '60',
      Vary: 'Origin',
    });
    expect(preflight([RULE], '')).not.toHaveProperty('Access-Control-Allow-Headers');
  });

  it('are refused by the first rule with origin and method, though a later one would allow them', () => {
    const narrow = { ...RULE, allowedOrigins: '*', allowedHeaders: 'accept' };
    expect(preflight([narrow, RULE], 'x-ms-version')).toBeUndefined();
    expect(preflight([RULE, narrow], 'x-ms-version')).toBeDefined();
    expect(preflight([{ ...narrow, allowedMethods: 'PUT' }, RULE], 'x-ms-version')).toBeDefined();
    expect(preflight([RULE], 'x-ms-version', 'https://other.example')).toBeUndefined();
    expect(preflight([RULE], 'x-ms-version', PAGE, 'DELETE')).toBeUndefined();
  });
});

describe('the rule that Keyscope proposes', () => {
  const endpoint = { account: 'contoso', host: 'h', url: 'https://h', kind: 'azure' } as const;
  const [az] = fixesFor('cors', { origin: PAGE, endpoint });
  const valueOf = (option: string) =>
    new RegExp(`--${option} (.+?)(?: --| \\\\|$)`, 'm').exec(az?.code ?? '')?.[1]?.replaceAll("'", '') ?? '';
  const proposed: CorsRule = {
    allowedOrigins: valueOf('origins'),
    allowedMethods: valueOf('methods').replaceAll(' ', ','),
    allowedHeaders: valueOf('allowed-headers').replaceAll(' ', ','),
    exposedHeaders: valueOf('exposed-headers').replaceAll(' ', ','),
    maxAgeInSeconds: Number(valueOf('max-age')),
  };

  it('is the one of all browser tests, and of the demo', () => {
    expect(proposed).toEqual(recommendedRule(PAGE));
    const demo = readFileSync(new URL('../../scripts/lib/demoAccount.mjs', import.meta.url), 'utf8');
    const { allowedOrigins: _own, maxAgeInSeconds, ...lists } = proposed;
    for (const [name, list] of Object.entries(lists)) expect(demo).toContain(`${name}: '${list}'`);
    expect(demo).toContain(`maxAgeInSeconds: ${maxAgeInSeconds}`);
  });

  it('opens what the engine reads, and lets the headers of the SDK and of a token pass', () => {
    const read = [
      'WWW-Authenticate',
      'x-ms-continuation-NextPartitionKey',
      'x-ms-request-id',
      'x-ms-error-code',
      'Retry-After',
    ];
    const exposed = answered([proposed], PAGE, read)['Access-Control-Expose-Headers']?.split(',');
    expect(exposed).toEqual(expect.arrayContaining([...read, 'Date']));
    const sent =
      'accept,authorization,dataserviceversion,maxdataserviceversion,x-ms-client-request-id,x-ms-useragent,x-ms-version';
    expect(preflight([proposed], sent)).toMatchObject({ 'Access-Control-Allow-Headers': sent });
  });
});
