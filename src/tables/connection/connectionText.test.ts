import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_CONNECTION_CHARS, readConnectionText } from './connectionText.ts';
import type { ConnectionText } from './connectionTypes.ts';
import { FAKE_ACCOUNT_SAS, FAKE_SAS, FAKE_SIGNATURE } from '../wire/scriptedFetch.fixture.ts';

const ACCOUNT = 'https://contoso.table.core.windows.net';

function read(text: string): ConnectionText {
  const result = readConnectionText(text);
  if (!result.ok) throw new Error(`${result.error.message} at ${result.error.from}..${result.error.to}`);
  return result.value;
}

/** What is sent over the wire. */
function sent(text: string): string | undefined {
  return read(text).credential.authorize({ url: '', headers: {} })?.url;
}

/** The message, and the part of the text that it points at. */
function refuse(text: string): { readonly message: string; readonly at: string; readonly nextStep: string } {
  const result = readConnectionText(text);
  if (result.ok) throw new Error('Expected a fault');
  const { message, from, to, nextStep } = result.error;
  expect(0 <= from && from <= to && to <= text.length).toBe(true);
  return { message, at: text.slice(from, to), nextStep: nextStep ?? '' };
}

describe('forms of a connection', () => {
  it('SAS URL, with and without a slash, with a table in the path', () => {
    for (const text of [`${ACCOUNT}?${FAKE_ACCOUNT_SAS}`, `${ACCOUNT}/?${FAKE_ACCOUNT_SAS}`]) {
      expect(read(text)).toMatchObject({
        endpoint: { url: ACCOUNT, account: 'contoso', kind: 'azure', secondary: false },
        repairs: [],
      });
      expect(read(text).tableName).toBeUndefined();
      expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
    }
    expect(read(`${ACCOUNT}/Orders?${FAKE_ACCOUNT_SAS}`).tableName).toBe('Orders');
    expect(read(`${ACCOUNT}/Orders()?${FAKE_ACCOUNT_SAS}`).tableName).toBe('Orders');
    expect(read(`${ACCOUNT}/$MetricsHourPrimaryTransactionsTable?${FAKE_ACCOUNT_SAS}`).tableName).toBe(
      '$MetricsHourPrimaryTransactionsTable',
    );
    expect(read(`${ACCOUNT}/Tables?${FAKE_ACCOUNT_SAS}`).tableName).toBeUndefined();
    expect(read(`${ACCOUNT}?${FAKE_SAS}`).tableName).toBe('Orders');
  });

  it('connection string, in any order, with other endpoints', () => {
    const forms = [
      `TableEndpoint=${ACCOUNT}/;SharedAccessSignature=${FAKE_ACCOUNT_SAS}`,
      `SharedAccessSignature=${FAKE_ACCOUNT_SAS};TableEndpoint=${ACCOUNT};`,
      `BlobEndpoint=https://contoso.blob.core.windows.net/;QueueEndpoint=https://contoso.queue.core.windows.net/;` +
        `FileEndpoint=https://contoso.file.core.windows.net/;TableEndpoint=${ACCOUNT}/;SharedAccessSignature=?${FAKE_ACCOUNT_SAS}`,
      `AccountName=contoso;SharedAccessSignature=${FAKE_ACCOUNT_SAS}`,
      `DefaultEndpointsProtocol=https;AccountName=contoso;EndpointSuffix=core.windows.net;SharedAccessSignature=${FAKE_ACCOUNT_SAS}`,
      `  tableendpoint = ${ACCOUNT} ;\r\n sharedaccesssignature = ${FAKE_ACCOUNT_SAS.replaceAll('&', '&amp;')} ; `,
    ];
    for (const text of forms) {
      expect(read(text).endpoint.url).toBe(ACCOUNT);
      expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
    }
  });

  it('endpoint and SAS apart, in either order', () => {
    const forms = [
      `${ACCOUNT} ${FAKE_ACCOUNT_SAS}`,
      `${ACCOUNT}/\n?${FAKE_ACCOUNT_SAS}`,
      `${FAKE_ACCOUNT_SAS}\r\n${ACCOUNT}`,
      `"${ACCOUNT}?${FAKE_ACCOUNT_SAS}"`,
      `<${ACCOUNT}?${FAKE_ACCOUNT_SAS}>`,
      `\u200b${ACCOUNT}\u00a0?${FAKE_ACCOUNT_SAS}\ufeff`,
    ];
    for (const text of forms) expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
  });

  it('a host without a scheme gets the right one, and says so', () => {
    const remote = read(`contoso.table.core.windows.net?${FAKE_ACCOUNT_SAS}`);
    expect(remote.endpoint.url).toBe(ACCOUNT);
    expect(remote.repairs).toHaveLength(1);
    const local = read(`127.0.0.1:10002/devstoreaccount1?${FAKE_ACCOUNT_SAS.replace('&spr=https', '')}`);
    expect(local.endpoint.url).toBe('http://127.0.0.1:10002/devstoreaccount1');
  });
});

