import { describe, expect, it } from 'vitest';
import { searchFor } from '../base/signatureScrub.ts';
import { readErrorBody } from './errorBody.ts';
import { readXmlText } from './xmlScan.ts';
import fc from 'fast-check';
import { readHttpDate } from './httpDate.ts';

const read = (text: string) => readErrorBody(new TextEncoder().encode(text));

describe('error bodies', () => {
  it('JSON', () => {
    const odata =
      '{"odata.error":{"code":"InvalidInput","message":{"lang":"en-US","value":"Bad.\\nRequestId:1"}}}';
    expect(read(odata)).toEqual({ code: 'InvalidInput', message: 'Bad.\nRequestId:1', requestId: '1' });
    expect(read('\ufeff {"error":{"code":"A","message":"b"}}')).toEqual({ code: 'A', message: 'b' });
    expect(read('{"code":"A"}')).toEqual({ code: 'A' });
    expect(read('{"odata.error":{"code":5,"message":[]}}')).toEqual({});
    expect(read('{"__proto__":{"code":"A"}}')).toEqual({});
    expect(read('{"odata.error":{"code":"A"')).toEqual({});
  });

  it('XML and Atom', () => {
    const xml =
      '<?xml version="1.0" encoding="utf-8"?><Error><Code>AuthenticationFailed</Code><Message>Server &lt;failed&gt; &amp;amp;</Message>' +
      '<AuthenticationErrorDetail>Start [a]</AuthenticationErrorDetail></Error>';
    expect(read(xml)).toEqual({
      code: 'AuthenticationFailed',
      message: 'Server <failed> &amp;',
      detail: 'Start [a]',
    });
    const atom =
      '<error xmlns="http://x"><m:code xmlns:m="y">TableNotFound</m:code><m:message xml:lang="en">None.</m:message></error>';
    expect(read(atom)).toEqual({ code: 'TableNotFound', message: 'None.' });
  });

  it('name the request and the time of the service, in every form', () => {
    const said = 'No.\nRequestId:5c21e7ed-0002-0000-3e6b-ae8313000000\nTime:2026-11-20T21:01:50.1730955Z';
    const found = {
      requestId: '5c21e7ed-0002-0000-3e6b-ae8313000000',
      atMs: Date.UTC(2026, 10, 20, 21, 1, 50, 173),
    };
    const inXml = said.replaceAll('\n', '\r\n');
    for (const body of [
      JSON.stringify({ 'odata.error': { code: 'A', message: { lang: 'en-US', value: said } } }),
      JSON.stringify({ error: { code: 'A', message: said } }),
      `<?xml version="1.0"?><m:error xmlns:m="x"><m:code>A</m:code><m:message xml:lang="en-US">${said}</m:message></m:error>`,
      `<Error><Code>A</Code><Message>${inXml}</Message></Error>`,
    ]) {
      expect(read(body)).toMatchObject({ code: 'A', ...found });
    }
  });

  it.each(['', 'soon', '2026-13-20T21:01:50Z', '2026-11-20T21:01:50', '1795208510'])(
    'name no time that is none: %j',
    (time) => {
      const message = `No.\nRequestId:\nTime:${time}`;
      expect(read(JSON.stringify({ code: 'A', message }))).toEqual({ code: 'A', message: message.trim() });
    },
  );

  it('web pages, nothing, and noise', () => {
    expect(read('<!DOCTYPE html><html><head><title>Sign in</title>')).toEqual({
      message: 'a web page answered: Sign in',
    });
    expect(read('<html><body>x')).toEqual({});
    expect(read('')).toEqual({});
    expect(read('Bad Gateway')).toEqual({});
    expect(readErrorBody(new Uint8Array([0xff, 0xfe, 0x3c]))).toEqual({});
  });

  it('bombs cost nothing', () => {
    const laughs = `<!DOCTYPE l [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><Error><Code>&b;</Code></Error>`;
    expect(read(laughs)).toEqual({ code: '&b;' });
    expect(read('<'.repeat(200_000))).toEqual({});
    expect(read('<Code>'.repeat(20_000))).toEqual({});
    expect(read(`<Error><Message>${'m'.repeat(60_000)}</Message>`).message).toHaveLength(2048);
  });

  it('are cut: a code at 128 characters, what it says at 2,048', () => {
    const body = (code: string, message: string) => JSON.stringify({ code, message });
    expect(read(body('c'.repeat(130), 'm'.repeat(2050)))).toEqual({
      code: 'c'.repeat(128),
      message: 'm'.repeat(2048),
    });
  });

  it.each([1, 9, 18, 43])(
    'are cleaned before they are cut, also if the cut would leave %i digits of a signature',
    (left) => {
      const signature = 'uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=';
      const to = (cut: number): string => `${'.'.repeat(cut - left)}${signature} end`;
      const { scrub } = searchFor(encodeURIComponent(signature));
      const message = to(2048);
      const bodies = [
        JSON.stringify({ code: to(128), message }),
        JSON.stringify({ code: 'A', message: `No.\nRequestId:${to(128)}` }),
        `<Error><Code>A</Code><Message>${message}</Message><AuthenticationErrorDetail>${message}</AuthenticationErrorDetail></Error>`,
      ];
      for (const body of bodies) {
        const said = JSON.stringify(readErrorBody(new TextEncoder().encode(body), scrub));
        expect(said).toContain('...');
        expect(said).not.toContain('.u');
      }
    },
  );
});

