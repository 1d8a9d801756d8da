// Azurite accepts access tokens over https. It checks issuer, audience and time, but neither signature nor role.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Azurite, startAzurite } from '../../scripts/lib/azurite.mjs';
import type { TablesEnv } from '../../src/tables/base/clock.ts';
import { createServiceClock } from '../../src/tables/base/serviceClock.ts';
import { faultOf } from '../../src/tables/base/tableError.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readTokenText } from '../../src/tables/connection/connectionText.ts';
import type { Connection } from '../../src/tables/connection/connectionTypes.ts';
import { selfSignedFiles } from '../support/selfSigned.ts';
import { createToken } from './tokenCheck.ts';

const { signal } = new AbortController();
const ROWS = 1003;

/** A `fetch` that accepts a certificate which nobody trusts. */
const trustingFetch: TablesEnv['fetch'] = (url, { headers }) =>
  new Promise((resolve, reject) => {
    const options = { headers: headers as Record<string, string>, rejectUnauthorized: false };
    request(url, options, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () => {
        const named = Object.entries(answer.headers).map(([name, text]) => [name, String(text)] as const);
        resolve(
          new Response(Buffer.concat(pieces), {
            status: answer.statusCode ?? 0,
            headers: named.map(([name, text]) => [name, text]),
          }),
        );
      });
    })
      .on('error', reject)
      .end();
  });

const env: TablesEnv = {
  fetch: trustingFetch,
  ...createServiceClock(
    () => Date.now(),
    () => performance.now(),
  ),
  monotonicMs: () => performance.now(),
  setTimer: (callback, delayMs) => Number(setTimeout(callback, delayMs)),
  clearTimer: (handle) => clearTimeout(handle),
  random: () => 0.5,
  isOnline: () => true,
};

describe('Azurite over https, with OAuth basic', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-azurite-'));
  let azurite: Azurite;

  beforeAll(async () => {
    azurite = await startAzurite({ tls: selfSignedFiles('127.0.0.1', folder) });
    await azurite.createTable(
      'Orders',
      Array.from({ length: ROWS }, (_, at) => ({
        partitionKey: 'p',
        rowKey: String(at).padStart(6, '0'),
        timestamp: '2026-11-20T21:00:00.0000000Z',
        properties: [],
      })),
    );
  });

  afterAll(async () => {
    await azurite.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (claims: Readonly<Record<string, unknown>> = {}): Connection => {
    const token = createToken({ name: azurite.accountName, key: azurite.accountKey }, Date.now(), claims);
    const read = readTokenText({ account: azurite.endpoint, token });
    if (!read.ok) throw new Error(read.error.message);
    return openConnection(read.value, env);
  };

  it('lists tables and reads page after page with a token, through both transports', async () => {
    const connection = open();
    expect((await connection.listTables(signal)).names).toEqual(['Orders']);
    for (const reader of [connection.reader, connection.sdk]) {
      const first = await reader.readPage({ tableName: 'Orders' }, signal);
      const rest = await reader.readPage(
        { tableName: 'Orders', ...(first.continuation && { continuation: first.continuation }) },
        signal,
      );
      const counted = [first, rest].map(
        ({ body }) => (JSON.parse(new TextDecoder().decode(body)) as { value: object[] }).value.length,
      );
      expect(counted).toEqual([1000, ROWS - 1000]);
    }
  });

  it('takes each audience that Keyscope takes', async () => {
    for (const aud of [
      'https://storage.azure.com/',
      'e406a681-f3d4-42a8-90b6-c2b029497af1',
      `https://${azurite.accountName}.table.core.windows.net`,
    ]) {
      const connection = open({ aud });
      expect(connection.facts.problems).toEqual([]);
      expect((await connection.listTables(signal)).names).toEqual(['Orders']);
    }
  });

  it('refuses a token that is over, and Keyscope says so', async () => {
    const exp = Math.floor(Date.now() / 1000) - 5;
    const refused = await open({ exp, aud: 'https://storage.azure.com' })
      .listTables(signal)
      .catch((caught: unknown) => faultOf(caught));
    expect(refused).toMatchObject({ kind: 'expired', status: 403, code: 'AuthenticationFailed' });
    const foreign = await open({ iss: 'https://login.example/' })
      .listTables(signal)
      .catch((caught: unknown) => faultOf(caught));
    expect(foreign).toMatchObject({ kind: 'auth', nextStep: expect.stringContaining('tenant') });
  });
});