describe('the SAS, byte for byte', () => {
  const decodedSignature = decodeURIComponent(FAKE_SIGNATURE);

  it('leaves unknown parameters, order and encoding alone', () => {
    const odd = `sv=2030-01-01&future=%7e%2f+x&tn=Orders&sp=r&sig=${FAKE_SIGNATURE}&si=a%20b&se=2026-11-21T08:00:00Z`;
    expect(sent(`${ACCOUNT}?${odd}`)).toBe(`?${odd}`);
    expect(read(`${ACCOUNT}?${odd}`).factsAt(0).policyId).toBe('a b');
  });

  it('leaves an unknown name without a value alone, and what an unknown value ends with', () => {
    for (const more of ['&foo=bar;', '&foo=a,b)', '&flag', '&x-flag']) {
      expect(sent(`${ACCOUNT}?${FAKE_SAS}${more}`)).toBe(`?${FAKE_SAS}${more}`);
      expect(sent(`"${ACCOUNT}?${FAKE_SAS}${more}"`)).toBe(`?${FAKE_SAS}${more}`);
    }
    expect(sent(`${ACCOUNT}?flag&${FAKE_SAS}`)).toBe(`?flag&${FAKE_SAS}`);
    expect(sent(`(${ACCOUNT}?${FAKE_SAS});`.slice(1))).toBe(`?${FAKE_SAS}`);
  });

  it.each(['&amp;', '&amp;amp;', '&#38;', '&#038;', '&#x26;', '&#x0026;amp;', '\\u0026', '\\\\u0026'])(
    'reads the %s of HTML and JSON as a separator',
    (separator) => {
      expect(sent(`${ACCOUNT}?${FAKE_SAS.replaceAll('&', separator)}`)).toBe(`?${FAKE_SAS}`);
    },
  );

  it('reads an address as JSON writers escape it', () => {
    const text = `${ACCOUNT}/?${FAKE_SAS}`.replaceAll('/', '\\/').replaceAll('=', '\\u003d');
    expect(sent(`"${text.replaceAll('&', '\\u0026')}"`)).toBe(`?${FAKE_SAS}`);
  });

  it('joins an address that was broken in a connection string', () => {
    const broken = `TableEndpoint=${ACCOUNT.slice(0, 20)}\r\n  ${ACCOUNT.slice(20)};SharedAccessSignature=${FAKE_SAS}`;
    expect(read(broken).endpoint.url).toBe(ACCOUNT);
  });

  it('puts a decoded signature right', () => {
    const bare = `${'A'.repeat(20)}+/${'b'.repeat(21)}=`;
    const rest = 'sv=2019-02-02&tn=Orders&sp=r';
    const encoded = `?${rest}&sig=${bare.replaceAll('+', '%2B')}`;
    expect(sent(`${ACCOUNT}?${rest}&sig=${bare}`)).toBe(encoded);
    expect(sent(`${ACCOUNT}?${rest}&sig=${bare.replace('+', ' ')}`)).toBe(encoded);
    expect(sent(`${ACCOUNT}?${rest}&sig=${bare.slice(0, 10)}\n${bare.slice(10)}`)).toBe(encoded);
    expect(read(`${ACCOUNT}?${rest}&sig=${bare}`).repairs.join()).toContain('%2B');
    expect(sent(`${ACCOUNT}?${rest}&sig=${decodedSignature}`)).toBe(`?${rest}&sig=${decodedSignature}`);
  });

  it('takes off a second layer of encoding, once or twice', () => {
    const twice = FAKE_ACCOUNT_SAS.replaceAll('%', '%25');
    expect(sent(`${ACCOUNT}?${twice}`)).toBe(`?${FAKE_ACCOUNT_SAS}`);
    expect(sent(`${ACCOUNT}?${twice.replaceAll('%', '%25')}`)).toBe(`?${FAKE_ACCOUNT_SAS}`);
    expect(read(`${ACCOUNT}?${twice}`).repairs).toHaveLength(1);
    const plus = `sv=2019-02-02&tn=Orders&sp=r&sig=${'A'.repeat(20)}%252B${'b'.repeat(22)}%253D`;
    expect(sent(`${ACCOUNT}?${plus}`)).toBe(`?${plus.replaceAll('%25', '%')}`);
  });

  it('survives line breaks anywhere, in the host too', () => {
    const WHOLE = ACCOUNT.length + 2 + FAKE_ACCOUNT_SAS.length;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 8, max: WHOLE }), { maxLength: 6 }), (breaks) => {
        let text = `${ACCOUNT}/?${FAKE_ACCOUNT_SAS}`;
        for (const at of breaks.toSorted((a, b) => b - a)) text = `${text.slice(0, at)}\r\n${text.slice(at)}`;
        expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
        expect(read(text).endpoint.url).toBe(ACCOUNT);
      }),
    );
  });

  it('round trips any encoded parameter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (value) => {
        const sas = `sv=2019-02-02&tn=Orders&sp=r&spk=${encodeURIComponent(value)}&sig=${FAKE_SIGNATURE}`;
        expect(sent(`${ACCOUNT}?${sas}`)).toBe(`?${sas}`);
        expect(read(`${ACCOUNT}?${sas}`).factsAt(0).keyRange?.fromPartition).toBe(value);
      }),
    );
  });

  it('leaves options of a request out', () => {
    const request = `$filter=PartitionKey%20eq%20'a'&NextPartitionKey=x&${FAKE_SAS}&timeout=30`;
    expect(sent(`${ACCOUNT}/Orders()?${request}`)).toBe(`?${FAKE_SAS}`);
  });

  it('keeps the signature out of everything that can be shown', () => {
    const connection = read(`${ACCOUNT}?${FAKE_SAS}`);
    const shown = JSON.stringify([connection, connection.factsAt(0)]) + String(connection.credential);
    expect(shown).not.toContain(FAKE_SIGNATURE);
    expect(shown).not.toContain(decodedSignature);
    connection.credential.drop();
    expect(connection.credential.authorize({ url: 'x', headers: {} })).toBeUndefined();
  });
});

