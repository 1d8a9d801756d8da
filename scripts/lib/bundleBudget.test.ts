import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBundleBudget } from './bundleBudget.mjs';

describe('bundle budget', () => {
  let dist: string;
  const put = (name: string, imports: string, kilobytes: number) => {
    // Random bytes as hex: gzip halves them, to about one byte for each.
    const weight = randomBytes(kilobytes * 1000).toString('hex');
    writeFileSync(join(dist, 'assets', name), `${imports}\n//${weight}`);
  };
  beforeEach(() => {
    dist = mkdtempSync(join(tmpdir(), 'keyscope-budget-'));
    mkdirSync(join(dist, 'assets'));
    writeFileSync(
      join(dist, 'index.html'),
      '<link href="./assets/main-1.css" rel="stylesheet"><script type="module" src="./assets/main-1.js"></script>',
    );
    put('main-1.css', '', 10);
    put('main-1.js', 'import{a}from"./shared-1.js";const b=()=>import("./charts-1.js");', 60);
    put('shared-1.js', '', 20);
    put('charts-1.js', 'import"./shared-1.js";', 90);
  });
  afterEach(() => {
    rmSync(dist, { recursive: true });
  });

  it('counts for the first screen what it imports at once, and each later chunk on its own', () => {
    const { passed, failed, output } = checkBundleBudget(dist);
    expect([passed, failed]).toEqual([2, 0]);
    expect(output).toMatch(/ok {3}first screen: (?:9|10)\d kB of 150 kB/);
    expect(output).toMatch(/ok {3}charts-1\.js: (?:9|10)\d kB of 130 kB/);
  });

  it('fails for a first screen that grew through an import, and for a later chunk that is too heavy', () => {
    put('shared-1.js', '', 140);
    put('charts-1.js', '', 140);
    const { passed, failed, output } = checkBundleBudget(dist);
    expect([passed, failed]).toEqual([0, 2]);
    expect(output).toContain('OVER first screen');
    expect(output).toContain('OVER charts-1.js');
  });

  it('gives a worker, which holds all key schemes, more than other later chunks', () => {
    put('rows.worker-1.js', '', 125);
    put('charts-1.js', '', 110);
    const { failed, output } = checkBundleBudget(dist);
    expect([failed, output]).toEqual([0, expect.stringMatching(/rows\.worker-1\.js: 13\d kB of 140 kB/)]);
    put('rows.worker-1.js', '', 135);
    expect(checkBundleBudget(dist).output).toContain('OVER rows.worker-1.js');
  });

  it('fails for a late part that imports the script of a worker', () => {
    put('rows.worker-1.js', 'const a=()=>import("./parquet-1.js");', 20);
    put('parquet-1.js', 'import"./shared-1.js";', 20);
    expect(checkBundleBudget(dist).failed).toBe(0);
    put('parquet-1.js', 'import{a as b}from"./rows.worker-1.js";', 20);
    const { failed, output } = checkBundleBudget(dist);
    expect([failed, output]).toEqual([
      1,
      expect.stringContaining('TWICE parquet-1.js imports rows.worker-1.js'),
    ]);
  });

  it('does not pass a build without a script', () => {
    writeFileSync(join(dist, 'index.html'), '<html></html>');
    expect(() => checkBundleBudget(dist)).toThrow('The page loads no script');
  });
});
