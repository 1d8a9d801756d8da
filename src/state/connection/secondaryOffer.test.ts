import { describe, expect, it } from 'vitest';
import { secondaryOffer } from './secondaryOffer.ts';

describe('the offer to read from the secondary', () => {
  it.each([
    ['https://contoso.table.core.windows.net/?sv=1', 'contoso-secondary.table.core.windows.net'],
    ['HTTPS://Contoso.table.core.windows.net', 'contoso-secondary.table.core.windows.net'],
    ['https://contoso.z12.table.storage.azure.net/', 'contoso-secondary.z12.table.storage.azure.net'],
    ['https://contoso.table.core.chinacloudapi.cn', 'contoso-secondary.table.core.chinacloudapi.cn'],
    [
      'BlobEndpoint=https://contoso.blob.core.windows.net;TableEndpoint=https://contoso.table.core.windows.net/;SharedAccessSignature=sv=1',
      'contoso-secondary.table.core.windows.net',
    ],
    ['http://contoso.table.localhost:10002', 'contoso-secondary.table.localhost:10002'],
  ])('names the host for %s', (text, host) => expect(secondaryOffer(text)).toBe(host));

  it.each([
    ['nothing'],
    ['https://contoso-secondary.table.core.windows.net'],
    ['http://127.0.0.1:10002/devstoreaccount1'],
    ['https://contoso.table.core.windows.net.evil.example/'],
    ['https://contoso.blob.core.windows.net'],
  ])('is not made for %s', (text) => expect(secondaryOffer(text)).toBeUndefined());
});
