import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBundleWords } from './bundleWords.mjs';

describe('words in the bundle', () => {
  let dist: string;
  const put = (name: string, text: string) => writeFileSync(join(dist, 'assets', name), text);
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'keyscope-words-'));
    mkdirSync(join(dist, 'assets'));
    put('index-a1.js', 'const a=fetch(u,{method:`GET`});localStorage.getItem("settings")');
  });
  afterEach(() => {
    rmSync(dist, { recursive: true });
  });

  it('lets a build pass that only reads', () => {
    put('sdkTransport-B_2.js', 'x={httpMethod:`MERGE`}');
    const { passed, failed, output } = checkBundleWords(dist);
    expect([passed > 3, failed, output]).toEqual([true, 0, '']);
  });

  it.each([
    ['a write outside of the SDK', 'index-a1.js', 'f({method:"PUT"})'],
    ['a write in a worker', 'rowStore.worker-x.js', "f({method:'DELETE'})"],
    ['code from text, also in the SDK', 'sdkTransport-B_2.js', 'eval("1")'],
    ['a beacon', 'QueryPage-1.js', 'navigator.sendBeacon(u,d)'],
    ['a socket', 'QueryPage-1.js', 'new WebSocket(u)'],
    ['a store', 'QueryPage-1.js', 'indexedDB.open("x")'],
  ])('finds %s and names the file', (_name, file, text) => {
    put(file, text);
    const { failed, output } = checkBundleWords(dist);
    expect(failed).toBe(1);
    expect(output).toContain(`${file}: `);
  });

  it('does not pass a folder without scripts', () => {
    rmSync(join(dist, 'assets', 'index-a1.js'));
    expect(() => checkBundleWords(dist)).toThrow('no scripts');
  });
});