describe('endpoints', () => {
  const at = (url: string, sas = FAKE_ACCOUNT_SAS.replace('&spr=https', '')) =>
    read(`${url}?${sas}`).endpoint;

  it('knows the clouds, secondary and DNS zones', () => {
    const cases = [
      ['https://contoso.table.core.windows.net', 'azure', false],
      ['https://contoso-secondary.table.core.windows.net', 'azure', true],
      ['https://contoso.table.core.usgovcloudapi.net', 'sovereign', false],
      ['https://contoso.table.core.chinacloudapi.cn', 'sovereign', false],
      ['https://contoso.z01.table.storage.azure.net', 'dns-zone', false],
      ['https://contoso-secondary.z50.table.storage.azure.net', 'dns-zone', true],
    ] as const;
    for (const [url, kind, secondary] of cases) {
      expect(at(url)).toMatchObject({ url, kind, secondary, account: 'contoso' });
    }
    expect(at('HTTPS://Contoso.Table.Core.Windows.Net').url).toBe(ACCOUNT);
  });

  it('knows emulators, path-style and host-style', () => {
    const cases = [
      ['http://127.0.0.1:10002/devstoreaccount1', 'http://127.0.0.1:10002/devstoreaccount1'],
      ['http://localhost:10002/devstoreaccount1/', 'http://localhost:10002/devstoreaccount1'],
      ['https://127.0.0.1:10002/devstoreaccount1', 'https://127.0.0.1:10002/devstoreaccount1'],
      ['http://devstoreaccount1.table.localhost:10002', 'http://devstoreaccount1.table.localhost:10002'],
      ['https://devstoreaccount1.table.localhost:10002', 'https://devstoreaccount1.table.localhost:10002'],
    ] as const;
    for (const [typed, url] of cases) {
      expect(at(typed)).toMatchObject({ url, kind: 'emulator', account: 'devstoreaccount1' });
    }
    const table = read(
      `http://127.0.0.1:10002/devstoreaccount1/Orders?${FAKE_ACCOUNT_SAS.replace('&spr=https', '')}`,
    );
    expect(table.tableName).toBe('Orders');
    expect(at('http://127.0.0.1:10002/devstoreaccount1-secondary')).toMatchObject({
      account: 'devstoreaccount1',
      secondary: true,
    });
  });

  it('refuses hosts that the page cannot reach, and names look-alikes as such', () => {
    const cases: readonly (readonly [host: string, path: string, message: RegExp])[] = [
      ['tables.example.org', '', /^tables\.example\.org is not an Azure table endpoint\.$/u],
      ['10.1.2.3', '/contoso', /^10\.1\.2\.3 is not an Azure table endpoint\.$/u],
      [
        'contoso.table.core.windows.net.evil.example',
        '',
        /looks like an Azure table endpoint, but is not one/u,
      ],
      ['evil.contoso.table.core.windows.net', '', /looks like/u],
      ['contoso.table.core.vvindows.net', '', /looks like/u],
      ['contoso.tab1e.core.windows.net', '', /looks like/u],
      ['contoso.table.core.windows.com', '', /looks like/u],
      ['contoso-table-azure.example', '', /looks like/u],
      ['xn--contos-8ye.table.example', '', /unusual way; it stands for xn--contos-8ye/u],
      ['contoso.table.core.windows.net:8443', '', /port 443, this address names 8443/u],
      ['127.0.0.2:10002', '/devstoreaccount1', /127\.0\.0\.1 and localhost only/u],
      ['[::1]:10002', '/devstoreaccount1', /127\.0\.0\.1 and localhost only/u],
    ];
    for (const [host, path, message] of cases) {
      const refused = refuse(`https://${host}${path}?${FAKE_ACCOUNT_SAS}`);
      expect(refused).toEqual({
        message: expect.stringMatching(message),
        at: host,
        nextStep: expect.any(String),
      });
      expect(refused.nextStep).not.toBe('');
    }
    const http = FAKE_ACCOUNT_SAS.replace('&spr=https', '');
    for (const host of ['[::1]:10002', '127.1.2.3:10002']) {
      expect(refuse(`http://${host}/devstoreaccount1?${http}`).message).toContain('localhost only');
    }
    expect(
      refuse(`AccountName=contoso;EndpointSuffix=evil.example;SharedAccessSignature=${http}`).message,
    ).toContain('contoso.table.evil.example');
  });
});

