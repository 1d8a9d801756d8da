import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoAccount } from './demoAccount.mjs';
import { type AppServer, serveApp } from './serve.mjs';

const ACCOUNT: DemoAccount = {
  endpoint: 'http://127.0.0.1:1/account',
  sas: 'sv=1&sig=x',
  expiresAt: '2026-11-20T21:00:00Z',
  window: { from: '2026-11-20T19:00:00.0000000Z', to: '2026-11-20T21:00:00.0000000Z' },
  tables: ['Orders'],
};

describe('app server', () => {
  let root: string;
  let server: AppServer;
  let asked = 0;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'keyscope-serve-'));
    mkdirSync(join(root, 'dist', 'assets'), { recursive: true });
    writeFileSync(
      join(root, 'dist', 'index.html'),
      `<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none'" /></head><body></body></html>`,
    );
    writeFileSync(join(root, 'dist', 'assets', 'a.js'), 'export {};');
    const demoAccount = () => {
      asked += 1;
      return ACCOUNT;
    };
    server = await serveApp({ root, port: 0, demoAccount });
  });
  afterAll(async () => {
    await server.close();
    rmSync(root, { recursive: true });
  });

  /** Sends a request without fetch, because Node's fetch sets Host and Sec-Fetch-Site itself. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const host = `127.0.0.1:${server.port}`;
      const client = request({
        host: '127.0.0.1',
        port: server.port,
        path,
        method,
        headers: { host, ...headers },
      });
      client.once('error', reject);
      client.once('response', (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
        });
        response.once('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        });
      });
      client.end();
    });

  it('marks the page where a demo account is served', async () => {
    expect((await ask('/')).body).toContain('<meta name="keyscope-demo" content="served">');
    expect((await ask('/index.html?x')).body).toContain('keyscope-demo');
    const plain = await serveApp({ root, port: 0, demoAccount: undefined });
    const page = await fetch(`${plain.origins[0]}/`);
    expect(await page.text()).not.toContain('keyscope-demo');
    expect((await fetch(`${plain.origins[0]}/demo/account`)).status).toBe(404);
    await plain.close();
  });

  it('gives the demo account to its own page, fresh each time and never to a cache', async () => {
    const before = asked;
    const answer = await ask('/demo/account', {
      'sec-fetch-site': 'same-origin',
      host: `localhost:${server.port}`,
      origin: `http://localhost:${server.port}`,
    });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, ACCOUNT]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(asked).toBe(before + 1);
  });

  it.each([
    ['a name that leads here by DNS', { host: 'evil.test:4280' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a navigation', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'http://127.0.0.1:1' }],
    ['an opaque origin', { origin: 'null' }],
  ])('refuses the demo account to %s', async (_, headers) => {
    const before = asked;
    const answer = await ask('/demo/account', headers);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('sig');
    expect(asked).toBe(before);
  });

  it('takes GET only for the account, GET and HEAD for the page', async () => {
    expect((await ask('/demo/account', {}, 'POST')).status).toBe(405);
    expect((await ask('/', {}, 'POST')).status).toBe(405);
    expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('lets a browser keep files that are named by their content, and nothing else', async () => {
    expect((await ask('/assets/a.js')).headers['cache-control']).toContain('immutable');
    for (const path of ['/', '/index.html', '/demo/account', '/nothing', '/assets/b.js', '/assets/'])
      expect([path, (await ask(path)).headers['cache-control']]).not.toEqual([
        path,
        expect.stringContaining('immutable'),
      ]);
  });

  it('sends on every answer what a meta element cannot say', async () => {
    for (const path of ['/', '/assets/a.js', '/demo/account', '/nothing']) {
      expect((await ask(path)).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
    }
    // Headers must contain the policies too, because they apply before the first byte of the page is read.
    expect((await ask('/')).headers['content-security-policy']).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox allow-scripts allow-same-origin allow-downloads allow-modals",
    );
  });

  it('lets a worker of the page reach nothing but code', async () => {
    const { headers } = await ask('/assets/a.js');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; frame-ancestors 'none'",
    );
  });

  it('has no page for an address that does not exist, and shows no file outside the build', async () => {
    expect((await ask('/nothing')).status).toBe(404);
    writeFileSync(join(root, 'secret.txt'), 'secret');
    for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt']) {
      const answer = await ask(path);
      expect([path, answer.body.includes('secret')]).toEqual([path, false]);
    }
  });

  it('moves on from a port that is taken', async () => {
    const second = await serveApp({ root, port: server.port, demoAccount: undefined });
    expect(second.port).toBeGreaterThan(server.port);
    expect(second.origins[0]).toBe(`http://127.0.0.1:${second.port}`);
    await second.close();
  });
});
