import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { fakeToken, TENANT } from './accessToken.fixture.ts';
import { readAccessToken } from './accessToken.ts';
import type { CredentialFacts } from './credentialFacts.ts';
import { readTokenFacts } from './tokenFacts.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const PLACE = { ownAudience: 'https://contoso.table.core.windows.net', tableName: undefined };

function facts(claims: Readonly<Record<string, unknown>> = {}, nowMs = NOW_MS, aheadMs = 0): CredentialFacts {
  const token = valueOf(readAccessToken(fakeToken(claims)));
  return readTokenFacts(token.claims, PLACE, nowMs, { aheadMs, of: 'the server of this page' });
}

const parameters = ({ problems }: CredentialFacts): readonly string[] =>
  problems.map(({ parameter }) => parameter);

describe('what a token says of itself', () => {
  it('is its time and its tenant; its roles decide the rest', () => {
    expect(facts()).toStrictEqual({
      kind: 'token',
      startsAtMs: NOW_MS - HOUR_MS,
      expiresAtMs: NOW_MS + 8 * HOUR_MS,
      permissions: [],
      expiryText: 'expires 2026-11-21T08:00:00Z',
      version: '2020-12-06',
      tenantId: TENANT,
      canQuery: true,
      canListTables: true,
      canReadStats: true,
      problems: [],
      warnings: [],
    });
  });

  it('holds nothing that names its user', () => {
    expect(JSON.stringify(facts())).not.toMatch(/Ada|example\.com/u);
  });

  it('lists no tables where the address names one: the role may reach no other', () => {
    const { claims } = valueOf(readAccessToken(fakeToken()));
    const own = readTokenFacts(claims, { ...PLACE, tableName: 'Orders' }, NOW_MS);
    expect([own.canQuery, own.canListTables]).toEqual([true, false]);
  });

  it.each([
    'https://storage.azure.com',
    'https://storage.azure.com/',
    'HTTPS://Storage.Azure.com//',
    'e406a681-f3d4-42a8-90b6-c2b029497af1',
    'E406A681-F3D4-42A8-90B6-C2B029497AF1',
    'https://contoso.table.core.windows.net',
    'https://contoso.table.core.windows.net/',
  ])('is for storage: %s', (aud) => {
    expect(facts({ aud }).problems).toEqual([]);
    expect(facts({ aud: ['other', aud] }).canQuery).toBe(true);
  });

  it.each([
    ['https://management.core.windows.net/', 'https://management.core.windows.net (Azure Resource Manager)'],
    ['https://management.azure.com', 'https://management.azure.com (Azure Resource Manager)'],
    ['00000003-0000-0000-c000-000000000000', '00000003-0000-0000-c000-000000000000 (Microsoft Graph)'],
    ['https://fabrikam.table.core.windows.net', 'https://fabrikam.table.core.windows.net'],
    ['https://contoso.blob.core.windows.net', 'https://contoso.blob.core.windows.net'],
    ['https://storage.azure.com.evil.example', 'https://storage.azure.com.evil.example'],
    [`https://${'a'.repeat(500)}`, `https://${'a'.repeat(72)}`],
  ])('is for another service: %s', (aud, shown) => {
    const found = facts({ aud });
    expect([parameters(found), found.canQuery, found.canListTables]).toEqual([['aud'], false, false]);
    expect(found.problems[0]?.message).toBe(`The access token is for ${shown}, not for Azure Storage.`);
    expect(found.problems[0]?.nextStep).toContain('--resource https://storage.azure.com/');
  });

  it('has a time, which both clocks must be past', () => {
    expect(facts({}, NOW_MS + 8 * HOUR_MS - 1).problems).toEqual([]);
    const over = facts({}, NOW_MS + 8 * HOUR_MS);
    expect([parameters(over), over.canQuery]).toEqual([['exp'], false]);
    expect(over.problems[0]).toMatchObject({
      message: "The access token expired at 2026-11-21T08:00:00Z, by this computer's clock.",
      nextStep: 'Get a new access token.',
    });
    // This clock is ten minutes ahead of a better one, by which the token is still valid.
    expect(facts({}, NOW_MS + 8 * HOUR_MS, 600_000).problems).toEqual([]);
    // A token is valid as soon as it is issued, so this means that the computer's clock is behind.
    const early = facts({}, NOW_MS - 2 * HOUR_MS);
    expect([parameters(early), early.problems[0]?.nextStep]).toEqual([
      ['nbf'],
      'Turn on automatic time on this computer, then connect again.',
    ]);
  });
});
