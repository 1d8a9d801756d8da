import { describe, expect, it } from 'vitest';
import type { TableFault } from '../base/tableError.ts';
import { readSasFacts } from '../sas/sasFacts.ts';
import { DIAGNOSIS_CLASSES, type DiagnosisId } from './classes.ts';
import type { DiagnosisFacts, ReachabilityFacts } from './facts.ts';
import { causesOf, evidenceOf, nextStepOf } from './words.ts';

/** 2026-11-21T00:00:00Z */
const NOW_MS = Date.UTC(2026, 10, 21);
const SAS = 'sv=2022-11-02&ss=t&srt=co&sp=rl&spr=https&se=2026-11-21T08:00:00Z';

const sasOf = (query: string): DiagnosisFacts['credential'] =>
  readSasFacts(new Map(new URLSearchParams(query)), NOW_MS);
const FAULT: TableFault = {
  kind: 'auth',
  status: 403,
  message: 'list of tables: HTTP 403.',
  nextStep: 'Try again.',
};
const SILENT: TableFault = { kind: 'network', message: 'list of tables: no answer.', nextStep: 'Try again.' };

function facts(change: Partial<DiagnosisFacts> = {}): DiagnosisFacts {
  return {
    endpoint: {
      url: 'https://contoso.table.core.windows.net',
      host: 'contoso.table.core.windows.net',
      account: 'contoso',
      kind: 'azure',
      secondary: false,
    },
    credential: sasOf(SAS),
    origin: 'https://tables.example',
    fault: FAULT,
    isUnsent: false,
    isOnline: true,
    nowMs: NOW_MS,
    elapsedMs: 900,
    isBlockedByPolicy: false,
    ...change,
  };
}

const UNTIL = 'The SAS says that it is valid until 2026-11-21T08:00:00Z, 8 h from now.';
const CLOCK = { aheadMs: 120_000, of: 'the server of this page' } as const;
const CLOCK_LINE = "This computer's clock is 2 min ahead of the server of this page.";

const HIDDEN_TENANT = 'The tenant of the account is not known: only HTTP 401 names it.';

