import { describe, expect, it } from 'vitest';
import { readEndpoint } from './endpoint.ts';

const fault = (text: string): string => {
  const read = readEndpoint(text);
  if (read.ok) throw new Error(`${text} was read.`);
  const { from, to, message } = read.error;
  return `${message} (${text.slice(from, to)})`;
};

describe('an endpoint of Azure', () => {
  it.each([
    ['https://ab.table.core.windows.net', 'ab.table.core.windows.net'],
    ['https://a_b.table.core.windows.net/Orders', 'a_b.table.core.windows.net'],
    ['https://contoso-prod.table.core.usgovcloudapi.net', 'contoso-prod.table.core.usgovcloudapi.net'],
    [
      `https://${'a'.repeat(25)}.table.core.chinacloudapi.cn`,
      `${'a'.repeat(25)}.table.core.chinacloudapi.cn`,
    ],
  ])('%s: its account has no valid name', (text, at) => {
    expect(fault(text)).toBe(`The account name is not valid. (${at})`);
  });

  it('with more before the account is somebody else', () => {
    for (const host of ['contoso.evil.table.core.windows.net', 'a.b.table.core.windows.net'])
      expect(fault(`https://${host}`)).toBe(
        `${host} looks like an Azure table endpoint, but is not one. (${host})`,
      );
  });

  it.each([
    ['contoso', 'contoso', false],
    ['contoso-secondary', 'contoso', true],
    ['abc', 'abc', false],
    ['a'.repeat(24), 'a'.repeat(24), false],
  ])('of %s is read', (name, account, secondary) => {
    for (const suffix of ['core.windows.net', 'core.usgovcloudapi.net', 'core.chinacloudapi.cn'])
      expect(readEndpoint(`https://${name}.table.${suffix}/Orders`)).toMatchObject({
        ok: true,
        value: { endpoint: { account, secondary, host: `${name}.table.${suffix}` }, tableName: 'Orders' },
      });
  });

  it('of another service names the one of tables', () => {
    const read = readEndpoint('https://contoso.blob.core.windows.net');
    expect(read).toMatchObject({
      ok: false,
      error: {
        from: 8,
        to: 37,
        nextStep: expect.stringContaining('https://contoso.table.core.windows.net,'),
      },
    });
  });
});
