import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConnectionText } from './connectionText.ts';
import { isReachable, REACHABLE_SOURCES } from './reachable.ts';
import { FAKE_ACCOUNT_SAS } from '../wire/scriptedFetch.fixture.ts';

/** The sources that a directive of the page's own policy lists. */
function directive(name: string): readonly string[] {
  const page = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8');
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/u.exec(page)?.[1] ?? '';
  const words = policy.split(';').map((part) => part.trim().split(/\s+/u));
  return words.find(([first]) => first === name)?.slice(1) ?? [];
}

describe('hosts that the page can reach', () => {
  it('are those of the policy in index.html', () => {
    expect([...directive('connect-src')].toSorted()).toEqual(["'self'", ...REACHABLE_SOURCES].toSorted());
  });

  it('follow the rules of the policy: scheme, whole labels, port', () => {
    const yes = [
      'https://a.table.core.windows.net',
      'https://a.z01.table.storage.azure.net:443',
      'http://127.0.0.1',
      'http://127.0.0.1:10002',
      'https://localhost:1',
      'https://a.table.localhost:10002',
    ];
    const no = [
      'http://a.table.core.windows.net',
      'https://table.core.windows.net',
      'https://eviltable.core.windows.net',
      'https://a.table.core.windows.net.example',
      'https://a.table.core.windows.net:8443',
      'http://127.0.0.2',
      'http://[::1]',
      'http://evillocalhost',
    ];
    expect(yes.filter((url) => !isReachable(new URL(url)))).toEqual([]);
    expect(no.filter((url) => isReachable(new URL(url)))).toEqual([]);
  });

  it('are the only ones that a connection can have', () => {
    const sas = FAKE_ACCOUNT_SAS.replace('&spr=https', '');
    const labels = [
      'a',
      'contoso',
      'table',
      'core',
      'windows',
      'net',
      'localhost',
      '127.0.0.1',
      'z01',
      'storage',
      'azure',
    ];
    const ends = [
      'table.core.windows.net',
      'table.storage.azure.net',
      'table.localhost',
      'localhost',
      '127.0.0.1',
    ];
    const urls: string[] = [];
    for (const scheme of ['http', 'https']) {
      for (const host of ends.flatMap((end) => [end, ...labels.map((label) => `${label}.${end}`)])) {
        for (const rest of ['', ':443', ':8443', ':10002/devstoreaccount1', '/devstoreaccount1']) {
          const text = readConnectionText(`${scheme}://${host}${rest}?${sas}`);
          if (text.ok) urls.push(text.value.endpoint.url);
        }
      }
    }
    expect(urls.length).toBeGreaterThan(20);
    expect(urls.filter((url) => !isReachable(new URL(url)))).toEqual([]);
  });
});
