import { describe, expect, it } from 'vitest';
import { isLoopback, readEndpoint } from './endpoint.ts';

const ACCOUNT_RULE = 'An account name is 3 to 24 lower-case letters and digits.';
const EXAMPLE = 'An endpoint looks like https://<account>.table.core.windows.net';
const REACHES =
  'This page can reach Azure table endpoints (https://<account>.table.core.windows.net and those of other clouds) and this computer. A private endpoint answers under the public name of its account.';

/** The whole result: the endpoint and its table, or what is wrong, where it is, and the next step. */
function whole(text: string) {
  const read = readEndpoint(text);
  if (read.ok) return { ...read.value.endpoint, table: read.value.tableName };
  const { message, from, to, nextStep } = read.error;
  return { message, at: text.slice(from, to), nextStep };
}

describe('an endpoint that is read', () => {
  const azure = (host: string, account: string, kind: string, cloud: string, secondary = false) => ({
    url: `https://${host}`,
    host,
    account,
    kind,
    cloud,
    secondary,
  });
  it.each([
    ['contoso.table.core.windows.net', 'azure', 'Azure public'],
    ['contoso.table.core.usgovcloudapi.net', 'sovereign', 'Azure US Government'],
    ['contoso.table.core.chinacloudapi.cn', 'sovereign', 'Azure China'],
    ['contoso.z1.table.storage.azure.net', 'dns-zone', 'Azure public (DNS zone)'],
    ['contoso.z49.table.storage.azure.net', 'dns-zone', 'Azure public (DNS zone)'],
  ])('%s', (host, kind, cloud) => {
    expect(whole(`https://${host}`)).toEqual(azure(host, 'contoso', kind, cloud));
    expect(whole(`HTTPS://${host.toUpperCase()}/Orders()`)).toEqual({
      ...azure(host, 'contoso', kind, cloud),
      table: 'Orders',
    });
    const copy = host.replace('contoso', 'contoso-secondary');
    expect(whole(`https://${copy}/`)).toEqual(azure(copy, 'contoso', kind, cloud, true));
    for (const account of ['abc', 'a'.repeat(24)]) {
      const other = host.replace('contoso', account);
      expect(whole(`https://${other}`)).toEqual(azure(other, account, kind, cloud));
    }
  });

  it.each([
    [
      'http://127.0.0.1:10002/devstoreaccount1',
      '127.0.0.1:10002',
      '/devstoreaccount1',
      'devstoreaccount1',
      false,
    ],
    ['https://localhost/abc-secondary/', 'localhost', '/abc-secondary', 'abc', true],
    ['http://contoso.table.localhost:10002', 'contoso.table.localhost:10002', '', 'contoso', false],
    [
      'http://contoso-secondary.table.dev.localhost',
      'contoso-secondary.table.dev.localhost',
      '',
      'contoso',
      true,
    ],
  ])('%s', (text, host, path, account, secondary) => {
    const endpoint = {
      url: `${text.slice(0, text.indexOf('//'))}//${host}${path}`,
      host,
      account,
      kind: 'emulator',
      cloud: 'This computer',
      secondary,
    };
    expect(whole(text)).toEqual(endpoint);
    expect(whole(`${text.replace(/\/$/u, '')}/%24MetricsHour`)).toEqual({
      ...endpoint,
      table: '$MetricsHour',
    });
    expect(whole(`${text.replace(/\/$/u, '')}/TABLES`)).toEqual(endpoint);
  });
});

