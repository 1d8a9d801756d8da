import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIRST_ZONE_ONLY } from './zones.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;
/** Asks the machine for its zone. */
const LOCAL =
  /getTimezoneOffset|resolvedOptions|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.to(?:Locale)?(?:Date|Time)String\(|new Date\([^()]*,/;
/** As LOCAL; or reads a date, which is of the machine's zone where the text names none. A Date of milliseconds has no zone. */
const MAY_BE_LOCAL = new RegExp(
  `${LOCAL.source}|\\bDate\\.parse\\(|\\bDateTimeFormat\\(|new Date\\((?![\\w.]*Ms\\b)[^)]`,
);

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function importsOf(path: string): readonly string[] {
  return [...read(path).matchAll(IMPORT)]
    .map(([, to = '']) => relative(root, join(root, dirname(path), to.replace(/\?.*$/, ''))))
    .filter((to) => /\.(?:ts|tsx|mjs)$/.test(to) && existsSync(join(root, to)));
}

/** A file and all that it imports, by whatever way. */
function reachedFrom(path: string): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const one of reached) for (const to of importsOf(one)) reached.add(to);
  return reached;
}

function testsUnder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

describe('tests that run in the first time zone only', () => {
  it.each(FIRST_ZONE_ONLY)('%s is there, and asks for no zone itself', (path) => {
    expect(existsSync(join(root, path)), 'moved or gone: name it anew in zones.mjs').toBe(true);
    expect(read(path)).not.toMatch(LOCAL);
  });

  it('reach no module that may ask for a zone and is not tried in both', () => {
    const alone = new Set<string>(FIRST_ZONE_ONLY);
    const others = [...testsUnder('src'), ...testsUnder('e2e'), ...testsUnder('scripts')];
    // A test tries what it imports, and what it stands beside.
    const inBoth = others.filter((test) => !alone.has(test));
    const tried = new Set(inBoth.flatMap((test) => [...importsOf(test), test.replace('.test.', '.')]));
    const reached = new Set(FIRST_ZONE_ONLY.flatMap((path) => [...reachedFrom(path)]));
    const asking = [...reached].filter((path) => path.startsWith('src/') && MAY_BE_LOCAL.test(read(path)));
    const own = asking.filter((path) => !/\.test\.tsx?$/.test(path));
    // It finds what is known to read dates of the wire.
    expect(own).toContain('src/tables/wire/httpDate.ts');
    expect(own.filter((path) => !tried.has(path))).toEqual([]);
  });
});
