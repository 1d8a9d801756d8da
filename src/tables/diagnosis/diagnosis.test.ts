import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diagnose } from './diagnosis.ts';
import { DIAGNOSIS_CLASSES, type DiagnosisId, diagnosisClass } from './classes.ts';
import type { DiagnosisFacts, ReachabilityFacts } from './facts.ts';
import { readSasFacts } from '../sas/sasFacts.ts';
import type { TableErrorKind, TableFault } from '../base/tableError.ts';

/** 2026-11-21T00:00:00Z */
const NOW_MS = Date.UTC(2026, 10, 21);
const HOUR_MS = 3_600_000;
const GOOD = 'sv=2022-11-02&ss=t&srt=co&sp=rl&spr=https&st=2026-11-20T20:00:00Z&se=2026-11-21T08:00:00Z';

const AZURE: DiagnosisFacts['endpoint'] = {
  url: 'https://contoso.table.core.windows.net',
  host: 'contoso.table.core.windows.net',
  account: 'contoso',
  kind: 'azure',
  secondary: false,
};
const LOCAL: DiagnosisFacts['endpoint'] = {
  url: 'http://127.0.0.1:10002/devstoreaccount1',
  host: '127.0.0.1:10002',
  account: 'devstoreaccount1',
  kind: 'emulator',
  secondary: false,
};

const sasOf = (query: string): DiagnosisFacts['credential'] =>
  readSasFacts(new Map(new URLSearchParams(query)), NOW_MS);

function facts(change: Partial<DiagnosisFacts> = {}): DiagnosisFacts {
  return {
    endpoint: AZURE,
    credential: sasOf(GOOD),
    origin: 'https://tables.example',
    isUnsent: false,
    isOnline: true,
    nowMs: NOW_MS,
    elapsedMs: 900,
    isBlockedByPolicy: false,
    ...change,
  };
}

function fault(kind: TableErrorKind, change: Partial<TableFault> = {}): Partial<DiagnosisFacts> {
  const said = change.status === undefined ? 'no answer that the page may read.' : `HTTP ${change.status}.`;
  return { fault: { kind, message: `list of tables: ${said}`, nextStep: 'Try again.', ...change } };
}

const forbidden = (code: string): Partial<DiagnosisFacts> => fault('auth', { status: 403, code });
/** A refused signature, where the message of the service states a time that is `serviceAheadMs` ahead of this computer's clock. */
const refusedAt = (serviceAheadMs: number): Partial<DiagnosisFacts> =>
  fault('auth', { status: 403, code: 'AuthenticationFailed', serviceTimeMs: NOW_MS + serviceAheadMs });

const reachability = (change: Partial<ReachabilityFacts>): Partial<DiagnosisFacts> => ({
  reachability: { opaque: 'failed', bare: { kind: 'unread' }, isLedAway: false, ...change },
});
const ANSWERS = reachability({ opaque: 'answered' });
const SILENT = fault('network');
const DEAD = reachability({});
const ahead = (aheadMs: number): Partial<DiagnosisFacts> => ({
  clock: { aheadMs, of: 'the server of this page' },
});
const unsent = (query: string): Partial<DiagnosisFacts> => ({ isUnsent: true, credential: sasOf(query) });
const ONE = { credential: sasOf('sv=2019-02-02&tn=Orders&sp=r') };
const RANGE = { credential: sasOf('sv=2019-02-02&tn=Orders&sp=r&spk=a&epk=b') };
/** A SAS that expires in half a minute. */
const SOON = { credential: sasOf(GOOD.replace('se=2026-11-21T08:00:00Z', 'se=2026-11-21T00:00:30Z')) };
const EXPIRED = { credential: sasOf(GOOD.replace('se=2026-11-21T08', 'se=2026-11-20T23')) };

