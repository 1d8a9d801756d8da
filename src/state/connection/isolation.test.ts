import { describe, expect, it } from 'vitest';
import { createIsolationLock, type LockTarget, lockedPolicy } from './isolation.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self' https://*.table.core.windows.net; object-src 'none'";
const CONTOSO: LockTarget = { endpoints: ['https://contoso.table.core.windows.net'], ownServer: false };
const FABRIKAM: LockTarget = { endpoints: ['https://fabrikam.table.core.windows.net'], ownServer: false };
const DEMO: LockTarget = { endpoints: ['http://127.0.0.1:10002/devstoreaccount1'], ownServer: true };

function rig(isFramed = false) {
  const added: string[] = [];
  let reloads = 0;
  const lock = createIsolationLock({
    policy: POLICY,
    isFramed,
    addPolicy: (policy) => void added.push(policy),
    reload: () => {
      reloads += 1;
    },
  });
  return { lock, added, reloads: () => reloads };
}

describe('isolation lock', () => {
  it('adds the whole policy once, with connect-src narrowed to the account', () => {
    const { lock, added } = rig();
    expect(lock.lockTo(CONTOSO)).toBeUndefined();
    expect(lock.lockTo(CONTOSO), 'the same account again').toBeUndefined();
    expect(added).toEqual([
      "default-src 'none'; script-src 'self'; object-src 'none'; connect-src https://contoso.table.core.windows.net/",
    ]);
  });

  it('refuses another account, names the current one, and says that a reload helps', () => {
    const { lock, added } = rig();
    lock.lockTo(CONTOSO);
    const refused = lock.lockTo(FABRIKAM);
    expect(refused).toMatchObject({ reloadHelps: true, nextStep: expect.stringContaining('Reload') });
    expect(refused?.message).toContain('https://contoso.table.core.windows.net');
    expect(added).toHaveLength(1);
  });

  it('allows the second endpoint only if it was requested at the start', () => {
    const both: LockTarget = {
      endpoints: [...CONTOSO.endpoints, 'https://contoso-secondary.table.core.windows.net'],
      ownServer: false,
    };
    const narrow = rig().lock;
    narrow.lockTo(CONTOSO);
    expect(narrow.lockTo(both)?.reloadHelps).toBe(true);
    const wide = rig();
    expect(wide.lock.lockTo(both)).toBeUndefined();
    expect(wide.lock.lockTo(CONTOSO)).toBeUndefined();
    expect(wide.added[0]).toMatch(
      /connect-src https:\/\/contoso\.table\.core\.windows\.net\/ https:\/\/contoso-secondary\.table\.core\.windows\.net\/$/,
    );
  });

  it("keeps the page's server reachable only for the demo account", () => {
    const { lock, added } = rig();
    expect(lock.refusalOfDemo()).toBeUndefined();
    expect(lock.lockTo(DEMO)).toBeUndefined();
    expect(added[0]).toMatch(/connect-src 'self' http:\/\/127\.0\.0\.1:10002\/devstoreaccount1\/$/);
    expect(lock.refusalOfDemo()).toBeUndefined();
    const real = rig().lock;
    real.lockTo(CONTOSO);
    expect(real.refusalOfDemo()?.reloadHelps).toBe(true);
  });
});

describe('locked policy', () => {
  it.each([
    'https://a.table.;script-src *;.localhost',
    "https://a.example/ 'unsafe-inline'",
    'https://a.example, connect-src *',
    'https://*.table.core.windows.net',
    'https://user@a.example',
    'wss://a.example',
    '*',
    '',
  ])('refuses anything but a single endpoint: %s', (endpoint) => {
    expect(() => lockedPolicy(POLICY, { endpoints: [endpoint], ownServer: false })).toThrow(TypeError);
  });

  it('keeps every other directive, whatever its spacing and case', () => {
    const odd =
      " default-src 'none' ;; Connect-Src\t'self' *; connect-src-elem x;CONNECT-SRC;img-src data: ; ";
    expect(lockedPolicy(odd, { ...CONTOSO, ownServer: true })).toBe(
      "default-src 'none'; connect-src-elem x; img-src data:; connect-src 'self' https://contoso.table.core.windows.net/",
    );
    for (const host of ['https://a.example:10002/acc-1', 'http://127.0.0.1:10002/devstoreaccount1'])
      expect(lockedPolicy('connect-src *', { endpoints: [host], ownServer: false })).toBe(
        `connect-src ${host}/`,
      );
  });

  it('refuses an empty target, and a policy that it would not narrow', () => {
    expect(() => lockedPolicy(POLICY, { endpoints: [], ownServer: true })).toThrow(TypeError);
    expect(() => lockedPolicy("default-src 'none'", CONTOSO)).toThrow(TypeError);
  });
});