describe('what was observed', () => {
  it('has the validity, the clock and the origin only where they matter', () => {
    const about: Readonly<Record<'time' | 'clock' | 'origin' | 'tenant', readonly DiagnosisId[]>> = {
      time: [
        'sas-expired',
        'sas-not-yet-valid',
        'clock-skew',
        'sas-signature',
        'token-expired',
        'token-refused',
        'network-rules',
        'cors',
        'request-filtered',
      ],
      clock: [
        ...(['sas-expired', 'sas-not-yet-valid', 'clock-skew', 'sas-signature'] as const),
        ...(['token-expired', 'unreachable'] as const),
      ],
      origin: ['cors', 'cors-headers'],
      tenant: ['token-tenant', 'token-refused'],
    };
    for (const { id } of DIAGNOSIS_CLASSES)
      expect([id, ...evidenceOf(facts({ clock: CLOCK }), id)]).toEqual([
        id,
        'List of tables: HTTP 403.',
        ...(about.origin.includes(id) ? ['This page comes from https://tables.example.'] : []),
        ...(about.tenant.includes(id) ? [HIDDEN_TENANT] : []),
        ...(id === 'local-network' ? ['Local network access is unknown for this page.'] : []),
        ...(id === 'unreachable' ? ['The browser says that it is online.'] : []),
        ...(about.time.includes(id) ? [UNTIL] : []),
        ...(about.clock.includes(id) ? [CLOCK_LINE] : []),
      ]);
  });

  it('begins with what happened', () => {
    expect(evidenceOf(facts({ fault: { ...FAULT, requestId: 'r1' }, goesOn: true }), 'other')).toEqual([
      'List of tables: HTTP 403.',
      'The attempt continues.',
      'Request r1.',
    ]);
    const { fault: _fault, ...open } = facts({ elapsedMs: 2600, isOnline: false });
    expect(evidenceOf(open, 'unreachable')).toEqual([
      'Sent 3 s ago; the attempt continues.',
      "This computer's clock says 2026-11-21T00:00:00Z.",
    ]);
    const wrong = sasOf(SAS.replace('sp=rl', 'sp=l').replace('ss=t', 'ss=b'));
    const { fault: _none, ...unsent } = facts({ isUnsent: true, credential: wrong });
    expect(evidenceOf(unsent, 'sas-signature')).toEqual([
      'The SAS does not allow reading (sp has no r).',
      'The SAS is for blob, not for tables (ss has no t).',
      'Nothing was sent.',
      "This computer's clock says 2026-11-21T00:00:00Z.",
    ]);
    expect(evidenceOf(facts({ localNetwork: 'denied' }), 'local-network')[1]).toBe(
      'Local network access is denied for this page.',
    );
  });

  it.each<[Partial<ReachabilityFacts>, string]>([
    [{ bare: { kind: 'read', status: 403 } }, 'answers HTTP 403, and this page may read it.'],
    [{ bare: { kind: 'redirected' } }, 'answers with a redirect, which is not followed.'],
    [{ isLedAway: true }, 'answers with a redirect, which is not followed.'],
    [
      { opaque: 'answered' },
      'answers too, but this page may not read it: its name, the network and TLS work.',
    ],
    [{ opaque: 'failed' }, 'gives no answer either.'],
    [{ opaque: 'waiting' }, 'has not answered either.'],
  ])('says what came without the SAS, unless the service answered: %j', (seen, words) => {
    const reachability: ReachabilityFacts = {
      opaque: 'failed',
      bare: { kind: 'unread' },
      isLedAway: false,
      ...seen,
    };
    const line = `Without the SAS contoso.table.core.windows.net ${words}`;
    expect(evidenceOf(facts({ fault: SILENT, reachability }), 'other')).toEqual([
      'List of tables: no answer.',
      line,
    ]);
    const { fault: _fault, ...open } = facts({ reachability });
    expect(evidenceOf(open, 'other')).toEqual(['Sent 1 s ago; the attempt continues.', line]);
    expect(evidenceOf(facts({ reachability }), 'other')).toEqual(['List of tables: HTTP 403.']);
  });

  it.each([
    [
      '&st=2026-11-21T00:01:59Z&se=2026-11-22',
      'The SAS starts at 2026-11-21T00:01:59Z, 1 min 59 s from now by this computer.',
    ],
    [
      '&st=2026-11-21T00:02:31Z&se=2026-11-22',
      'The SAS starts at 2026-11-21T00:02:31Z, 3 min from now by this computer.',
    ],
    [
      '&st=2026-11-21T00:00:00Z&se=2026-11-22',
      'The SAS says that it is valid until 2026-11-22T00:00:00Z, 1 d from now.',
    ],
    ['&se=2026-11-21T00:00:00Z', 'The SAS expired at 2026-11-21T00:00:00Z, 0 s ago by this computer.'],
    ['&se=2026-11-20T23:59:00Z', 'The SAS expired at 2026-11-20T23:59:00Z, 1 min ago by this computer.'],
    ['&se=2026-11-21T00:00:01Z', 'The SAS says that it is valid until 2026-11-21T00:00:01Z, 1 s from now.'],
    ['', 'The SAS does not say when it expires.'],
    ['&si=readers', 'The SAS does not say when it expires: the policy readers does.'],
  ])('says until when the SAS is valid: %s', (times, line) => {
    expect(evidenceOf(facts({ credential: sasOf(`sv=2022-11-02&tn=T&sp=r${times}`) }), 'cors').at(-1)).toBe(
      line,
    );
  });

  it('counts the time of the SAS by the clock of the service, where that is known', () => {
    const of = (aheadMs: number, times: string) =>
      evidenceOf(
        facts({ credential: sasOf(`${SAS}${times}`), clock: { aheadMs, of: 'the table service' } }),
        'cors',
      ).at(-1);
    expect(of(-9 * 3_600_000, '')).toBe(
      "The SAS expired at 2026-11-21T08:00:00Z, 1 h ago by the table service's clock.",
    );
    expect(of(7_200_000, '&st=2026-11-20T23:00:00Z')).toBe(
      "The SAS starts at 2026-11-20T23:00:00Z, 1 h from now by the table service's clock.",
    );
  });

  it.each([
    [4999, "This computer's clock agrees with the table service."],
    [-4999, "This computer's clock agrees with the table service."],
    [5000, "This computer's clock is 5 s ahead of the table service."],
    [-5000, "This computer's clock is 5 s behind the table service."],
    [119_999, "This computer's clock is 2 min ahead of the table service."],
    [150_000, "This computer's clock is 3 min ahead of the table service."],
    [-3_600_000, "This computer's clock is 1 h behind the table service."],
  ])('compares the clocks: %i ms', (aheadMs, line) => {
    expect(evidenceOf(facts({ clock: { aheadMs, of: 'the table service' } }), 'unreachable').at(-1)).toBe(
      line,
    );
  });
});

