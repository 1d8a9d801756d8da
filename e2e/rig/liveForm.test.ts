// The scripted service must answer in the form in which Azure did in recordings. What these show is restated here, without the recordings
// themselves.
import { describe, expect, it } from 'vitest';
import type { DemoProperty, DemoRow } from '../../scripts/demo/rows.mjs';
import { createFaultLayer } from './faultLayer.ts';
import { rigRow } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import type { TableServiceOptions } from './serviceOptions.ts';
import { createTableService } from './tableService.ts';
import { headerOf, type WireAnswer, type WireHeaders } from './wireExchange.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 21, 5, 7, 89);
const SELECTED = 'application/json;odata=';

function rowOf(partitionKey: string, properties: readonly DemoProperty[], timestamp: string): DemoRow {
  return { ...rigRow(partitionKey, "r'1", properties), timestamp };
}

const ROWS: readonly DemoRow[] = [
  rowOf(
    'a',
    [
      ['Whole', 'Double', '1'],
      ['Text', 'String', 'été 😀 \u2028 "\\'],
      ['Änd', 'Boolean', 'true'],
    ],
    '2026-11-20T21:00:00.1234500Z',
  ),
  rowOf('b', [['When', 'DateTime', '2026-11-20T21:00:00.0000000Z']], '2026-11-20T21:00:00.1234560Z'),
  rowOf('c', [['Long', 'Int64', '5']], '2026-11-20T21:00:10.0000000Z'),
];

function serviceOf(options: Partial<TableServiceOptions> = {}) {
  const tables = new Map([
    ['Grid', arrayRows(ROWS)],
    ['Second', arrayRows([])],
  ]);
  const service = createTableService({ tables, nowMs: NOW_MS, ...options });
  const ask = (resource: string, accept = `${SELECTED}minimalmetadata`, sas = service.accountSas()) =>
    service.answer({
      method: 'GET',
      target: `/scripted/${resource}${resource.includes('?') ? '&' : '?'}${sas}`,
      headers: { accept },
    });
  return { service, ask };
}

const textOf = ({ body }: WireAnswer): string => body.toString('utf8');

/** The parts of an error's JSON, with the two lines that every message ends with. */
function errorOf(answer: WireAnswer) {
  const { code, message } = (
    JSON.parse(textOf(answer)) as {
      'odata.error': { code: string; message: { lang: string; value: string } };
    }
  )['odata.error'];
  const [said, id, time, ...rest] = message.value.split('\n');
  return { code, said, id, time, rest };
}