/** For each cause, what the page sees and the class that follows. */
const CASES: readonly (readonly [cause: string, seen: Partial<DiagnosisFacts>, id: DiagnosisId])[] = [
  ['CORS rule missing', { ...SILENT, ...ANSWERS }, 'cors'],
  ['wrong origin in the rule', { ...SILENT, ...ANSWERS, origin: 'http://localhost:4281' }, 'cors'],
  ['expired, known before', unsent(GOOD.replace('se=2026-11-21T08', 'se=2026-11-20T23')), 'sas-expired'],
  ['expired, said by the service', { ...refusedAt(0), ...EXPIRED }, 'sas-expired'],
  [
    'expired by the service for a moment, not by this clock',
    { ...refusedAt(30_000), ...SOON },
    'sas-expired',
  ],
  ['expired in a moment by the service', { ...refusedAt(29_999), ...SOON }, 'sas-signature'],
  ['expired, and errors without CORS headers', { ...SILENT, ...ANSWERS, ...EXPIRED }, 'sas-expired'],
  ['expired, a 403 without words', { ...fault('expired', { status: 403 }), ...EXPIRED }, 'sas-expired'],
  [
    'not valid yet, known before',
    unsent(GOOD.replace('st=2026-11-20T20', 'st=2026-11-21T01')),
    'sas-not-yet-valid',
  ],
  ['clock ahead: not valid yet by the service', refusedAt(-5 * HOUR_MS), 'clock-skew'],
  ['clock behind: expired by the service', refusedAt(9 * HOUR_MS), 'clock-skew'],
  ['clock far off, though the SAS is valid by the service', refusedAt(3 * HOUR_MS), 'sas-signature'],
  [
    'clock ahead: expired by it, valid by the service',
    { ...refusedAt(-2 * HOUR_MS), ...EXPIRED },
    'sas-signature',
  ],
  [
    'the same, told by the server of the page alone',
    { ...forbidden('AuthenticationFailed'), ...EXPIRED, ...ahead(2 * HOUR_MS) },
    'clock-skew',
  ],
  [
    'the service says its time, which the server of the page does not know',
    { ...refusedAt(9 * HOUR_MS), ...ahead(0) },
    'clock-skew',
  ],
  [
    'clock ahead: known before, by the server of the page',
    { ...unsent(GOOD.replace('se=2026-11-21T08', 'se=2026-11-20T23')), ...ahead(2 * HOUR_MS) },
    'clock-skew',
  ],
  ['clock behind: expired in truth', { ...SILENT, ...ANSWERS, ...ahead(-9 * HOUR_MS) }, 'clock-skew'],
  ['clock a little off', { ...SILENT, ...ANSWERS, ...ahead(30_000) }, 'cors'],
  ['wrong service, known before', unsent(GOOD.replace('ss=t', 'ss=b')), 'sas-service'],
  ['wrong service', forbidden('AuthorizationServiceMismatch'), 'sas-service'],
  ['wrong resource type, known before', unsent(GOOD.replace('srt=co', 'srt=s')), 'sas-resource-type'],
  ['wrong resource type', forbidden('AuthorizationResourceTypeMismatch'), 'sas-resource-type'],
  ['wrong permission, known before', unsent(GOOD.replace('sp=rl', 'sp=a')), 'sas-permission'],
  ['bound to a user', unsent(`${GOOD}&sduoid=x`), 'sas-permission'],
  ['wrong permission', forbidden('AuthorizationPermissionMismatch'), 'sas-permission'],
  [
    'no secondary to read',
    { ...forbidden('InsufficientAccountPermissions'), endpoint: { ...AZURE, secondary: true } },
    'no-secondary',
  ],
  ['reading is off', forbidden('InsufficientAccountPermissions'), 'account-reads'],
  ['a query it cannot read', fault('bad-request', { status: 400, code: 'InvalidInput' }), 'bad-query'],
  ['no table name', fault('bad-request', { status: 400, code: 'InvalidResourceName' }), 'bad-query'],
  [
    'a header it does not know, by the words alone',
    fault('transport-refused', { status: 400, code: 'InvalidInput' }),
    'request-form',
  ],
  ['wrong protocol', forbidden('AuthorizationProtocolMismatch'), 'sas-protocol'],
  ['wrong IP address', forbidden('AuthorizationSourceIPMismatch'), 'sas-address'],
  ['firewall of the account', forbidden('AuthorizationFailure'), 'network-rules'],
  [
    'keys outside the range',
    { ...forbidden('AuthorizationFailure'), ...RANGE, tableName: 'Orders' },
    'sas-keys',
  ],
  ['another table', { ...forbidden('AuthorizationFailure'), ...RANGE, tableName: 'Returns' }, 'sas-table'],
  [
    'the same table, in other letters',
    { ...forbidden('AuthorizationFailure'), ...ONE, tableName: 'oRDERS' },
    'network-rules',
  ],
  ['keys of the account switched off', forbidden('KeyBasedAuthenticationNotPermitted'), 'keys-off'],
  ['account disabled', forbidden('AccountIsDisabled'), 'account-disabled'],
  ['wrong signature', forbidden('AuthenticationFailed'), 'sas-signature'],
  ['wrong signature, Azurite', { ...forbidden('AuthorizationFailure'), endpoint: LOCAL }, 'sas-signature'],
  ['the SAS taken off on the way', forbidden('NoAuthenticationInformation'), 'no-authentication'],
  [
    'no SAS that the service understands',
    fault('auth', { status: 401, code: 'InvalidAuthenticationInfo' }),
    'no-authentication',
  ],
  ['a 403 of a code unknown', forbidden('SomethingNew'), 'other'],
  ['table not found', fault('not-found', { status: 404, code: 'TableNotFound' }), 'table-not-found'],
  ['account path', fault('not-found', { status: 404, code: 'ResourceNotFound' }), 'account-path'],
  ['throttled', fault('throttled', { status: 503, code: 'ServerBusy' }), 'busy'],
  ['in trouble', fault('service', { status: 500 }), 'busy'],
  ['not implemented', fault('bad-request', { status: 501, code: 'NotImplemented' }), 'not-implemented'],
  ['not implemented, without a code', fault('bad-request', { status: 501 }), 'not-implemented'],
  [
    'table being deleted',
    fault('bad-request', { status: 409, code: 'TableBeingDeleted' }),
    'table-being-deleted',
  ],
  ['captive portal', fault('protocol', { status: 200 }), 'not-the-service'],
  ['cut short', fault('protocol'), 'not-the-service'],
  ['form refused', fault('transport-refused', { status: 415 }), 'request-form'],
  ['DNS, TLS, firewall', { ...SILENT, ...DEAD }, 'unreachable'],
  ['DNS, though the SAS is expired as well', { ...SILENT, ...DEAD, ...EXPIRED }, 'unreachable'],
  ['no answer to either', { ...fault('timeout'), ...reachability({ opaque: 'waiting' }) }, 'unreachable'],
  ['not checked', SILENT, 'unreachable'],
  ['emulator not running', { ...SILENT, ...DEAD, endpoint: LOCAL }, 'local-unreachable'],
  ['mixed content', { ...SILENT, ...DEAD, endpoint: LOCAL, localNetwork: 'granted' }, 'local-unreachable'],
  ['local network denied', { ...SILENT, ...DEAD, endpoint: LOCAL, localNetwork: 'denied' }, 'local-network'],
  ['local network asked', { endpoint: LOCAL, localNetwork: 'prompt' }, 'local-network'],
  [
    'local page, whose own network is no question',
    { ...SILENT, ...DEAD, endpoint: LOCAL, localNetwork: 'prompt', origin: 'http://localhost:4280' },
    'local-unreachable',
  ],
  ['offline', { ...SILENT, ...DEAD, isOnline: false }, 'offline'],
  [
    'offline, to this computer',
    { ...SILENT, ...DEAD, isOnline: false, endpoint: LOCAL },
    'local-unreachable',
  ],
  ['CSP', { ...SILENT, ...DEAD, isBlockedByPolicy: true }, 'page-policy'],
  ['redirect, of the request itself', fault('redirected'), 'redirect'],
  ['redirect, readable', { ...SILENT, ...reachability({ bare: { kind: 'redirected' } }) }, 'redirect'],
  ['redirect, led where the policy ends it', { ...SILENT, ...reachability({ isLedAway: true }) }, 'redirect'],
  [
    'filter',
    { ...SILENT, ...reachability({ opaque: 'answered', bare: { kind: 'read', status: 403 } }) },
    'request-filtered',
  ],
  ['no answer yet', reachability({ opaque: 'waiting', bare: { kind: 'waiting' } }), 'no-answer-yet'],
  ['cancelled by itself', fault('too-large'), 'other'],
];

