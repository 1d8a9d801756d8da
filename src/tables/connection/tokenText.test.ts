import { describe, expect, it } from 'vitest';
import { valueOf } from '../../core/valueOf.fixture.ts';
import { FAKE_TOKEN_SIGNATURE, fakeToken } from '../sas/accessToken.fixture.ts';
import { ACCOUNT as CONTOSO, textOf } from './connect.fixture.ts';
import { readConnectionText, readTokenText } from './connectionText.ts';

const TOKEN = fakeToken();
const NOW_MS = Date.UTC(2026, 10, 21);

const read = (account: string, token = TOKEN) => valueOf(readTokenText({ account, token }));

function refused(account: string, token = TOKEN): string {
  const found = readTokenText({ account, token });
  if (found.ok) throw new Error('It was read.');
  return `${found.error.message} ${found.error.nextStep ?? ''}`;
}

describe('the account of a token', () => {
  it.each([
    ['contoso', CONTOSO, undefined],
    [' Contoso \n', CONTOSO, undefined],
    ['contoso.table.core.windows.net', CONTOSO, undefined],
    [`${CONTOSO}/`, CONTOSO, undefined],
    [`${CONTOSO}/Orders`, CONTOSO, 'Orders'],
    [
      'https://contoso-secondary.table.core.windows.net',
      'https://contoso-secondary.table.core.windows.net',
      undefined,
    ],
    [
      'https://contoso.table.core.usgovcloudapi.net',
      'https://contoso.table.core.usgovcloudapi.net',
      undefined,
    ],
    ['https://127.0.0.1:10002/devstoreaccount1', 'https://127.0.0.1:10002/devstoreaccount1', undefined],
  ])('is a name or an endpoint: %s', (account, url, tableName) => {
    const { endpoint, tableName: table, factsAt } = read(account);
    expect([endpoint.url, table, factsAt(NOW_MS).canQuery]).toEqual([url, tableName, true]);
    expect(factsAt(NOW_MS).canListTables).toBe(tableName === undefined);
  });

  it.each([
    ['', 'missing'],
    ['co', 'neither the name nor the endpoint'],
    ['my account', 'neither the name nor the endpoint'],
    [`${CONTOSO} ?sv=1`, 'neither the name nor the endpoint'],
    ['https://contoso.blob.core.windows.net', 'blob endpoint'],
    ['http://contoso.table.core.windows.net', 'in the clear'],
    ['contoso.table.core.windows.net.evil.example', 'looks like'],
    ['https://contoso@evil.example', 'user name'],
  ])('is no other text: %s', (account, words) => {
    expect(refused(account)).toContain(words);
  });

  it('may have a token of its own, and no other account may', () => {
    const own = (aud: string) => fakeToken({ aud });
    expect(read('contoso', own(CONTOSO)).factsAt(NOW_MS).problems).toEqual([]);
    expect(
      read(CONTOSO.replace('//contoso', '//contoso-secondary'), own(CONTOSO)).factsAt(NOW_MS).problems,
    ).toEqual([]);
    expect(read('fabrikam', own(CONTOSO)).factsAt(NOW_MS).canQuery).toBe(false);
    expect(read('https://contoso.table.core.chinacloudapi.cn', own(CONTOSO)).factsAt(NOW_MS).canQuery).toBe(
      false,
    );
    const emulator = 'https://127.0.0.1:10002/devstoreaccount1';
    const named = own('https://devstoreaccount1.table.core.windows.net');
    expect(read(emulator, named).factsAt(NOW_MS).canQuery).toBe(true);
  });

  it('is asked for before the token is looked at, and a wrong token is said', () => {
    expect(refused('', 'x')).toContain('missing');
    expect(refused('contoso', 'x')).toContain('three parts');
  });
});

describe('a token in the field of a SAS', () => {
  it.each([
    `${CONTOSO} ${TOKEN}`,
    `${CONTOSO}\nBearer ${TOKEN}`,
    `${CONTOSO}\nAuthorization: Bearer ${TOKEN}`,
    `contoso {"accessToken":"${TOKEN}","tokenType":"Bearer"}`,
    `${CONTOSO}/ "${TOKEN.replace(/.{100}/gu, '$&\n')}"`,
  ])('is taken for its account', (text) => {
    const { endpoint, factsAt, credential } = textOf(text);
    expect([endpoint.url, factsAt(NOW_MS).kind]).toEqual([CONTOSO, 'token']);
    const sent = credential.authorize({ url: 'u', headers: {} });
    expect(sent?.headers['authorization']).toBe(`Bearer ${TOKEN}`);
  });

  it('without an account asks for one', () => {
    const found = readConnectionText(TOKEN);
    expect(found.ok ? '' : found.error.message).toContain('account of the access token is missing');
  });
});

describe('the sealed token', () => {
  it('leaves in a header of a request alone, with the version that takes tokens', () => {
    const { credential, factsAt } = read('contoso');
    const request = {
      url: `${CONTOSO}/Tables?$top=1`,
      headers: { Accept: 'a', 'x-ms-version': '2019-02-02' },
    };
    const sent = credential.authorize(request);
    expect([sent?.url, sent?.headers]).toEqual([
      request.url,
      { Accept: 'a', authorization: `Bearer ${TOKEN}`, 'x-ms-version': '2020-12-06' },
    ]);
    const shown = `${JSON.stringify({ credential, sent: sent?.clean, facts: factsAt(NOW_MS) })}${String(credential)}`;
    for (const part of TOKEN.split('.')) expect(shown).not.toContain(part);
    credential.drop();
    expect(credential.authorize(request)).toBeUndefined();
  });

  it('is removed from a text, whole or in part, in any encoding', () => {
    const { credential } = read('contoso');
    const clean = credential.scrub();
    const middle = FAKE_TOKEN_SIGNATURE.slice(150, 200);
    for (const text of [TOKEN, FAKE_TOKEN_SIGNATURE, middle, btoa(TOKEN), encodeURIComponent(btoa(middle))])
      expect(clean(`before ${text} behind`)).not.toContain(middle.slice(0, 12));
    expect(credential.knows(`x ${middle}`)).toBe(true);
    expect(credential.knows('NothingOfTheKind')).toBe(false);
  });
});
