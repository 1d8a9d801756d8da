import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

it('GLOSSARY.md names what the code names', () => {
  const code = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(`${root}src/${path}`, 'utf8'))
    .join('\n');
  const names = [...readFileSync(`${root}GLOSSARY.md`, 'utf8').matchAll(/`([A-Za-z]\w+)`/g)];
  const gone = names.map(([, name = '']) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(code));
  expect(gone).toEqual([]);
});
