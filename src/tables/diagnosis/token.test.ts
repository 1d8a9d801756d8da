import { valueOf } from '../../core/valueOf.fixture.ts';
import { describe, expect, it } from 'vitest';
import { fakeToken, TENANT } from '../sas/accessToken.fixture.ts';
import { readTokenText } from '../connection/connectionText.ts';
import type { TableFault } from '../base/tableError.ts';
import type { CredentialFacts } from '../sas/credentialFacts.ts';
import { type Diagnosis, diagnose } from './diagnosis.ts';
import type { DiagnosisFacts, ReachabilityFacts } from './facts.ts';

const NOW_MS = Date.UTC(2026, 10, 21);
const OTHER_TENANT = '11111111-2222-3333-4444-555555555555';

function tokenFacts(claims: Readonly<Record<string, unknown>> = {}, nowMs = NOW_MS): CredentialFacts {
  return valueOf(readTokenText({ account: 'contoso', token: fakeToken(claims) })).factsAt(nowMs);
}

function diagnosed(change: Partial<DiagnosisFacts>): Diagnosis {
  return diagnose({
    endpoint: {
      url: 'https://contoso.table.core.windows.net',
      host: 'contoso.table.core.windows.net',
      account: 'contoso',
      kind: 'azure',
      secondary: false,
    },
    credential: tokenFacts(),
    origin: 'https://tables.example',
    isUnsent: false,
    isOnline: true,
    nowMs: NOW_MS,
    elapsedMs: 0,
    isBlockedByPolicy: false,
    ...change,
  });
}

function refused(status: number, code: string, more: Partial<TableFault> = {}): Diagnosis {
  const message = `list of tables: HTTP ${status}, ${code}`;
  return diagnosed({ fault: { kind: 'auth', status, code, message, nextStep: 'Unused.', ...more } });
}

const silent = (reachability: ReachabilityFacts): Diagnosis =>
  diagnosed({ fault: { kind: 'network', message: 'No answer.', nextStep: 'Unused.' }, reachability });

describe('a token that nothing is sent with', () => {
  it.each([
    [{ aud: 'https://management.azure.com/' }, 'token-audience', 'token'],
    [{ exp: NOW_MS / 1000 - 60 }, 'token-expired', 'token'],
    [{ nbf: NOW_MS / 1000 + 600 }, 'clock-skew', 'clock'],
  ] as const)('says why: %j', (claims, id, fix) => {
    const found = diagnosed({ credential: tokenFacts(claims), isUnsent: true });
    expect([found.id, found.fix]).toEqual([id, fix]);
    expect(found.evidence).toContain('Nothing was sent.');
  });
});

describe('a token that the service refuses', () => {
  it('lacks a role', () => {
    const found = refused(403, 'AuthorizationPermissionMismatch');
    expect([found.id, found.certainty, found.fix]).toEqual(['token-role', 'sure', 'role']);
    expect(found.title).toContain('Storage Table Data Reader');
    // The message of a request begins with the title, which must not appear twice.
    const message = `${found.title}: list of tables: HTTP 403.`;
    expect(refused(403, 'AuthorizationPermissionMismatch', { message }).evidence[0]).toBe(
      'List of tables: HTTP 403.',
    );
  });

  it('is from another tenant, which the answer names', () => {
    const found = refused(401, 'InvalidAuthenticationInfo', { tenantId: OTHER_TENANT });
    expect([found.id, found.tenantId, found.fix]).toEqual(['token-tenant', OTHER_TENANT, 'token']);
    expect(found.nextStep).toContain(OTHER_TENANT);
    expect(found.evidence).toContain(
      `The account belongs to the tenant ${OTHER_TENANT}. The token is of the tenant ${TENANT}.`,
    );
  });

  it('is refused for another reason: the tenant is no cause if it is the same', () => {
    const hidden = refused(401, 'InvalidAuthenticationInfo');
    expect([hidden.id, hidden.certainty]).toEqual(['token-refused', 'likely']);
    expect(hidden.causes[0]).toContain('another tenant');
    expect(hidden.evidence.join(' ')).toContain('CORS hides the header WWW-Authenticate');
    const same = refused(401, 'InvalidAuthenticationInfo', { tenantId: TENANT });
    expect(same.id).toBe('token-refused');
    expect(same.causes.join(' ')).not.toContain('tenant');
    const azurite = refused(403, 'AuthenticationFailed');
    expect(azurite.id).toBe('token-refused');
    expect(azurite.evidence.join(' ')).not.toContain('WWW-Authenticate');
    const { code: _none, ...bare } = {
      kind: 'auth',
      status: 401,
      code: 'x',
      message: 'm',
      nextStep: 'n',
    } as const;
    expect(diagnosed({ fault: bare }).id).toBe('token-refused');
  });

  it('has expired by the clock of the service, or its account lets nobody in', () => {
    const serviceTimeMs = NOW_MS + 9 * 3_600_000;
    expect(refused(401, 'InvalidAuthenticationInfo', { serviceTimeMs }).id).toBe('clock-skew');
    expect(refused(401, 'InvalidAuthenticationInfo', { kind: 'expired' }).id).toBe('token-expired');
    expect(refused(403, 'AuthorizationFailure').id).toBe('network-rules');
    expect(refused(403, 'AccountIsDisabled').id).toBe('account-disabled');
  });
});

describe('a token whose answer cannot be read', () => {
  const opaque = 'answered';
  const read = { kind: 'read', status: 401 } as const;
  const unread = { kind: 'unread' } as const;

  it('has a CORS rule that lacks its headers, if the same request without them can be read', () => {
    const found = silent({ opaque, bare: read, headers: 'refused', isLedAway: false });
    expect([found.id, found.fix]).toEqual(['cors-headers', 'cors-first']);
    expect(found.nextStep).toContain('authorization');
    expect(found.evidence.join(' ')).toContain(
      'with the headers authorization and x-ms-version added, it may not',
    );
    expect(silent({ opaque, bare: read, headers: 'allowed', isLedAway: false }).id).toBe('request-filtered');
  });

  it('has no CORS rule, or one that lacks its headers, if nothing can be read', () => {
    const found = silent({ opaque, bare: unread, headers: 'refused', isLedAway: false });
    expect(found.id).toBe('cors');
    expect(found.causes.join(' ')).toContain('authorization');
    expect(found.evidence.join(' ')).toContain('Without the access token');
  });
});