describe('text of an XML element', () => {
  it('is that of the first whole one, any prefix', () => {
    expect(readXmlText('<a>1</a>', 'b')).toBeUndefined();
    expect(readXmlText('<a>1', 'a')).toBeUndefined();
    expect(readXmlText('<a></a>', 'a')).toBe('');
    expect(readXmlText('<p:a x="y"> 1 &lt; 2 </p:a><a>3</a>', 'a')).toBe('1 < 2');
  });
});

const NOW_MS = Date.UTC(2026, 10, 21);
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function formsOf(atMs: number): readonly string[] {
  const date = new Date(atMs);
  const imf = date.toUTCString();
  const [, day = '', month = '', year = '', time = ''] = imf.split(' ');
  const rfc850 = `${DAYS[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`;
  const asctime = `${imf.slice(0, 3)} ${month} ${day.replace(/^0/u, ' ')} ${time} ${year}`;
  return [imf, rfc850, asctime].flatMap((text) => [text, text.toLowerCase(), ` ${text} `]);
}

describe('readHttpDate', () => {
  it('reads all three forms of RFC 9110, in any case', () => {
    expect(formsOf(NOW_MS + 5000)).toEqual(
      expect.arrayContaining([
        'Sat, 21 Nov 2026 00:00:05 GMT',
        'Saturday, 21-Nov-26 00:00:05 GMT',
        'Sat Nov 21 00:00:05 2026',
      ]),
    );
    const seconds = fc.integer({ min: Date.UTC(1977) / 1000, max: Date.UTC(2076) / 1000 });
    fc.assert(
      fc.property(seconds, (at) => {
        for (const text of formsOf(at * 1000)) expect(readHttpDate(text, NOW_MS)).toBe(at * 1000);
      }),
    );
  });

  it('a year of two digits is at most 50 years ahead', () => {
    expect(readHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    expect(readHttpDate('Friday, 06-Nov-76 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(2076, 10, 6, 8, 49, 37));
    expect(readHttpDate('Sunday, 06-Nov-77 08:49:37 GMT', NOW_MS)).toBe(Date.UTC(1977, 10, 6, 8, 49, 37));
  });

  it('reads nothing else', () => {
    const others = [
      '',
      'soon',
      '5',
      '2026-11-21T00:00:05Z',
      'Sat, 99 Nov 2026 00:00:30 GMT',
      'Sat, 31 Feb 2026 00:00:30 GMT',
      'Sat, 21 Nov 2026 25:00:30 GMT',
      'Sat, 21 Nov 2026 00:00:30 PST',
      'Sat, 21 Now 2026 00:00:30 GMT',
      'Nov 21',
    ];
    for (const text of others) expect(readHttpDate(text, NOW_MS)).toBeUndefined();
  });
});
