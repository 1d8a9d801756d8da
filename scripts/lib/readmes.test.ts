import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const READMES = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('README.md'))
  .map((path) => join('src', path));
const FILE = /`([\w/.]+\.(?:ts|tsx|css|mjs))`/g;

function filesNamedIn(path: string): readonly string[] {
  return [...readFileSync(join(root, path), 'utf8').matchAll(FILE)].map(([, name = '']) => name);
}

function foldersOf(path: string): readonly string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(path, name));
}

describe('the READMEs of the rooms', () => {
  it.each(['src/core', 'src/tables', 'src/state', 'src/features'])('%s has one in each room', (layer) => {
    const without = foldersOf(layer).filter((room) => !existsSync(join(root, room, 'README.md')));
    expect(without).toEqual([]);
  });

  it.each(READMES)('%s names files that exist', (path) => {
    const files = filesNamedIn(path);
    expect(files).not.toEqual([]);
    // From the room, or from `src`.
    const exists = (file: string): boolean =>
      [dirname(path), 'src'].some((folder) => existsSync(join(root, folder, file)));
    expect(files.filter((file) => !exists(file))).toEqual([]);
  });

  it('"Where to find it" in ARCHITECTURE.md names files and folders that exist', () => {
    const table = /## Where to find it\n([\s\S]*?)\n## /.exec(
      readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'),
    )?.[1];
    const paths = [...(table ?? '').matchAll(/`((?:core|tables|state|ui|features|app|workers)\/[\w/.]+)`/g)];
    expect(paths.length).toBeGreaterThan(15);
    expect(paths.map(([, path = '']) => path).filter((path) => !existsSync(join(root, 'src', path)))).toEqual(
      [],
    );
  });
});
