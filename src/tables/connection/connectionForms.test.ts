import { describe, expect, it } from 'vitest';
import { FAKE_ACCOUNT_SAS, jsonResponse } from '../wire/scriptedFetch.fixture.ts';
import { MAX_CONNECTION_CHARS, readConnectionText } from './connectionText.ts';
import { readFileSync } from 'node:fs';
import { isReachable, REACHABLE_SOURCES } from './endpoint.ts';
import { faultFrom } from '../wire/pageReader.fixture.ts';
import { connect } from './connect.fixture.ts';

const SAS = FAKE_ACCOUNT_SAS;
const HOST = 'contoso.table.core.windows.net';
const ADDRESS = `https://${HOST}`;

function whole(text: string) {
  const read = readConnectionText(text);
  if (!read.ok) return { message: read.error.message, at: text.slice(read.error.from, read.error.to) };
  const { endpoint, tableName, repairs, credential } = read.value;
  return { url: endpoint.url, tableName, repairs, sent: credential.authorize({ url: '', headers: {} })?.url };
}

const read = (url: string, repairs: readonly string[] = []) => ({ url, repairs, sent: `?${SAS}` });

describe('an address with a SAS', () => {
  it.each([
    [`${HOST}?${SAS}`, read(ADDRESS, ['https:// was added to the host.'])],
    [
      `localhost:10002/abc?${SAS.replace('&spr=https', '')}`,
      {
        ...read('http://localhost:10002/abc', ['http:// was added to the host.']),
        sent: `?${SAS.replace('&spr=https', '')}`,
      },
    ],
    // Filling in what a connection string may leave out does not count as a repair.
    [`AccountName=contoso;SharedAccessSignature=${SAS}`, read(ADDRESS)],
    [
      `AccountName=contoso;EndpointSuffix=core.chinacloudapi.cn;SharedAccessSignature=${SAS}`,
      read('https://contoso.table.core.chinacloudapi.cn'),
    ],
    [
      `TableSecondaryEndpoint=https://contoso-secondary.table.core.windows.net;SharedAccessSignature=${SAS}`,
      read('https://contoso-secondary.table.core.windows.net'),
    ],
    [
      `TableEndpoint=${ADDRESS};TableSecondaryEndpoint=https://contoso-secondary.table.core.windows.net;AccountName=other;SharedAccessSignature=${SAS}`,
      read(ADDRESS),
    ],
    [`export A_B='TableEndpoint=${ADDRESS}/;SharedAccessSignature=${SAS}'`, read(ADDRESS)],
    [`A=TableEndpoint=${ADDRESS};SharedAccessSignature=${SAS}`, read(ADDRESS)],
    [`set "A=TableEndpoint=${ADDRESS};SharedAccessSignature=${SAS}"`, read(ADDRESS)],
    [`  "A": "SharedAccessSignature=${SAS};TableEndpoint=${ADDRESS}",`, read(ADDRESS)],
    [`$env:A = "SharedAccessSignature=${SAS};TableEndpoint=${ADDRESS}/"`, read(ADDRESS)],
    [`<${ADDRESS}>?${SAS}`, read(ADDRESS)],
    [`(${ADDRESS}) ${SAS}`, read(ADDRESS)],
    [`"${ADDRESS}", "${SAS}"`, read(ADDRESS)],
    [`${SAS} '${ADDRESS}'`, read(ADDRESS)],
  ])('%s', (text, expected) => {
    expect(whole(text)).toEqual(expected);
  });
});

