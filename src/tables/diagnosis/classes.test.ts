import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSasFacts } from '../sas/sasFacts.ts';
import { CLOCK_TOLERANCE_MS } from '../base/serviceClock.ts';
import { diagnose } from './diagnosis.ts';
import { createDiagnosisPage, type DiagnosisFacts } from './facts.ts';

const NOW_MS = Date.UTC(2026, 10, 21);

function facts(query: string, change: Partial<DiagnosisFacts> = {}): DiagnosisFacts {
  return {
    endpoint: { url: 'https://a.b', host: 'a.b', account: 'a', kind: 'azure', secondary: false },
    credential: readSasFacts(new Map(new URLSearchParams(query)), NOW_MS),
    origin: 'https://tables.example',
    isUnsent: true,
    isOnline: true,
    nowMs: NOW_MS,
    elapsedMs: 900,
    isBlockedByPolicy: false,
    ...change,
  };
}

describe('the times of a SAS', () => {
  const ENDED = 'tn=T&sp=r&se=2026-11-21T00:00:00Z';
  const STARTING = 'tn=T&sp=r&st=2026-11-21T00:00:00Z';
  const idOf = (query: string, nowMs: number, aheadMs?: number) =>
    diagnose(
      facts(query, {
        nowMs,
        fault: { kind: 'auth', status: 403, code: 'AuthenticationFailed', message: 'm', nextStep: 'n' },
        isUnsent: false,
        ...(aheadMs !== undefined && { clock: { aheadMs, of: 'the server of this page' } }),
      }),
    ).id;

  it('have passed at their very instant', () => {
    expect([idOf(ENDED, NOW_MS - 1), idOf(ENDED, NOW_MS)]).toEqual(['sas-signature', 'sas-expired']);
    expect([idOf(STARTING, NOW_MS - 1), idOf(STARTING, NOW_MS)]).toEqual([
      'sas-not-yet-valid',
      'sas-signature',
    ]);
  });

  it('are those of the better clock if both differ by a minute', () => {
    // By this computer's clock the SAS has ten seconds left; by the other clock it has expired.
    const early = NOW_MS - 10_000;
    expect(idOf(ENDED, early, -CLOCK_TOLERANCE_MS + 1)).toBe('sas-signature');
    expect(idOf(ENDED, early, -CLOCK_TOLERANCE_MS)).toBe('clock-skew');
    expect(idOf(ENDED, NOW_MS, CLOCK_TOLERANCE_MS)).toBe('clock-skew');
    // Both clocks say that it has expired.
    expect(idOf(ENDED, NOW_MS + 600_000, CLOCK_TOLERANCE_MS)).toBe('sas-expired');
  });
});

it('an attempt is open while it continues, or while nothing has come', () => {
  const fault = { kind: 'network', message: 'm', nextStep: 'n' } as const;
  const sas = 'tn=T&sp=r';
  const isOpen = (change: Partial<DiagnosisFacts>) => diagnose(facts(sas, change)).isOpen;
  expect(isOpen({ isUnsent: true })).toBe(false);
  expect(isOpen({ isUnsent: false })).toBe(true);
  expect(isOpen({ isUnsent: false, fault })).toBe(false);
  expect(isOpen({ isUnsent: false, fault, goesOn: false })).toBe(false);
  expect(isOpen({ isUnsent: false, fault, goesOn: true })).toBe(true);
});

afterEach(() => void vi.unstubAllGlobals());

describe('what the policy of the page blocks', () => {
  it('is reported as an origin without the SAS, until nobody listens', () => {
    const page = new EventTarget();
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { origin: 'https://page.example' });
    const blocked = (change: object = {}) =>
      page.dispatchEvent(
        Object.assign(new Event('securitypolicyviolation'), {
          effectiveDirective: 'connect-src',
          disposition: 'enforce',
          blockedURI: 'https://a.table.core.windows.net/Orders?sv=1&sig=secret',
          ...change,
        }),
      );
    const seen: string[] = [];
    const stop = createDiagnosisPage().onPolicyBlock((origin) => seen.push(origin));
    blocked();
    expect(seen).toEqual(['https://a.table.core.windows.net']);
    for (const change of [
      { effectiveDirective: 'img-src' },
      { disposition: 'report' },
      { blockedURI: 'inline' },
    ])
      blocked(change);
    stop();
    blocked();
    expect(seen).toHaveLength(1);
  });
});
