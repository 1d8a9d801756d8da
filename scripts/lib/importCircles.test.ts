import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { fileCircles, folderCircles } from './importCircles.mjs';

const folders: string[] = [];

/** A tree of files, each with what it imports, from the root of the tree. */
function treeOf(files: Readonly<Record<string, readonly string[]>>): string {
  const root = mkdtempSync(join(tmpdir(), 'keyscope-rooms-'));
  folders.push(root);
  for (const [path, imports] of Object.entries(files)) {
    const up = '../'.repeat(path.split('/').length - 1) || './';
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(
      join(root, path),
      imports.map((target, i) => `import type { T${i} } from '${up}${target}';\n`).join(''),
    );
  }
  return root;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('circles of folders', () => {
  it('finds none where all arrows go down', () => {
    const root = treeOf({
      'run/a.ts': ['page/b.ts', 'base/c.ts'],
      'page/b.ts': ['base/c.ts'],
      'base/c.ts': [],
    });
    expect(folderCircles(root)).toEqual([]);
  });

  it('finds two rooms that import each other through different files', () => {
    const root = treeOf({
      'page/a.ts': ['run/b.ts'],
      'run/b.ts': [],
      'run/c.ts': ['page/d.ts'],
      'page/d.ts': [],
    });
    expect(folderCircles(root)).toEqual([
      '.: page -> run -> page (page/a.ts imports run/b.ts; run/c.ts imports page/d.ts)',
    ]);
  });

  it('finds a circle of three, once, and in a folder below', () => {
    const root = treeOf({
      'core/x/a.ts': ['core/y/b.ts'],
      'core/y/b.ts': ['core/z/c.ts'],
      'core/z/c.ts': ['core/x/a.ts'],
    });
    expect(folderCircles(root)).toHaveLength(1);
    expect(folderCircles(root)[0]).toMatch(/^core: x -> y -> z -> x /);
  });

  it('takes the files of a folder for one more room', () => {
    const root = treeOf({ 'page/a.ts': ['top.ts'], 'top.ts': ['page/b.ts'], 'page/b.ts': [] });
    expect(folderCircles(root)).toHaveLength(1);
  });

  it('leaves tests and fixtures alone', () => {
    const root = treeOf({ 'base/a.test.ts': ['run/b.ts'], 'run/b.ts': ['base/c.ts'], 'base/c.ts': [] });
    expect(folderCircles(root)).toEqual([]);
  });
});

describe('circles of files', () => {
  it('finds none where all arrows go down', () => {
    const root = treeOf({ 'a.ts': ['b.ts', 'c.ts'], 'b.ts': ['c.ts'], 'c.ts': [] });
    expect(fileCircles(root)).toEqual([]);
  });

  it('finds a circle through a type', () => {
    const root = treeOf({ 'a.ts': ['b.ts'], 'b.ts': ['c.ts'], 'c.ts': ['a.ts'] });
    expect(fileCircles(root)).toEqual([
      'a.ts -> b.ts -> c.ts -> a.ts (a.ts imports b.ts; b.ts imports c.ts; c.ts imports a.ts)',
    ]);
  });

  it('finds a circle through a file that loads when it is needed', () => {
    const root = treeOf({ 'a.ts': [], 'b.ts': ['a.ts'] });
    writeFileSync(join(root, 'a.ts'), "const load = () => import('./b.ts');\n");
    expect(fileCircles(root)).toHaveLength(1);
  });
});