describe('likely causes', () => {
  const POLICY = { credential: sasOf('sv=2019-02-02&tn=Orders&si=readers') };
  const emulator = { ...facts().endpoint, kind: 'emulator' as const, url: 'http://127.0.0.1:10002/a' };
  const classCauses = (id: DiagnosisId): readonly string[] =>
    DIAGNOSIS_CLASSES.find((each) => each.id === id)?.causes ?? [];

  it('leave out what the facts rule out, and begin with what they point to', () => {
    const stored = (causes: readonly string[]) => causes.map((cause) => cause.includes('(si)'));
    expect(stored(causesOf(facts(), 'sas-signature'))).toEqual([false, false, false, false]);
    const known = { clock: { aheadMs: 0, of: 'the table service' } } as const;
    expect(causesOf(facts(known), 'sas-signature')).toEqual(classCauses('sas-signature').slice(0, 3));
    expect(causesOf(facts(POLICY), 'sas-signature')).toEqual(classCauses('sas-signature'));
    expect(stored(causesOf(facts(), 'network-rules'))).toEqual([false, false]);
    expect(stored(causesOf(facts(POLICY), 'network-rules'))).toEqual([true, false, false]);
    const behind = { clock: { aheadMs: -3_600_000, of: 'the table service' } } as const;
    expect(causesOf(facts(behind), 'clock-skew')).toEqual(classCauses('clock-skew').slice(0, 1));
    const made = { credential: sasOf(`${SAS}&st=2026-11-20T23:59:00Z`), clock: CLOCK };
    expect(causesOf(facts(made), 'clock-skew')).toEqual(classCauses('clock-skew'));
    const ageOf = (st: string) =>
      causesOf(facts({ credential: sasOf(`${SAS}&st=${st}`) }), 'sas-signature')[0];
    expect(ageOf('2026-11-20T23:45:00Z')).toBe(classCauses('sas-signature')[0]);
    expect(ageOf('2026-11-20T23:45:01Z')).toBe("It began 15 min ago: the service's clock may be behind");
    expect(causesOf(facts({ localNetwork: 'prompt' }), 'local-network')).toEqual([
      'Its question has not been answered yet',
    ]);
    expect(causesOf(facts({ localNetwork: 'denied' }), 'local-network')).toEqual([
      'The permission for local network access was denied',
    ]);
    expect(causesOf(facts(), 'no-answer-yet')).toEqual(classCauses('no-answer-yet').slice(0, 2));
    expect(causesOf(facts({ endpoint: emulator }), 'no-answer-yet')).toEqual(
      classCauses('no-answer-yet').slice(2),
    );
  });

  it('have mixed content only from an https page to an http address', () => {
    const all = classCauses('local-unreachable');
    const of = (origin: string, url: string) =>
      causesOf(facts({ origin, endpoint: { ...emulator, url } }), 'local-unreachable').length === all.length;
    expect(of('https://tables.example', 'http://127.0.0.1:10002/a')).toBe(true);
    expect(of('https://tables.example', 'https://127.0.0.1:10002/a')).toBe(false);
    expect(of('http://localhost:4280', 'http://127.0.0.1:10002/a')).toBe(false);
  });

  it('of a right that is missing follow the first problem of the SAS', () => {
    const of = (query: string) => causesOf(facts({ credential: sasOf(query) }), 'sas-permission');
    expect(of(SAS)).toEqual(classCauses('sas-permission'));
    expect(of(SAS.replace('sp=rl', 'sp=l'))).toEqual(['Made without Read (sp has no r)']);
    expect(of(`${SAS}&sduoid=x`)).toEqual(['Bound to one user']);
  });
});

it('the next step is that of the class, of the emulator, of the question, or of the service', () => {
  const emulator = facts({ endpoint: { ...facts().endpoint, kind: 'emulator' } });
  expect(nextStepOf(emulator, 'no-answer-yet')).toBe(
    'Wait, or cancel, restart the emulator and compare the port.',
  );
  expect(nextStepOf(facts(), 'no-answer-yet')).toMatch(/^Wait, or cancel and check/u);
  expect(nextStepOf(facts({ localNetwork: 'prompt' }), 'local-network')).toMatch(/^Answer the question/u);
  expect(nextStepOf(facts({ localNetwork: 'prompt' }), 'cors')).toMatch(/^Add a CORS rule/u);
  expect(nextStepOf(facts(), 'local-network')).toMatch(/^Allow local network access/u);
  expect(nextStepOf(facts(), 'other')).toBe('Try again.');
  const { fault: _fault, ...open } = facts();
  expect(nextStepOf(open, 'other')).toBe('Read what the service says, and try again.');
});
