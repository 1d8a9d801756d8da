import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../base/virtualClock.fixture.ts';
import { loadSdk } from '../wire/sdkLoader.fixture.ts';
import { FAKE_ACCOUNT_SAS, scriptFetch } from '../wire/scriptedFetch.fixture.ts';
import { openConnection } from './connection.ts';
import { readConnectionText } from './connectionText.ts';

describe('a secondary', () => {
  const lanesOf = (endpoint: string, useSecondary: boolean) => {
    const scripted = scriptFetch(() => new Response(''));
    const clock = createVirtualClock(scripted.fetch);
    const text = readConnectionText(`${endpoint}?${FAKE_ACCOUNT_SAS.replace('&spr=https', '')}`);
    if (!text.ok) throw new Error(text.error.message);
    const { lanes, secondary } = openConnection(text.value, clock.env, { loadSdk, useSecondary });
    return [lanes.width / lanes.perHost, secondary?.host];
  };

  it('has lanes of its own, if it is used and has a host of its own', () => {
    const host = 'contoso.table.core.windows.net';
    expect(lanesOf(`https://${host}`, false)).toEqual([1, undefined]);
    expect(lanesOf(`https://${host}`, true)).toEqual([2, host.replace('contoso', 'contoso-secondary')]);
    // With the account in the path, the secondary has the same host.
    expect(lanesOf('http://127.0.0.1:10002/contoso', true)).toEqual([1, undefined]);
    // This address is the secondary's already.
    expect(lanesOf(`https://${host.replace('contoso', 'contoso-secondary')}`, true)).toEqual([1, undefined]);
  });
});
