import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDiagnosisPage } from './pageReports.ts';

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
