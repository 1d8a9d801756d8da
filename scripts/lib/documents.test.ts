import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'GLOSSARY.md', 'docs/guide.md'])(
  '%s names files and folders that exist',
  (document) => {
    const text = readFileSync(`${root}${document}`, 'utf8');
    const inSrc = [...text.matchAll(/`((?:core|tables|state|ui|features|app|workers)\/[\w/.]*)`/g)];
    const inRoot = [...text.matchAll(/`((?:src|e2e|scripts)\/[\w/.]*)`/g)];
    const paths = [
      ...inSrc.map(([, path = '']) => `src/${path}`),
      ...inRoot.map(([, path = '']) => path),
    ].filter((path) => !existsSync(`${root}${path}`));
    expect(paths).toEqual([]);
  },
);
