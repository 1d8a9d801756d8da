import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src', import.meta.url));
const LOAD_AHEAD = 'app/partsAhead.ts';

/** Files that are loaded only when needed, each with the reason why that is right. */
const NOT_AHEAD: ReadonlyMap<string, string> = new Map([
  ['app/partsAhead.ts', 'the list of what loads ahead; loads before all of it'],
  ['tables/wire/sdkTransport.ts', 'large; loads when it is chosen or needed'],
  ['state/connection/live.ts', 'loads with the first attempt to connect'],
  ['stress/openAccount.ts', 'of another page; loads with the first attempt to connect'],
  ['stress/TestPane.tsx', 'of another page; loads right after its first screen'],
  ['stress/LoadView.tsx', 'of another page; loads with the first load'],
  ['features/query/results/sql/SqlTab.tsx', 'SQL loads 8 MB from the host anyway'],
  ['workers/arrowSlices.ts', 'SQL loads 8 MB from the host anyway'],
  ['app/FramedDialog.tsx', 'a page in a frame cannot connect'],
  ['features/design/DesignView.tsx', 'holds no rows and reads none'],
  ['features/shared/startQuery.ts', 'a link to Query, before anything is connected'],
  ['core/keys/templates/templateScheme.ts', 'loads with the first screen if key templates are saved'],
  ['features/decode/PasteTools.tsx', 'Decode holds no rows and reads none'],
  ['features/decode/decoder.ts', 'loads right after the first screen'],
  ['features/decode/Readings.tsx', 'Decode holds no rows and reads none'],
  ['features/decode/EncodePane.tsx', 'Decode holds no rows and reads none'],
  ['features/decode/RecentQueries.tsx', 'Decode holds no rows and reads none'],
  ['features/decode/BulkPane.tsx', 'Decode holds no rows and reads none'],
]);
/** Loaded in advance by functions that the services pass to loadAhead.ts, or by the worker that needs them. */
const HANDED_IN = [
  'tables/run/runQueries.ts',
  'state/run/followRun.ts',
  'state/run/runSoFar.ts',
  'state/run/regexJudge.ts',
  'workers/parquetFile.ts',
];

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !/\.(?:test|fixture)\./.test(path),
);
const textOf = (path: string): string => readFileSync(join(src, path), 'utf8');
const from = (path: string, specifier: string): string =>
  relative(src, join(src, dirname(path), specifier)).replaceAll('\\', '/');

/** The files that a file imports late. */
function lateIn(path: string): readonly string[] {
  return [...textOf(path).matchAll(/\bimport\(\s*'(\.[^']+)',?\s*\)(?!\.[A-Z])/g)]
    .filter(({ index }) => !/typeof\s*$/.test(textOf(path).slice(0, index)))
    .map(([, specifier = '']) => from(path, specifier));
}

/** The files that partsAhead.ts loads: its own late imports, and those of the `load...` functions that it imports. */
function loadedAhead(): ReadonlySet<string> {
  const imports = textOf(LOAD_AHEAD).matchAll(/import \{[^}]*\bload\w+[^}]*\} from '(\.[^']+)'/g);
  const loaders = [...imports].map(([, specifier = '']) => from(LOAD_AHEAD, specifier));
  return new Set([LOAD_AHEAD, ...loaders].flatMap(lateIn));
}

describe('files that load on demand', () => {
  const late = new Set(files.filter((path) => path !== LOAD_AHEAD).flatMap((path) => lateIn(path)));
  const ahead = loadedAhead();

  it('load ahead, or there is a reason why not: a newer version on the host removes them', () => {
    expect(late.size).toBeGreaterThan(30);
    const known = new Set([...ahead, ...HANDED_IN, ...NOT_AHEAD.keys()]);
    expect([...late].filter((path) => !known.has(path))).toEqual([]);
  });

  it('have no reason that no longer holds', () => {
    const known = [...HANDED_IN, ...NOT_AHEAD.keys()];
    expect(known.filter((path) => ahead.has(path) || !late.has(path))).toEqual([]);
    expect([...ahead].filter((path) => !files.includes(path))).toEqual([]);
  });
});

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