describe('a failed connection', () => {
  it.each(CASES)('%s', (_cause, seen, id) => {
    const found = diagnose(facts(seen));
    expect(found.id).toBe(id);
    expect(found.title).toBe(diagnosisClass(id).title);
    expect(found.nextStep).toMatch(/^[A-Z].*\.$/u);
    expect(found.evidence.length).toBeGreaterThan(0);
    // Each line is a whole sentence, since they are shown one after the other.
    for (const line of found.evidence) expect(line).toMatch(/^[A-Z].*[.\])]$/u);
  });
});

it('what can be copied is for the cause, and for an account on this computer its own', () => {
  const fixOf = (seen: Partial<DiagnosisFacts>) => diagnose(facts(seen)).fix;
  const local = { endpoint: LOCAL, origin: 'http://127.0.0.1:4280' };
  const waiting = reachability({ opaque: 'waiting', bare: { kind: 'waiting' } });
  expect(fixOf(unsent(GOOD.replace('ss=t', 'ss=b')))).toBe('sas');
  expect(fixOf(refusedAt(9 * HOUR_MS))).toBe('clock');
  for (const where of [{}, local]) expect(fixOf({ ...SILENT, ...ANSWERS, ...where })).toBe('cors');
  expect(fixOf({ ...SILENT, ...DEAD })).toBe('reach');
  expect(fixOf({ ...SILENT, ...DEAD, ...local })).toBe('emulator');
  expect([fixOf(waiting), fixOf({ ...waiting, ...local })]).toEqual(['reach', 'emulator']);
  expect(fixOf(facts(fault('throttled', { status: 503 })))).toBeUndefined();
});

