import { describe, expect, it } from 'vitest';
import { TableError, type TableFault } from '../base/tableError.ts';
import { type Answer, requireJson } from './answer.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 0, 0, 0);

function answerOf(
  status: number,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: new Headers(headers),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    startedAtMs: 0,
    headersAtMs: 0,
    endedAtMs: 0,
  };
}

function faultIn(answer: Answer): TableFault | undefined {
  try {
    requireJson(answer, 'page of table T', NOW_MS);
    return undefined;
  } catch (caught) {
    if (caught instanceof TableError) return caught.fault;
    throw caught;
  }
}

const coded = (status: number, code: string, message = ''): TableFault | undefined =>
  faultIn(answerOf(status, JSON.stringify({ 'odata.error': { code, message: { value: message } } })));

const FORM_STEP = 'Choose the SDK transport: it sends the headers that this service requires.';
const FILTER_STEP = 'Check the filter and the selected columns.';

describe('an answer that is not 200', () => {
  it.each([
    [401, '', 'auth'],
    [403, '', 'auth'],
    [404, '', 'not-found'],
    [408, '', 'service'],
    [429, '', 'throttled'],
    [500, '', 'service'],
    [501, 'NotImplemented', 'bad-request'],
    [505, '', 'bad-request'],
    [503, '', 'throttled'],
    [504, '', 'service'],
    [399, '', 'protocol'],
    [201, '', 'protocol'],
    [400, '', 'bad-request'],
    [400, 'InvalidInput', 'bad-request'],
    [499, '', 'bad-request'],
    [406, '', 'transport-refused'],
    [415, '', 'transport-refused'],
    [400, 'AtomFormatNotSupported', 'transport-refused'],
    [400, 'JsonFormatNotSupported', 'transport-refused'],
    [400, 'JsonVerboseFormatNotSupported', 'transport-refused'],
    [405, 'MediaTypeNotSupported', 'transport-refused'],
    [400, 'InvalidHeaderValue', 'transport-refused'],
    [400, 'MissingRequiredHeader', 'transport-refused'],
    [400, 'UnsupportedHeader', 'transport-refused'],
  ])('%i %s is %s', (status, code, kind) => {
    expect(coded(status, code)).toMatchObject({ kind, status });
  });

  it.each([
    [400, 'The value of x-ms-version is wrong', 'transport-refused'],
    [400, 'DataServiceVersion', 'transport-refused'],
    [400, 'no MaxDataServiceVersion here', 'transport-refused'],
    [400, 'the api-version', 'transport-refused'],
    [400, 'a header is missing', 'transport-refused'],
    [400, 'a version', 'transport-refused'],
    [400, 'conversion of headership', 'bad-request'],
    [405, 'a header is missing', 'bad-request'],
  ])('%i that says "%s" is %s', (status, message, kind) => {
    expect(coded(status, 'X', message)?.kind).toBe(kind);
  });

  it('says in our words that a table is missing, and not again in those of the service', () => {
    expect(coded(404, 'TableNotFound', 'The table specified does not exist.')?.message).toBe(
      'The account has no such table: page of table T: HTTP 404, TableNotFound.',
    );
    expect(coded(404, 'ResourceNotFound', 'No.')?.message).toBe(
      'page of table T: HTTP 404, ResourceNotFound: No.',
    );
    expect(coded(404, 'ResourceNotFound', '')?.message).toBe('page of table T: HTTP 404, ResourceNotFound.');
    expect(coded(500, 'TableNotFound', 'No.')?.message).toBe('page of table T: HTTP 500, TableNotFound: No.');
  });

  it('is about the time of the SAS where its words say so, in message or detail', () => {
    const words = 'Signature not valid in the specified time frame: Start [x]';
    const expired = { kind: 'expired', nextStep: 'Connect with a new SAS or token.' };
    const inMessage = coded(403, 'AuthenticationFailed', words);
    expect(inMessage).toMatchObject(expired);
    expect(inMessage?.message).toBe(
      `Not valid at this time: page of table T: HTTP 403, AuthenticationFailed: ${words}.`,
    );
    const xml = `<Error><Code>AuthenticationFailed</Code><Message>No.</Message><AuthenticationErrorDetail>${words}</AuthenticationErrorDetail></Error>`;
    expect(faultIn(answerOf(401, xml))).toMatchObject(expired);
    expect(coded(404, 'AuthenticationFailed', words)?.kind).toBe('not-found');
  });

  it.each([
    [
      403,
      'AuthenticationFailed',
      'Copy the SAS again with the copy button. If that does not help, create a new one.',
    ],
    [403, 'KeyBasedAuthenticationNotPermitted', 'Connect with an access token instead of a SAS.'],
    [
      403,
      'Other',
      'Check whether the SAS or token is still valid, and what it allows; connect with a new one.',
    ],
    [404, 'TableNotFound', 'Check the table name, or choose one from the list of tables.'],
    [404, 'Other', 'Check the table name and the account in the address.'],
    [409, 'TableBeingDeleted', 'The table is being deleted and cannot be read. Wait until it is gone.'],
    [400, 'Other', FILTER_STEP],
    [500, 'TableNotFound', 'The service has a problem: run again later, or read a shorter window.'],
    [503, 'Other', 'The account or a partition is at its limit: wait, or read a shorter window.'],
    [415, 'TableNotFound', FORM_STEP],
  ])('%i %s says what to do', (status, code, nextStep) => {
    expect(coded(status, code)?.nextStep).toBe(nextStep);
  });

  it('says what the service said, on one line, and no more than it said', () => {
    expect(coded(400, 'InvalidInput', ' One.\nRequestId:1\nTime:2')?.message).toBe(
      'page of table T: HTTP 400, InvalidInput: One.',
    );
    expect(faultIn(answerOf(400, ''))).toEqual({
      kind: 'bad-request',
      status: 400,
      message: 'page of table T: HTTP 400.',
      nextStep: FILTER_STEP,
    });
    const header = answerOf(400, '', {
      'x-ms-error-code': `A${'x'.repeat(200)}`,
      'x-ms-request-id': `B${'y'.repeat(200)}`,
    });
    expect(faultIn(header)).toMatchObject({ code: `A${'x'.repeat(127)}`, requestId: `B${'y'.repeat(127)}` });
  });

  it('asks for the wait of its Retry-After, by the clock of the service', () => {
    const of = (headers: Readonly<Record<string, string>>) =>
      faultIn(answerOf(503, '', headers))?.retryAfterMs;
    expect(of({ 'retry-after': '3' })).toBe(3000);
    expect(of({})).toBeUndefined();
    const date = 'Sat, 21 Nov 2026 00:00:10 GMT';
    expect(of({ 'retry-after': date })).toBe(10_000);
    expect(of({ 'retry-after': date, date: 'Sat, 21 Nov 2026 00:00:07 GMT' })).toBe(3000);
    expect(of({ 'retry-after': date, date: 'soon' })).toBe(10_000);
    expect(of({ 'retry-after': 'Sat, 21 Nov 2015 00:00:10 GMT' })).toBe(0);
  });

  it('says when the service answered, and to which request, also where CORS hides every header', () => {
    const body = (lines: string) =>
      JSON.stringify({ 'odata.error': { code: 'A', message: { value: lines } } });
    const said = body('No.\nRequestId:5c21e7ed\nTime:2026-11-20T21:00:00.5000000Z');
    expect(faultIn(answerOf(403, said))).toMatchObject({
      requestId: '5c21e7ed',
      serviceTimeMs: NOW_MS - 3 * 3_600_000 + 500,
      message: 'page of table T: HTTP 403, A: No.',
    });
    const shown = { date: 'Fri, 20 Nov 2026 20:00:00 GMT', 'x-ms-request-id': 'shown' };
    expect(faultIn(answerOf(403, body('No.'), shown))).toMatchObject({
      requestId: 'shown',
      serviceTimeMs: NOW_MS - 4 * 3_600_000,
    });
    expect(faultIn(answerOf(403, body('No.')))?.serviceTimeMs).toBeUndefined();
  });
});

