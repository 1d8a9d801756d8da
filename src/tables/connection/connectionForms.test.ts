import { describe, expect, it } from 'vitest';
import { FAKE_ACCOUNT_SAS } from '../wire/scriptedFetch.fixture.ts';
import { MAX_CONNECTION_CHARS, readConnectionText } from './connectionText.ts';

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
