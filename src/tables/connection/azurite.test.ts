import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAzurite, type TestAzurite } from './azurite.fixture.ts';
import { openConnection } from './connection.ts';
import { textOf } from './connect.fixture.ts';
import type { Connection } from './connectionTypes.ts';
import type { TablesEnv } from '../base/clock.ts';
import { createServiceClock } from '../base/serviceClock.ts';
import { checkHeaders } from './headerCheck.ts';
import {
  CONFORMANCE_ROWS,
  CONFORMANCE_TABLE,
  describePageReader,
  faultFrom,
} from '../wire/pageReader.fixture.ts';
import { seededRandom } from '../base/virtualClock.fixture.ts';
import { loadSdk } from '../wire/sdkLoader.fixture.ts';

const env: TablesEnv = {
  fetch: (url, init) => fetch(url, init),
  ...createServiceClock(
    () => Date.now(),
    () => performance.now(),
  ),
  monotonicMs: () => performance.now(),
  setTimer: (callback, delayMs) => Number(setTimeout(callback, delayMs)),
  clearTimer: (handle) => clearTimeout(handle),
  random: seededRandom(1),
  isOnline: () => true,
};

let azurite: TestAzurite;
const started = startTestAzurite().then(async (server) => {
  await server.createTable(
    CONFORMANCE_TABLE,
    CONFORMANCE_ROWS.map((row) => ({
      ...row,
      At: '2013-01-01T00:00:00.1234567Z',
      'At@odata.type': 'Edm.DateTime',
      Big: '9223372036854775807',
      'Big@odata.type': 'Edm.Int64',
      partitionKey: 'mine',
    })),
  );
  return server;
});

const open = (pasted: string): Connection => openConnection(textOf(pasted), env, { loadSdk });

beforeAll(async () => {
  azurite = await started;
});
afterAll(() => azurite.close());

describePageReader('simple transport, Azurite, account SAS', async () => {
  const server = await started;
  return { reader: open(`${server.endpoint}?${server.accountSas}`).reader, close: () => Promise.resolve() };
});

describePageReader('SDK transport, Azurite, account SAS', async () => {
  const server = await started;
  return { reader: open(`${server.endpoint}/?${server.accountSas}`).sdk, close: () => Promise.resolve() };
});

describe('a connection to Azurite', () => {
  const { signal } = new AbortController();

  it('reads with a table SAS, and cannot list tables with it', async () => {
    const connection = open(`${azurite.endpoint} ${azurite.tableSas(CONFORMANCE_TABLE)}`);
    expect(connection.tableName).toBe(CONFORMANCE_TABLE);
    expect(connection.facts).toMatchObject({ kind: 'table', canQuery: true, canListTables: false });
    const page = await connection.reader.readPage({ tableName: CONFORMANCE_TABLE }, signal);
    expect(page.body.length).toBeGreaterThan(100);
    expect(await faultFrom(connection.listTables(signal))).toMatchObject({ kind: 'auth', status: 403 });
    const other = connection.reader.readPage({ tableName: 'Othertable' }, signal);
    expect(await faultFrom(other)).toMatchObject({ kind: 'auth', status: 403 });
  });

  it('takes a signature that was decoded or encoded once too often', async () => {
    const sas = azurite.tableSas(CONFORMANCE_TABLE);
    for (const pasted of [
      decodeURIComponent(sas),
      sas.replaceAll('%', '%25'),
      sas.replaceAll('&', '&amp;'),
    ]) {
      const connection = open(`${azurite.endpoint}?${pasted}`);
      const page = await connection.reader.readPage({ tableName: CONFORMANCE_TABLE, top: 1 }, signal);
      expect(page.body.length).toBeGreaterThan(10);
    }
  });

  it('lists tables through both transports', async () => {
    const connection = open(`${azurite.endpoint}?${azurite.accountSas}`);
    expect(await connection.listTables(signal)).toEqual({
      names: [CONFORMANCE_TABLE],
      complete: true,
      exposure: 'exposed',
    });
  });

  it('finds the continuation headers readable', async () => {
    const { reader } = open(`${azurite.endpoint}?${azurite.accountSas}`);
    expect(await checkHeaders(reader, [CONFORMANCE_TABLE], signal)).toBe('exposed');
  });

  it('a wrong signature is an authentication error, not retried by anyone', async () => {
    const wrong = azurite.accountSas.replace(/sig=[^&]*/u, `sig=${'A'.repeat(43)}%3D`);
    const connection = open(`${azurite.endpoint}?${wrong}`);
    expect(await faultFrom(connection.listTables(signal))).toMatchObject({ kind: 'auth', status: 403 });
  });
});