describe('text that is refused names its part', () => {
  const long = `${ADDRESS}?${SAS}&x=`.padEnd(MAX_CONNECTION_CHARS, 'y');
  const KEY = `${'A'.repeat(86)}==`;
  const noKey =
    'An account key opens every service of the account, for writing, for as long as it exists. Keyscope does not take one.';
  it.each([
    [`${long}zz`, `The text has ${MAX_CONNECTION_CHARS + 2} characters; no SAS is that long.`, 'zz'],
    [' \n', 'Nothing was pasted.', ''],
    [` ${KEY} `, noKey, ` ${KEY} `],
    [`AccountName=a;AccountKey=${KEY};x=1`, noKey, `AccountKey=${KEY}`],
    [
      'UseDevelopmentStorage = TRUE;',
      'UseDevelopmentStorage stands for the emulator with its account key. Keyscope takes a SAS.',
      'UseDevelopmentStorage = TRUE',
    ],
    [`TableEndpoint=${ADDRESS};`, 'The connection string has no SharedAccessSignature.', ''],
    [`SharedAccessSignature=${SAS}`, 'The connection string has no TableEndpoint.', ''],
    [`words ${ADDRESS}?${SAS}`, 'This text before the address is not part of a SAS.', 'words'],
    [
      `${SAS} ${ADDRESS} more`,
      'This text after the address is not needed: the SAS is already before the address.',
      ' more',
    ],
    [`${ADDRESS} ?`, 'This is an endpoint without a SAS.', '?'],
    [`${ADDRESS}?${SAS} ${ADDRESS}`, 'There are two addresses.', ADDRESS],
    [SAS, 'This is a SAS without the account it belongs to.', ''],
    ['hello', 'This is neither a SAS URL nor a connection string.', 'hello'],
    // The address is derived from the typed account. If it is invalid, the fault must point at the account in the text.
    [`AccountName=x;SharedAccessSignature=${SAS}`, 'The account name is not valid.', 'x'],
    [
      `AccountName=contoso;DefaultEndpointsProtocol=http;SharedAccessSignature=${SAS}`,
      'http would send the SAS or token in the clear.',
      '',
    ],
    [
      `${ADDRESS}/Other?${SAS}&tn=Orders`,
      'The address names the table Other, the SAS the table Orders.',
      `${ADDRESS}/Other`,
    ],
  ])('%s', (text, message, at) => {
    expect(whole(text)).toEqual({ message, at });
  });

  it('accepts a text of the greatest length', () => {
    expect(whole(long)).toMatchObject({ url: ADDRESS });
  });
});

it('a SAS for https only is refused for an http address, not for an https one; a table may be written in another case', () => {
  const local = 'http://127.0.0.1:10002/abc';
  const both = SAS.replace('spr=https', 'spr=https,http');
  expect(SAS).toContain('spr=https&');
  expect(whole(`${local}?${SAS}`)).toEqual({
    message: 'The SAS is for https only (spr=https), the address is http.',
    at: local,
  });
  expect(whole(`${local}?${both}`)).toMatchObject({ url: local });
  expect(whole(`${ADDRESS}?${SAS}`)).toMatchObject({ url: ADDRESS });
  expect(whole(`${ADDRESS}/orders?${SAS}&tn=Orders`)).toMatchObject({ tableName: 'Orders' });
});

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

const { signal } = new AbortController();

// A renewal tries its credential without a lane, so only this wait keeps it from disregarding Retry-After.
it.each([7, 30, 299])(
  'whoever asks without a lane waits for the Retry-After of %d s, too',
  async (seconds) => {
    const sentAtMs: number[] = [];
    const { connection, clock } = connect((_request, index) => {
      sentAtMs.push(clock.nowMs());
      return index === 0
        ? jsonResponse({}, { 'Retry-After': String(seconds) }, 503)
        : jsonResponse({ value: [] });
    });
    const { reader, lanes } = connection;
    const refused = faultFrom(clock.run(reader.readPage({ tableName: 'Orders' }, signal)));
    expect(await refused).toMatchObject({ kind: 'throttled', retryAfterMs: seconds * 1000 });
    expect(lanes.heldMs('primary')).toBe(seconds * 1000);
    await clock.run(reader.readPage({ tableName: 'Orders' }, signal));
    expect(sentAtMs.map((atMs) => atMs - (sentAtMs[0] ?? 0))).toEqual([0, seconds * 1000]);
  },
);

it('goes on waiting if another answer asks for a longer wait meanwhile', async () => {
  const sentAtMs: number[] = [];
  const { connection, clock } = connect(() => {
    sentAtMs.push(clock.nowMs());
    return jsonResponse({ value: [] });
  });
  const { reader, lanes } = connection;
  const startMs = clock.nowMs();
  lanes.hold('primary', 4000, clock.env);
  const page = reader.readPage({ tableName: 'Orders' }, signal);
  await clock.advance(4);
  lanes.hold('primary', 4000, clock.env);
  await clock.run(page);
  expect(sentAtMs.map((atMs) => atMs - startMs)).toEqual([4004]);
});

describe('a secondary', () => {
  const lanesOf = (endpoint: string, useSecondary: boolean) => {
    const pasted = `${endpoint}?${FAKE_ACCOUNT_SAS.replace('&spr=https', '')}`;
    const { lanes, secondary } = connect(() => new Response(''), pasted, { useSecondary }).connection;
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
