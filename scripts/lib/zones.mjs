// The time zones of the unit tests, and which tests run in each.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** UTC, and a zone with an offset and daylight saving, as most users have. */
export const ZONES = ['UTC', 'America/Los_Angeles'];

/** Code that asks the machine for its zone. */
export const LOCAL =
  /getTimezoneOffset|resolvedOptions|\.[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.to(?:Locale)?(?:Date|Time)String\(|new Date\([^()]*,/;
/** As LOCAL; or reads a date, which is of the machine's zone where the text names none. A Date of milliseconds has no zone. */
const MAY_BE_LOCAL = new RegExp(
  `${LOCAL.source}|\\bDate\\.parse\\(|\\bDateTimeFormat\\(|new Date\\((?![\\w.]*Ms\\b)[^)]`,
);
const IMPORT = /(?:\bfrom|\bimport\()\s*'(\.[^']+)'/g;
const TEST_FOLDERS = ['src', 'e2e', 'scripts'];
/** A test runs in every zone if a module that may ask for the zone is so many imports away. */
const IMPORTS_AWAY = 2;
/** What these show may hold times: however far away that module is. */
const SHOWS = /^src\/(?:ui|features|state)\//;

/**
 * Slow test files that run only in the first zone. A zone cannot change their result: they try
 * thousands of keys, rows, tables or runs with times in ticks or milliseconds. If they reach a module that reads the machine's zone or
 * parses a local date, a faster test of that module runs in both zones; `zones.test.ts` checks this.
 */
export const FIRST_ZONE_ONLY = [
  'e2e/faults/concurrentWriters.test.ts',
  'e2e/faults/filterTruth.test.ts',
  'e2e/faults/probeBudget.test.ts',
  'e2e/faults/probeFaults.test.ts',
  'e2e/faults/probeStorm.test.ts',
  'e2e/faults/probeSweep.test.ts',
  'e2e/faults/seededRuns.test.ts',
  'e2e/rig/demoPlans.test.ts',
  'e2e/rig/rewrites.test.ts',
  'e2e/rig/snippets.test.ts',
  'src/core/entities/columns/valueColumn.test.ts',
  'src/core/entities/page/decodePage.test.ts',
  'src/core/entities/store/entityStore.test.ts',
  'src/core/entities/store/rowsOfQueries.test.ts',
  'src/core/entities/store/valueArena.test.ts',
  'src/core/entities/views/exportCsv.test.ts',
  'src/core/entities/views/exportNdjson.test.ts',
  'src/core/entities/views/searchRows.test.ts',
  'src/core/keys/keyCandidates.test.ts',
  'src/core/keys/schemes/agreement.test.ts',
  'src/core/keyspace/diagnosis/depth.test.ts',
  'src/core/keyspace/diagnosis/diagnose.test.ts',
  'src/core/keyspace/diagnosis/families.test.ts',
  'src/core/keyspace/diagnosis/quiet.test.ts',
  'src/core/keyspace/diagnosis/rhythm.test.ts',
  'src/core/plan/disjointRanges.test.ts',
  'src/core/plan/guards.test.ts',
  'src/core/plan/keyWindow.test.ts',
  'src/core/plan/planNotes.test.ts',
  'src/core/plan/planRanges.test.ts',
  'src/tables/run/secondary.test.ts',
  'src/ui/keys/foreignText.test.tsx',
  'src/workers/exportReaders.test.ts',
];

/**
 * Finds what may depend on the machine's zone.
 * @param {string} root the project folder
 */
export function zoneReach(root) {
  /**
   * Each file is read once: tests share most of what they import.
   * @template T
   * @param {(path: string) => T} find
   * @returns {(path: string) => T}
   */
  const once = (find) => {
    /** @type {Map<string, T>} */
    const found = new Map();
    return (path) => {
      const known = found.get(path) ?? find(path);
      found.set(path, known);
      return known;
    };
  };
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const importsOf = once((path) =>
    [...read(path).matchAll(IMPORT)]
      .map(([, to = '']) => relative(root, join(root, dirname(path), to.replace(/\?.*$/, ''))))
      .filter((to) => /\.(?:ts|tsx|mjs)$/.test(to) && existsSync(join(root, to))),
  );
  /**
   * A file, and all that it imports in at most so many steps.
   * @param {string} path
   * @param {number} [steps]
   */
  const reachedFrom = (path, steps = Infinity) => {
    const reached = new Set([path]);
    let last = [path];
    for (let step = 0; step < steps && last.length > 0; step += 1) {
      last = [...new Set(last.flatMap(importsOf))].filter((to) => !reached.has(to));
      for (const to of last) reached.add(to);
    }
    return reached;
  };
  const tests = TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const mayAsk = once((path) => !path.startsWith('scripts/') && MAY_BE_LOCAL.test(read(path)));
  return { tests, importsOf, reachedFrom, mayAsk };
}

/**
 * The test files that run in the first zone alone: the slow ones above, and those far from any module that may ask for the zone.
 * @param {string} root the project folder
 * @returns {readonly string[]}
 */
export function firstZoneTests(root) {
  const slow = new Set(FIRST_ZONE_ONLY);
  const { tests, reachedFrom, mayAsk } = zoneReach(root);
  return tests.filter(
    (test) =>
      slow.has(test) || ![...reachedFrom(test, SHOWS.test(test) ? Infinity : IMPORTS_AWAY)].some(mayAsk),
  );
}
