import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoRow } from '../demo/rows.mjs';
import { canonicalLine, canonicalRow } from '../demo/truth.mjs';
import { type Azurite, startAzurite } from './azurite.mjs';
import { createAccountSas } from './sas.mjs';

const ACCEPT = { accept: 'application/json;odata=minimalmetadata' };
const ORIGIN = 'http://127.0.0.1:4280';

const rows: readonly DemoRow[] = [
  {
    partitionKey: 'all types',
    rowKey: "it's 花子",
    timestamp: '2026-11-20T21:00:00.1234567Z',
    properties: [
      ['Text', 'String', 'a "quoted"\r\nline'],
      ['Whole', 'Int32', '-2147483648'],
      ['Long', 'Int64', '9223372036854775807'],
      ['Real', 'Double', '0.1'],
      ['RealWhole', 'Double', '5'],
      ['Missing', 'Double', 'NaN'],
      ['Endless', 'Double', '-Infinity'],
      ['Yes', 'Boolean', 'true'],
      ['When', 'DateTime', '1601-01-01T00:00:00.0000001Z'],
      ['Id', 'Guid', 'c9da6455-213d-42c9-9a79-3e9149a57833'],
      ['Bytes', 'Binary', 'AAEC/w=='],
    ],
  },
  { partitionKey: 'b', rowKey: '1', timestamp: '2026-11-20T21:00:00.0000000Z', properties: [] },
];

describe('embedded Azurite', () => {
  let azurite: Azurite;
  const nowMs = Date.now();

  const sas = (options: { expiresInMs?: number; permissions?: string } = {}) =>
    createAccountSas({
      accountName: azurite.accountName,
      accountKey: azurite.accountKey,
      startsAt: new Date(nowMs - 900_000),
      expiresAt: new Date(nowMs + (options.expiresInMs ?? 3_600_000)),
      ...(options.permissions === undefined ? {} : { permissions: options.permissions }),
    });

  beforeAll(async () => {
    azurite = await startAzurite();
    await azurite.createTable('AllTypes', rows);
    await azurite.createTable('Empty', []);
    await azurite.setCors([
      {
        allowedOrigins: ORIGIN,
        allowedMethods: 'GET',
        allowedHeaders: 'x-none',
        exposedHeaders: 'x-ms-*',
        maxAgeInSeconds: 60,
      },
    ]);
  });
  afterAll(() => azurite.close());

  it('gives back through HTTP every kind of property that was put in', async () => {
    const response = await fetch(`${azurite.endpoint}/AllTypes()?${sas()}`, { headers: ACCEPT });
    const body = await response.text();
    const lines = body
      .slice(body.indexOf('[') + 1, body.lastIndexOf(']'))
      .split(/(?<=\}),(?=\{"odata.etag")/);
    expect(lines.map(canonicalLine)).toEqual(rows.map(canonicalRow));
  });

  it('lists the tables, the empty one too', async () => {
    const response = await fetch(`${azurite.endpoint}/Tables?${sas()}`, { headers: ACCEPT });
    expect(await response.json()).toMatchObject({
      value: [{ TableName: 'AllTypes' }, { TableName: 'Empty' }],
    });
  });

  it('finds a Guid and an Int64 by filter, as rows inserted by a client would be found', async () => {
    const filter = "Id eq guid'c9da6455-213d-42c9-9a79-3e9149a57833' and Long eq 9223372036854775807L";
    const response = await fetch(
      `${azurite.endpoint}/AllTypes()?$filter=${encodeURIComponent(filter)}&${sas()}`,
      {
        headers: ACCEPT,
      },
    );
    expect(await response.json()).toMatchObject({ value: [{ PartitionKey: 'all types' }] });
  });

  it('opens the headers that carry continuation to the allowed origin, and to no other', async () => {
    const ask = (origin: string) =>
      fetch(`${azurite.endpoint}/AllTypes()?$top=1&${sas()}`, { headers: { ...ACCEPT, origin } });
    const allowed = await ask(ORIGIN);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-expose-headers')?.toLowerCase()).toContain(
      'x-ms-continuation-nextpartitionkey',
    );
    expect(allowed.headers.get('x-ms-continuation-nextpartitionkey')).not.toBeNull();
    const refused = await ask('http://127.0.0.1:4281');
    expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('refuses a SAS that has expired, one that may not write, and the well-known key of the emulator', async () => {
    const expired = await fetch(`${azurite.endpoint}/AllTypes()?${sas({ expiresInMs: -1000 })}`, {
      headers: ACCEPT,
    });
    expect(expired.status).toBe(403);
    const insert = await fetch(`${azurite.endpoint}/AllTypes?${sas()}`, {
      method: 'POST',
      headers: { ...ACCEPT, 'content-type': 'application/json' },
      body: '{"PartitionKey":"x","RowKey":"y"}',
    });
    expect(insert.status).toBe(403);
    const wellKnown = createAccountSas({
      accountName: azurite.accountName,
      // The key that Microsoft publishes for its storage emulator.
      accountKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
      startsAt: new Date(nowMs - 900_000),
      expiresAt: new Date(nowMs + 3_600_000),
    });
    const forged = await fetch(`${azurite.endpoint}/AllTypes()?${wellKnown}`, { headers: ACCEPT });
    expect(forged.status).toBe(403);
  });
});
