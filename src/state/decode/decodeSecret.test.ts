import { describe, expect, it } from 'vitest';
import { pastedSecret } from './decodeSecret.ts';
import { holdsSecret } from '../base/secrets.ts';

const SAS = 'sv=2022-11-02&ss=t&srt=so&sp=rl&se=2026-12-01T00%3A00%3A00Z&spr=https&sig=abc%2Bdef%3D';
const KEY = '0634925952000000000';

describe('a credential among pasted text', () => {
  it('is found in a SAS URL, a connection string or an account key, and removed with everything around it', () => {
    const texts = [
      `https://acct.table.core.windows.net/?${SAS}`,
      `TableEndpoint=https://acct.table.core.windows.net/;SharedAccessSignature=${SAS}`,
      'AccountName=acct;AccountKey=Zm9v',
      `${'A'.repeat(86)}==`,
      encodeURIComponent(`https://acct.table.core.windows.net/?${SAS}`),
    ];
    const blank = texts.map((text) => `\n\n  ${text}\r\n \n`);
    for (const all of [texts, blank])
      expect(all.map(pastedSecret)).toEqual(all.map((text) => ({ secret: text, rest: '' })));
  });

  it('leaves the surrounding keys to be decoded', () => {
    const url = `https://acct.table.core.windows.net/T(PartitionKey='${KEY}',RowKey='a')?${SAS}`;
    const found = pastedSecret(url);
    expect(found?.secret).toBe(url);
    expect(found?.rest).toContain(KEY);
    expect(holdsSecret(found?.rest ?? 'sig=')).toBe(false);
    const query = pastedSecret(`GET /T()?$filter=PartitionKey%20eq%20%27${KEY}%27&${SAS} 200`);
    expect(query?.rest).toContain(KEY);
    expect(query?.rest).not.toContain('abc');
  });

  it('leaves nothing if part of it may remain', () => {
    const twice = `PartitionKey eq '${KEY}' https://h/?sv%3D2022%26sig%3Dabc`;
    expect(pastedSecret(twice)).toEqual({ secret: twice, rest: '' });
  });

  it('is not reported if there is none, or if something only looks like a signature', () => {
    const sha256 = 'uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=';
    expect(holdsSecret(sha256)).toBe(true);
    for (const text of ['', KEY, 'design=1', `PartitionKey eq '${KEY}'`, sha256, `Hash eq '${sha256}'`]) {
      expect(pastedSecret(text)).toBeUndefined();
    }
  });

  it.each([
    "PartitionKey eq '0638452296000000000' and MSig > 5",
    '2024-03-05T10:00:00Z device7 sig: 9 (SIGTERM)',
    '0638452296000000000\n0638452296600000000\nkill sig: 15',
    '{"PartitionKey":"a","RowKey":"0638452296000000000","Message":"Invalid AccountKey"}',
    '{"PartitionKey":"a","MySig":"high","sig":"none"}',
    'PartitionKey,RowKey,Design Sig:\na,b,c',
    'The account key was rotated: AccountKey is new',
  ])('leaves a text that only mentions one: %s', (text) => {
    expect(pastedSecret(text)).toBeUndefined();
    // Next to a real one, everything else stays.
    const both = pastedSecret(`${text}\n${KEY}\nhttps://acct.table.core.windows.net/T?${SAS}`);
    expect(both?.rest).toContain(text);
    expect(both?.rest).not.toContain('abc');
  });

  it('removes a value after its name', () => {
    const sig = 'uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=';
    const found = pastedSecret(`{"PartitionKey":"${KEY}","sig":"${sig}"}`);
    expect(found?.rest).toContain(KEY);
    expect(found?.rest).not.toMatch(/uU0n|Lvzek/);
  });
});