describe('pages', () => {
  it('come in chunks, with their headers and never with a length', () => {
    const { headers } = serviceOf().ask('Grid()?$top=1');
    expect(headerOf(headers, 'transfer-encoding')).toBe('chunked');
    expect(headerOf(headers, 'content-length')).toBeUndefined();
    expect(headerOf(headers, 'content-type')).toBe(
      'application/json;odata=minimalmetadata;streaming=true;charset=utf-8',
    );
    expect(headerOf(headers, 'server')).toBe('Windows-Azure-Table/1.0 Microsoft-HTTPAPI/2.0');
  });

  it('are ASCII, with short times', () => {
    const text = textOf(serviceOf().ask('Grid()'));
    expect(text).toMatch(/^[\x20-\x7e]*$/);
    expect(text).toContain('"Text":"\\u00e9t\\u00e9 \\ud83d\\ude00 \\u2028 \\"\\\\","\\u00c4nd":true');
    const times = [...text.matchAll(/"(?:Timestamp|When)":"([^"]*)"/g)].map(([, time]) => time);
    expect(times).toEqual([
      '2026-11-20T21:00:00.12345Z',
      '2026-11-20T21:00:00.123456Z',
      '2026-11-20T21:00:00Z',
      '2026-11-20T21:00:10Z',
    ]);
    expect(text).toContain(`"odata.etag":"W/\\"datetime'2026-11-20T21%3A00%3A00.12345Z'\\""`);
    expect(text).toMatch(/^\{"odata\.metadata":"https:[^"]*\/\$metadata#Grid","value":\[\{"odata\.etag"/);
  });

  it.each([
    ['0', '0.0'],
    ['-0', '-0.0'],
    ['1', '1.0'],
    ['-2.5', '-2.5'],
    ['3.1', '3.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['0.0001', '0.0001'],
    ['0.00001', '1E-05'],
    ['123456789012345', '123456789012345.0'],
    ['98765432109876.54', '98765432109876.547'],
    ['1e15', '1E+15'],
    ['1234567890123456', '1234567890123456.0'],
    ['2.34567890123457e24', '2.34567890123457E+24'],
    ['5e-324', '4.94065645841247E-324'],
    ['1.7976931348623157e308', '1.7976931348623157E+308'],
    ['NaN', '"NaN"'],
    ['-Infinity', '"-Infinity"'],
  ])('write the double %s as %s', (value, written) => {
    const rows = arrayRows([rigRow('p', 'r', [['D', 'Double', value]])]);
    const text = textOf(serviceOf({ tables: new Map([['Grid', rows]]) }).ask('Grid()'));
    expect(text).toContain(`"D":${written}}`);
    expect(text.includes('"D@odata.type":"Edm.Double"')).toBe(written.startsWith('"'));
    expect(Object.is(Number(JSON.parse(written)), Number(value))).toBe(true);
  });

  it('continue with tokens that hold the next keys, and the RowKey only within a partition', () => {
    const decoded = (headers: WireHeaders, name: string) => {
      const [, length, base64 = ''] = /^1!(\d+)!([\w+/-]+)$/.exec(headerOf(headers, name) ?? '') ?? [];
      expect(base64).toHaveLength(Number(length));
      return Buffer.from(base64.replaceAll('-', '='), 'base64').toString();
    };
    const { headers } = serviceOf().ask('Grid()?$top=1');
    expect(decoded(headers, 'x-ms-continuation-NextPartitionKey')).toBe('b');
    expect(decoded(headers, 'x-ms-continuation-NextRowKey')).toBe("r'1");
    const cut = serviceOf({ paging: { cutAtPartitions: true } }).ask('Grid()').headers;
    expect(decoded(cut, 'x-ms-continuation-NextPartitionKey')).toBe('b');
    expect(headerOf(cut, 'x-ms-continuation-NextRowKey')).toBeUndefined();
    const tables = serviceOf().ask('Tables?$top=1');
    expect(textOf(tables)).toMatch(/\/\$metadata#Tables","value":\[\{"TableName":"Grid"\}\]\}$/);
    const [name, stamp] = decoded(tables.headers, 'x-ms-continuation-NextTableName').split('\u0001');
    expect([name, stamp?.length]).toEqual(['second', 16]);
  });
});

describe('errors', () => {
  const expired = (service: ReturnType<typeof serviceOf>['service']) =>
    service.accountSas({ expiresAtMs: NOW_MS - 1 });

  it('of the data path are chunked JSON without a code in the headers, and end with id and time', () => {
    const { ask, service } = serviceOf();
    const asked = [
      ask('Nowhere()'),
      ask('Grid()?$filter=Index eq 1L or'),
      ask('Grid()', `${SELECTED}nometadata`, service.accountSas({ permissions: 'l' })),
      ask('Grid()', undefined, service.accountSas({ resourceTypes: 'c' })),
      ask('Grid()', undefined, service.tableSas('Second', { sp: 'r', se: '2027-01-01T00:00:00Z' })),
    ];
    expect(asked.map(({ status }) => status)).toEqual([404, 400, 403, 403, 403]);
    for (const answer of asked) {
      const { headers } = answer;
      expect(headerOf(headers, 'x-ms-error-code')).toBeUndefined();
      expect(headerOf(headers, 'transfer-encoding')).toBe('chunked');
      expect(headerOf(headers, 'content-type')).toMatch(/;odata=\w+metadata;streaming=true;charset=utf-8$/);
      expect(headerOf(headers, 'x-ms-version')).toMatch(/^20\d\d-\d\d-\d\d$/);
      const { id, time, rest } = errorOf(answer);
      expect([id, time, rest]).toEqual([
        `RequestId:${headerOf(headers, 'x-ms-request-id')}`,
        'Time:2026-11-20T21:05:07.0890000Z',
        [],
      ]);
    }
    expect(asked.map((answer) => errorOf(answer).code)).toEqual([
      'TableNotFound',
      'InvalidInput',
      'AuthorizationPermissionMismatch',
      'AuthorizationResourceTypeMismatch',
      'AuthorizationFailure',
    ]);
    expect(errorOf(asked[1] as WireAnswer).said).toBe('One of the request inputs is not valid.');
  });

  it('of signing in have a length and their code, come from the server in front, and give no reason', () => {
    const { ask, service } = serviceOf();
    const answer = ask('Grid()', undefined, expired(service));
    const { headers, body } = answer;
    expect(headerOf(headers, 'content-type')).toBe('application/json');
    expect(headerOf(headers, 'content-length')).toBe(String(body.length));
    expect(headerOf(headers, 'x-ms-error-code')).toBe('AuthenticationFailed');
    expect(headerOf(headers, 'server')).toBe('Microsoft-HTTPAPI/2.0');
    expect(headerOf(headers, 'x-ms-version')).toBeUndefined();
    expect(errorOf(answer)).toMatchObject({
      code: 'AuthenticationFailed',
      time: 'Time:2026-11-20T21:05:07.0890000Z',
      rest: [],
    });
    expect(textOf(answer)).not.toMatch(/Expiry|not valid in the specified time/);
  });

  it('about the service are XML, whatever is accepted', () => {
    const { service } = serviceOf({ secondary: { status: 'live' } });
    for (const sas of [service.accountSas(), expired(service)]) {
      const target = `/scripted-secondary/?restype=service&comp=stats&${sas}`;
      const answer = service.answer({ method: 'GET', target, headers: {} });
      expect(headerOf(answer.headers, 'content-type')).toBe('application/xml');
      expect(headerOf(answer.headers, 'x-ms-error-code')).toBe(
        /<m:code>(\w+)<\/m:code>/.exec(textOf(answer))?.[1],
      );
      expect(textOf(answer)).toMatch(/<m:message xml:lang="en-US">[^<]+\nRequestId:[^<]+\nTime:[^<]+0000Z</);
    }
  });

  it('that a fault puts in their place have the same forms, and a shifted clock shows in their text', () => {
    const layer = createFaultLayer({ seed: 1, clockMs: () => 0, nowMs: () => NOW_MS });
    const { service } = serviceOf();
    const injected = (action: Parameters<typeof layer.setRules>[0][number]['action'], sas: string) => {
      layer.setRules([{ action }]);
      const request = {
        method: 'GET',
        target: `/scripted/Grid()?${sas}`,
        headers: { accept: 'application/json' },
      };
      const { ask, deliver } = layer.begin(request);
      const delivery = deliver(ask === undefined ? undefined : service.answer(ask));
      if (delivery.kind !== 'answer') throw new Error(delivery.kind);
      const body = Buffer.concat(delivery.pieces.map(({ bytes }) => bytes));
      return { status: delivery.status, headers: delivery.headers, body, serviceMs: 0 };
    };
    const sas = service.accountSas();
    const busy = injected({ kind: 'status', status: 503, code: 'ServerBusy' }, sas);
    expect(headerOf(busy.headers, 'x-ms-error-code')).toBeUndefined();
    expect(errorOf(busy)).toMatchObject({ code: 'ServerBusy', time: 'Time:2026-11-20T21:05:07.0890000Z' });
    const over = injected({ kind: 'expired' }, sas);
    expect(headerOf(over.headers, 'x-ms-error-code')).toBe('AuthenticationFailed');
    const late = injected({ kind: 'skewDate', ms: 3_600_000 }, expired(service));
    expect(errorOf(late).time).toBe('Time:2026-11-20T22:05:07.0890000Z');
    expect(headerOf(late.headers, 'date')).toBe('Fri, 20 Nov 2026 22:05:07 GMT');
  });
});

describe('the plain dialect', () => {
  it('writes UTF-8 with a length, whole times, and errors with code and reason', () => {
    const { ask } = serviceOf({ dialect: 'plain' });
    const page = ask('Grid()');
    expect(headerOf(page.headers, 'content-length')).toBe(String(page.body.length));
    expect(textOf(page)).toContain('été 😀');
    expect(textOf(page)).toContain('"Timestamp":"2026-11-20T21:00:10.0000000Z"');
    const refused = ask('Grid()?$top=0');
    expect(headerOf(refused.headers, 'x-ms-error-code')).toBe('InvalidInput');
    expect(errorOf(refused).said).toBe('$top must be 1 to 1000.');
  });
});