describe('what is refused, and where it stands', () => {
  const cases: readonly (readonly [text: string, message: string, at: string])[] = [
    ['', 'Nothing was pasted', ''],
    [' \n', 'Nothing was pasted', ''],
    ['hello', 'neither a SAS URL', 'hello'],
    [FAKE_ACCOUNT_SAS, 'without the account', ''],
    [ACCOUNT, 'endpoint without a SAS', ''],
    [`${ACCOUNT}/Orders?`, 'endpoint without a SAS', '?'],
    [`AccountName=contoso;AccountKey=abc==`, 'account key', 'AccountKey=abc=='],
    [`${'A'.repeat(86)}==`, 'account key', `${'A'.repeat(86)}==`],
    ['UseDevelopmentStorage=true', 'emulator', 'UseDevelopmentStorage=true'],
    [`TableEndpoint=${ACCOUNT}`, 'no SharedAccessSignature', ''],
    [
      `BlobEndpoint=https://c.blob.core.windows.net/;SharedAccessSignature=${FAKE_SAS}`,
      'no TableEndpoint',
      '',
    ],
    [`http://contoso.table.core.windows.net?${FAKE_SAS}`, 'in the clear', 'http'],
    [`https://user@contoso.table.core.windows.net?${FAKE_SAS}`, 'user name', 'user@'],
    [`https://contoso.table.core.windows.net.?${FAKE_SAS}`, 'ends with a dot', '.'],
    [`https://contoso\\.table.core.windows.net?${FAKE_SAS}`, 'backslash', '\\'],
    [
      `https://contoso.blob.core.windows.net/?${FAKE_ACCOUNT_SAS}`,
      'blob endpoint',
      'contoso.blob.core.windows.net',
    ],
    [
      `https://contoso.table.cosmos.azure.com:443?${FAKE_SAS}`,
      'Cosmos',
      'contoso.table.cosmos.azure.com:443',
    ],
    [
      `https://Con_toso.table.core.windows.net?${FAKE_SAS}`,
      'account name',
      'Con_toso.table.core.windows.net',
    ],
    [`https://contosо.table.core.windows.net?${FAKE_SAS}`, 'unusual way', 'contosо.table.core.windows.net'],
    [`${ACCOUNT}/a/b?${FAKE_SAS}`, 'not a table name', '/a/b'],
    [`${ACCOUNT}/Invoices?${FAKE_SAS}`, 'the SAS the table Orders', `${ACCOUNT}/Invoices`],
    [`http://127.0.0.1:10002?${FAKE_SAS}`, 'account is missing', '127.0.0.1:10002'],
    [`http://127.0.0.1:1/acc?${FAKE_SAS}`, 'https only', 'http://127.0.0.1:1/acc'],
    [
      `${ACCOUNT}?${FAKE_SAS} https://b.table.core.windows.net`,
      'two addresses',
      'https://b.table.core.windows.net',
    ],
    [`see ${ACCOUNT}?${FAKE_SAS}`, 'before the address', 'see'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sp=r`, 'no signature', ''],
    [`${ACCOUNT}?tn=Orders&sig=${FAKE_SIGNATURE}`, 'no version', ''],
    [`${ACCOUNT}?sv=2019-02-02&sp=r&sig=${FAKE_SIGNATURE}`, 'no table or service', ''],
    [`${ACCOUNT}?sv=2019-02-02&sr=b&sp=r&sig=${FAKE_SIGNATURE}`, 'blob', 'sr=b'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=abc`, 'cut off', 'sig=abc'],
    [
      `${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=${FAKE_SIGNATURE.replace('c2', '!!')}`,
      'not base64',
      `sig=${FAKE_SIGNATURE.replace('c2', '!!')}`,
    ],
    [`${ACCOUNT}?sv=2019-02-02&sv=2019-02-02&tn=Orders&sig=${FAKE_SIGNATURE}`, 'twice', 'sv=2019-02-02'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Or%zzders&sig=${FAKE_SIGNATURE}`, 'two hex digits', '%'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=c2lnbm...`, 'cut off', '...'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=c2lnbm…`, 'cut off', '…'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders#&sig=${FAKE_SIGNATURE}`, 'a #', '#'],
    [`${ACCOUNT}?sv=2019-02-02&j!nk&tn=Orders&sig=${FAKE_SIGNATURE}`, 'not a SAS parameter', 'j!nk'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=${FAKE_SIGNATURE}&s`, 'not a SAS parameter', 's'],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=${FAKE_SIGNATURE}&se`, 'not a SAS parameter', 'se'],
    [`${ACCOUNT}?sv=2019-02-02&tn=%ff&sig=${FAKE_SIGNATURE}`, 'UTF-8', 'tn=%ff'],
  ];
  for (const [text, message, at] of cases) {
    it(`${message}: ${text.slice(0, 60)}`, () => {
      const found = refuse(text);
      expect(found.message).toContain(message);
      expect(found.at).toBe(at);
    });
  }

  it('keeps positions true behind &amp; and invisible characters', () => {
    const text = `\u200b${ACCOUNT}?sv=2019-02-02&amp;tn=Orders&amp;s\u200bp=r&amp;j!nk&amp;sig=${FAKE_SIGNATURE}`;
    expect(refuse(text).at).toBe('j!nk');
  });

  it('says what is too long without reading it', () => {
    expect(refuse('x'.repeat(MAX_CONNECTION_CHARS + 1)).message).toContain('characters');
  });

  it('never quotes a signature', () => {
    for (const [text] of cases) {
      const result = readConnectionText(text);
      expect(JSON.stringify(result)).not.toContain(FAKE_SIGNATURE);
    }
  });
});