it('whatever was seen is placed in a class, without a throw', () => {
  const kind = fc.constantFrom<TableErrorKind>(
    ...(['network', 'timeout', 'throttled', 'service', 'auth', 'expired', 'not-found'] as const),
    ...(['bad-request', 'transport-refused', 'protocol', 'loop', 'too-large', 'input', 'closed'] as const),
  );
  const found = fc.record({
    fault: fc.option(
      fc.record(
        { kind, message: fc.string(), nextStep: fc.string(), status: fc.nat(599), code: fc.string() },
        { requiredKeys: ['kind', 'message', 'nextStep'] },
      ),
      { nil: undefined },
    ),
    isOnline: fc.boolean(),
    isBlockedByPolicy: fc.boolean(),
    localNetwork: fc.constantFrom('granted', 'denied', 'prompt', undefined),
    endpoint: fc.constantFrom(AZURE, LOCAL),
    opaque: fc.constantFrom('answered', 'failed', 'waiting'),
    bare: fc.constantFrom('redirected', 'unread', 'waiting', 'read'),
    isLedAway: fc.boolean(),
    aheadMs: fc.option(fc.integer({ min: -1e9, max: 1e9 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(found, ({ fault: seen, localNetwork, opaque, bare, isLedAway, aheadMs, ...rest }) => {
      const diagnosis = diagnose(
        facts({
          ...rest,
          ...(seen !== undefined && { fault: seen }),
          ...(localNetwork !== undefined && { localNetwork }),
          ...(aheadMs !== undefined && ahead(aheadMs)),
          ...reachability({
            opaque,
            bare: bare === 'read' ? { kind: 'read', status: 403 } : { kind: bare },
            isLedAway,
          }),
        }),
      );
      expect(DIAGNOSIS_CLASSES.map(({ id }) => id)).toContain(diagnosis.id);
      expect(diagnosis.nextStep === '' && seen?.nextStep !== '').toBe(false);
    }),
    { numRuns: 500 },
  );
});
