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
  origin: string,
  own: readonly string[] = ['x-ms-request-id', 'Server'],
): Record<string, string> {
  const headers = new Map(own.map((name) => [name, '?']));
  const request = { method: 'GET', headers: { origin } };
  addCorsHeaders(rules, request, headers);
  return Object.fromEntries([...headers].filter(([, value]) => value !== '?'));
}

function preflight(rules: readonly CorsRule[], wanted: string) {
  const headers = {
    origin: PAGE,
    'access-control-request-method': 'GET',
    'access-control-request-headers': wanted,
  };
  const granted = preflightHeaders(rules, { method: 'OPTIONS', headers });
  return granted === undefined ? undefined : Object.fromEntries(granted);
}

it('the first rule with origin and method decides, though a later one would allow more', () => {
  const first = { ...RULE, allowedOrigins: '*', exposedHeaders: '', allowedHeaders: 'accept' };
  expect(answered([first, RULE], PAGE)).toEqual({ 'Access-Control-Allow-Origin': '*' });
  expect(answered([{ ...first, allowedMethods: 'PUT' }, RULE], PAGE)).toMatchObject({
    'Access-Control-Allow-Origin': PAGE,
    'Access-Control-Expose-Headers': 'x-ms-request-id',
  });
  expect(answered([RULE], 'https://PAGE.example')).toEqual({ Vary: 'Origin' });
  expect(preflight([first, RULE], 'x-ms-version')).toBeUndefined();
  expect(preflight([{ ...first, allowedMethods: 'PUT' }, RULE], 'x-ms-version')).toBeDefined();
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