describe('hostile text', () => {
  const pieces = fc.constantFrom(
    ...'https:// http:// ? & &amp; ; = sig= sv= tn= %25 %2B % TableEndpoint= SharedAccessSignature='.split(
      ' ',
    ),
    ...'AccountKey= @ \\ [::1] :99999 / #'.split(' '),
    ' ',
    '\n',
    '\ud800',
    ACCOUNT,
    FAKE_SAS,
  );

  it('is read or refused with a position inside it, never thrown at', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const result = readConnectionText(text);
        const { from, to, message } = result.ok ? { from: 0, to: 0, message: 'read' } : result.error;
        expect(message).not.toBe('');
        expect(from >= 0 && from <= to && to <= text.length).toBe(true);
        expect(result.ok ? result.value.endpoint.url : ACCOUNT).toMatch(/^https?:\/\/[^?#@]+$/u);
      }),
      { numRuns: 3000 },
    );
  });

  it('long repetitions are read in one pass', () => {
    for (const unit of [
      '&',
      'a=b&',
      '%25',
      'https:/',
      ' ',
      '\u200b',
      '&amp;',
      ';=',
      'x.',
      'a\n',
      '\n ',
      'https://',
      '\\u0026',
    ]) {
      const text = unit.repeat(Math.floor(MAX_CONNECTION_CHARS / unit.length));
      expect(readConnectionText(text).ok).toBe(false);
      expect(readConnectionText(`${ACCOUNT}?sig=${text}`.slice(0, MAX_CONNECTION_CHARS)).ok).toBe(false);
    }
  });
});
