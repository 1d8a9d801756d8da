import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../core/anyCharacter.fixture.ts';
import { MAX_CONNECTION_CHARS, readConnectionText } from './connectionText.ts';
import { ACCOUNT, textOf } from './connect.fixture.ts';
import { FAKE_ACCOUNT_SAS, FAKE_SAS, FAKE_SIGNATURE } from '../wire/scriptedFetch.fixture.ts';

/** The query string that a request would carry. */
function sent(text: string): string | undefined {
  return textOf(text).credential.authorize({ url: '', headers: {} })?.url;
}

/** The message, the part of the text that it points at, and the next step. */
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
      expect(textOf(text)).toMatchObject({
        endpoint: { url: ACCOUNT, account: 'contoso', kind: 'azure', secondary: false },
        repairs: [],
      });
      expect(textOf(text).tableName).toBeUndefined();
      expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
    }
    expect(textOf(`${ACCOUNT}/Orders?${FAKE_ACCOUNT_SAS}`).tableName).toBe('Orders');
    expect(textOf(`${ACCOUNT}/Orders()?${FAKE_ACCOUNT_SAS}`).tableName).toBe('Orders');
    expect(textOf(`${ACCOUNT}/$MetricsHourPrimaryTransactionsTable?${FAKE_ACCOUNT_SAS}`).tableName).toBe(
      '$MetricsHourPrimaryTransactionsTable',
    );
    expect(textOf(`${ACCOUNT}/Tables?${FAKE_ACCOUNT_SAS}`).tableName).toBeUndefined();
    expect(textOf(`${ACCOUNT}?${FAKE_SAS}`).tableName).toBe('Orders');
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
      expect(textOf(text).endpoint.url).toBe(ACCOUNT);
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
});

describe('the SAS, byte for byte', () => {
  const decodedSignature = decodeURIComponent(FAKE_SIGNATURE);

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

  it('survives line breaks anywhere, in the host too', () => {
    const WHOLE = ACCOUNT.length + 2 + FAKE_ACCOUNT_SAS.length;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 8, max: WHOLE }), { maxLength: 6 }), (breaks) => {
        let text = `${ACCOUNT}/?${FAKE_ACCOUNT_SAS}`;
        for (const at of breaks.toSorted((a, b) => b - a)) text = `${text.slice(0, at)}\r\n${text.slice(at)}`;
        expect(sent(text)).toBe(`?${FAKE_ACCOUNT_SAS}`);
        expect(textOf(text).endpoint.url).toBe(ACCOUNT);
      }),
    );
  });

  it('keeps the signature out of everything that can be shown', () => {
    const connection = textOf(`${ACCOUNT}?${FAKE_SAS}`);
    const shown = JSON.stringify([connection, connection.factsAt(0)]) + String(connection.credential);
    expect(shown).not.toContain(FAKE_SIGNATURE);
    expect(shown).not.toContain(decodedSignature);
    connection.credential.drop();
    expect(connection.credential.authorize({ url: 'x', headers: {} })).toBeUndefined();
  });
});

describe('what is refused, and where it stands', () => {
  const cases: readonly (readonly [text: string, message: string, at: string])[] = [
    [`https://contosо.table.core.windows.net?${FAKE_SAS}`, 'unusual way', 'contosо.table.core.windows.net'],
    [
      `https://evil.contoso.table.core.windows.net?${FAKE_SAS}`,
      'looks like',
      'evil.contoso.table.core.windows.net',
    ],
    [`https://[::1]:10002/devstoreaccount1?${FAKE_SAS}`, '127.0.0.1 and localhost only', '[::1]:10002'],
    [
      `AccountName=contoso;EndpointSuffix=evil.example;SharedAccessSignature=${FAKE_SAS}`,
      'contoso.table.evil.example',
      'contoso',
    ],
    [
      `${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=${FAKE_SIGNATURE.replace('c2', '!!')}`,
      'not base64',
      `sig=${FAKE_SIGNATURE.replace('c2', '!!')}`,
    ],
    [`${ACCOUNT}?sv=2019-02-02&tn=Orders&sig=c2lnbm…`, 'cut off', '…'],
    [`${ACCOUNT}?sv=2019-02-02&j!nk&tn=Orders&sig=${FAKE_SIGNATURE}`, 'not a SAS parameter', 'j!nk'],
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
      fc.string({ unit: anyCharacter, maxLength: 80 }),
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
      { numRuns: 500 },
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