describe('a 200', () => {
  const of = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json;odata=minimalmetadata') =>
    faultIn(answerOf(200, body, { 'content-type': type, 'x-ms-request-id': 'id' }));

  it.each(['{}', ' \t\r\n{} \t\r\n', '\uFEFF{}', '\uFEFF \n{"value":[]}\n', '{"a":1}'])(
    'passes with %j',
    (body) => {
      expect(of(body)).toBeUndefined();
    },
  );

  it.each([
    'application/json',
    'APPLICATION/JSON',
    ' application/json ; charset=utf-8',
    'application/atom+json',
  ])('passes as %j', (type) => {
    expect(of('{}', type)).toBeUndefined();
  });

  it.each([
    'x',
    '{',
    '}',
    '[]',
    '{]',
    '[}',
    '}{',
    ' {',
    '} ',
    '{"a":1',
    '\uFEFF{',
    '\uFEFF',
    ' ',
    '\u00a0{}',
  ])('does not pass with %j', (body) => {
    const bytes = new TextEncoder().encode(body).length;
    expect(of(body)).toEqual({
      kind: 'protocol',
      status: 200,
      requestId: 'id',
      message: `page of table T: the answer is not a whole JSON object (${bytes} bytes, cut short or malformed).`,
      nextStep:
        'Something between the browser and the service answered instead: check proxy, VPN and sign-in pages.',
    });
  });

  it.each([
    [[0xef, 0x7b, 0x7d]],
    [[0xef, 0xbb, 0x7b, 0x7d]],
    [[0xef, 0xbb, 0x20, 0x7b, 0x7d]],
    [[0xbb, 0xbf, 0xef, 0x7b, 0x7d]],
    [[0xef, 0x20, 0xbf, 0x7b, 0x7d]],
    [[0x20, 0xbb, 0xbf, 0x7b, 0x7d]],
  ])('a part of a byte order mark is none: %j', (bytes) => {
    expect(of(new Uint8Array(bytes))?.kind).toBe('protocol');
  });

  it('does not pass where it is empty, or not JSON, and says which', () => {
    expect(of('')?.message).toBe('page of table T: the answer is empty.');
    expect(of('{}', 'text/html; charset=utf-8')?.message).toBe(
      'page of table T: the answer is not JSON (text/html).',
    );
    expect(of('{}', 'application/jsonx')?.kind).toBe('protocol');
    expect(of('{}', `x${'y'.repeat(100)}`)?.message).toBe(
      `page of table T: the answer is not JSON (x${'y'.repeat(79)}).`,
    );
    expect(faultIn(answerOf(200, new Uint8Array([0x7b, 0x7d])))?.message).toBe(
      'page of table T: the answer is not JSON (no content type).',
    );
  });
});
