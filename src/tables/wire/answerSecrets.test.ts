// Whatever parts of the signature an answer repeats, in any position and form: nothing on the screen may contain them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, connect } from '../connection/connect.fixture.ts';
import { faultFrom } from './pageReader.fixture.ts';
import { FAKE_ACCOUNT_SAS, FAKE_SIGNATURE } from './scriptedFetch.fixture.ts';

const BARE = 'K7+/KeyscopeCanaryOfTheTests0042Search+/99w=';
const SENT = 'K7%2B%2FKeyscopeCanaryOfTheTests0042Search%2B%2F99w%3D';
const SMALL = 'K7%2b%2fKeyscopeCanaryOfTheTests0042Search%2b%2f99w%3d';

const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const each = (write: (code: number) => string): string =>
  Array.from(BARE, (unit) => write(unit.charCodeAt(0))).join('');

/** Named, so that a counterexample says which form it is. */
const FORMS = {
  bare: BARE,
  'percent-encoded': SENT,
  'percent-encoded, small letters': SMALL,
  'percent-encoded twice': SENT.replaceAll('%', '%25'),
  'percent-encoded twice, small letters': SMALL.replaceAll('%', '%25'),
  'percent-encoded three times': SENT.replaceAll('%', '%2525'),
  'all percent-encoded': each((code) => `%${code.toString(16)}`),
  base64: base64(BARE),
  'base64, second byte': base64(`'${BARE}'`),
  'base64, third byte': base64(`="${BARE}"`),
  'base64 of the encoded': base64(`&sig=${SENT}`),
  'base64 of the encoded, small letters': base64(`"${SMALL}"`),
  base64url: base64(BARE).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  'JSON escapes': each((code) => `\\u00${code.toString(16)}`),
  HTML: each((code) => `&#${code};`),
} as const;
const NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];

/** How many of a signature's 44 characters may be shown. So few do not help to guess the rest. */
const MOST_SHOWN = 14;

/** The names of the forms of which a text shows more than `MOST_SHOWN` characters, in any letter case. */
function shownForms(text: string): readonly string[] {
  const small = text.toLowerCase();
  return NAMES.filter((name) => {
    const form = FORMS[name].toLowerCase();
    const width = Math.ceil((MOST_SHOWN * form.length) / BARE.length);
    return Array.from({ length: form.length - width + 1 }, (_, at) => form.slice(at, at + width)).some(
      (part) => small.includes(part),
    );
  });
}

/** Replaces what a header cannot contain. */
const line = (text: string): string => text.replaceAll(/[\n\r]/g, ' ').replaceAll(/[^\u0020-\u00ff]/g, '?');

interface Planted {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The parts of an answer that may reach the screen, each with the signature in it. */
const PLACES: Readonly<Record<string, (said: string, status: number) => Planted>> = {
  'content type of a page': (said) => ({ status: 200, headers: { 'content-type': line(said) }, body: '{}' }),
  'content type, behind a type': (said) => ({
    status: 200,
    headers: { 'content-type': `text/${line(said)}; charset=utf-8` },
    body: '{}',
  }),
  'error code': (said, status) => ({ status, headers: { 'x-ms-error-code': line(said) }, body: '' }),
  'request id': (said, status) => ({ status, headers: { 'x-ms-request-id': line(said) }, body: '' }),
  'JSON code': (said, status) => ({
    status,
    headers: {},
    body: JSON.stringify({ 'odata.error': { code: said, message: { value: 'm' } } }),
  }),
  'JSON message': (said, status) => ({
    status,
    headers: {},
    body: JSON.stringify({ 'odata.error': { code: 'c', message: { value: said } } }),
  }),
  'request line of a JSON message': (said, status) => ({
    status,
    headers: {},
    body: JSON.stringify({ code: 'c', message: `m\nRequestId:${said}\nTime:2026-11-20T21:00:00Z` }),
  }),
  'JSON message, error form': (said, status) => ({
    status,
    headers: {},
    body: JSON.stringify({ error: { code: 'c', message: said } }),
  }),
  'XML message': (said, status) => ({
    status,
    headers: {},
    body: `<Error><Code>c</Code><Message>${said}</Message></Error>`,
  }),
  'XML detail': (said, status) => ({
    status,
    headers: {},
    body: `<Error><Code>c</Code><AuthenticationErrorDetail>${said}</AuthenticationErrorDetail></Error>`,
  }),
  'title of a web page': (said, status) => ({
    status,
    headers: { 'content-type': 'text/html' },
    body: `<html><title>${said}</title></html>`,
  }),
  'title, with elements in it': (said, status) => ({
    status,
    headers: {},
    body: `<html><title>${said.slice(0, 9)}<b>${said.slice(9)}</title></html>`,
  }),
};

async function faultOfAnswer(planted: Planted, which: 'reader' | 'sdk'): Promise<string> {
  const { connection, clock } = connect(
    () => new Response(planted.body, { status: planted.status, headers: planted.headers }),
    `${ACCOUNT}/?${FAKE_ACCOUNT_SAS.replace(FAKE_SIGNATURE, SENT)}`,
  );
  const reading = connection[which].readPage({ tableName: 'Orders' }, new AbortController().signal);
  return JSON.stringify(await clock.run(faultFrom(reading)));
}

describe('a signature that an answer repeats', () => {
  it('is shown by none of the places of an answer, in no form, cut wherever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(PLACES)),
        fc.constantFrom(...NAMES),
        fc.constantFrom(400, 403, 404, 415, 500, 503),
        fc.constantFrom('reader' as const, 'sdk' as const),
        fc.record({
          before: fc.oneof(
            fc.string({ maxLength: 12 }),
            fc.constantFrom(50, 79, 100, 127, 2020).map((n) => 'x '.repeat(n / 2)),
          ),
          after: fc.string({ maxLength: 12 }),
          cut: fc.nat(20),
        }),
        async (place, name, status, which, { before, after, cut }) => {
          const form = FORMS[name];
          const said = `${before}${form.slice(0, form.length - cut)}${after}`;
          const shown = await faultOfAnswer(PLACES[place]?.(said, status) as Planted, which);
          expect(shownForms(shown)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('each place with each form', async () => {
    for (const [place, plant] of Object.entries(PLACES)) {
      for (const name of NAMES) {
        const shown = await faultOfAnswer(plant(FORMS[name], 403), 'reader');
        expect(shownForms(shown), `${name} in the ${place}`).toEqual([]);
      }
    }
  });

  it('is seen by this test where nothing takes it out', () => {
    for (const name of NAMES) expect(shownForms(`a ${FORMS[name]} b`)).toContain(name);
    expect(shownForms('nothing of the kind')).toEqual([]);
  });
});