describe('an endpoint that is refused', () => {
  const HOST = 'contoso.table.core.windows.net';
  const USER = 'The address holds a user name before the host: the real host is what follows the @.';
  const REMOVE = 'Remove it, if this is really your account.';
  const NO_ACCOUNT = 'The account is missing: an emulator on this computer has it in the path.';
  const EMULATOR = 'Write for example http://127.0.0.1:10002/devstoreaccount1';
  const PATH = 'After the endpoint there may be one table name: a letter, then letters and digits.';
  it.each<[text: string, at: string, message: string, nextStep?: string]>([
    ['contoso', 'contoso', 'This is not an http or https address.', EXAMPLE],
    ['ftp://x', 'ftp://x', 'This is not an http or https address.', EXAMPLE],
    ['https://%%', '%%', 'The host is not valid.', EXAMPLE],
    [
      `http://${HOST}`,
      'http',
      'http would send the SAS or token in the clear.',
      'Use https; http is for this computer only (127.0.0.1, localhost).',
    ],
    [`https://a@b@${HOST}`, 'a@b@', USER, REMOVE],
    ['https://a@', 'a@', USER, REMOVE],
    ['https://ab\\c.com', '\\', 'The host holds a backslash.'],
    ['https://\\c.com', '\\', 'The host holds a backslash.'],
    ['https://:443/x', ':443', 'The host is missing.', EXAMPLE],
    [`https://${HOST}.:443`, '.', 'The host ends with a dot.', 'Remove the dot.'],
    [`https://${HOST}/ab`, '/ab', 'The path is not a table name.', PATH],
    [`https://${HOST}/Orders/x`, '/Orders/x', 'The path is not a table name.', PATH],
    [`https://${HOST}/1abc`, '/1abc', 'The path is not a table name.', PATH],
    [`https://${HOST}/${'a'.repeat(64)}`, `/${'a'.repeat(64)}`, 'The path is not a table name.', PATH],
    ['http://127.0.0.1:10002/abc/ab', '/abc/ab', 'The path is not a table name.', PATH],
    ['http://localhost:10002/', 'localhost:10002/', NO_ACCOUNT, EMULATOR],
    ['http://localhost:10002/-secondary', 'localhost:10002/-secondary', NO_ACCOUNT, EMULATOR],
    ['http://localhost:10002/ab/Orders', '/ab/Orders', 'The account name is not valid.', ACCOUNT_RULE],
    [
      `https://contoso.dfs.core.windows.net`,
      'contoso.dfs.core.windows.net',
      'This is the dfs endpoint of the account; tables answer at another one.',
      `Use https://${HOST}, with a SAS for tables.`,
    ],
    [
      'https://contoso.z2.queue.storage.azure.net:443',
      'contoso.z2.queue.storage.azure.net:443',
      'This is the queue endpoint of the account; tables answer at another one.',
      'Use https://contoso.z2.table.storage.azure.net, with a SAS for tables.',
    ],
    [
      'https://contoso.table.cosmos.azure.com',
      'contoso.table.cosmos.azure.com',
      'This is an Azure Cosmos DB endpoint. Its Table API takes no SAS, and pages and limits are different.',
      'Keyscope reads Azure Storage tables: https://<account>.table.core.windows.net',
    ],
    [
      `https://${HOST}:8443/Orders`,
      `${HOST}:8443`,
      'Azure answers on port 443, this address names 8443.',
      'Remove the port.',
    ],
    [
      'http://127.0.0.2:10002/abc',
      '127.0.0.2:10002',
      '127.0.0.2 is this computer, but the policy of this page names it 127.0.0.1 and localhost only.',
      'Write 127.0.0.1 or localhost, and let the emulator listen there.',
    ],
    ['https://example.com', 'example.com', 'example.com is not an Azure table endpoint.', REACHES],
    [
      'https://contoso.table.core%2ewindows.net',
      'contoso.table.core%2ewindows.net',
      `The host is written in an unusual way; it stands for ${HOST}.`,
      REACHES,
    ],
    [
      'https://xn--contoso-9za.com',
      'xn--contoso-9za.com',
      'The host is written in an unusual way; it stands for xn--contoso-9za.com.',
      REACHES,
    ],
    ...[
      'a.b.table.core.windows.net',
      'contoso.table.core.wind0ws.net:1',
      'rnicrosoft.com',
      'tab1e.core.com',
      'vvindows.com',
    ].map((host): [string, string, string, string] => [
      `https://${host}`,
      host,
      `${host.replace(':1', '')} looks like an Azure table endpoint, but is not one.`,
      REACHES,
    ]),
    ...[
      'ab.table.core.windows.net',
      'a_b.table.core.windows.net',
      'contoso-prod.table.core.usgovcloudapi.net',
      `${'a'.repeat(25)}.table.core.chinacloudapi.cn`,
    ].map((host): [string, string, string, string] => [
      `https://${host}`,
      host,
      'The account name is not valid.',
      ACCOUNT_RULE,
    ]),
  ])('%s', (text, at, message, nextStep) => {
    expect(whole(text)).toEqual({ message, at, nextStep });
  });
});

it('this computer is 127.0.0.0/8, ::1, localhost and below', () => {
  const yes = ['localhost', 'LOCALHOST', 'a.localhost', '[::1]', '127.0.0.1', '127.255.255.255'];
  const no = ['localhost.com', 'alocalhost', '::1', '127.0.0', '128.0.0.1', '1127.0.0.1', '127.0.0.1.nip.io'];
  expect([...yes, ...no].filter(isLoopback)).toEqual(yes);
});
