import { expect, it } from 'vitest';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadedBy } from './imports.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

it('finds what a test file loads, straight, through others, and by an import of a type or of later', () => {
  const own = 'scripts/mutate/report.test.ts';
  const state = 'src/state/run/queryRun.test.ts';
  const loaded = loadedBy(root, [own, state]);
  expect([...(loaded.get(own) ?? [])].toSorted()).toEqual([
    'scripts/mutate/faults.mjs',
    'scripts/mutate/report.mjs',
    own,
  ]);
  const files = loaded.get(state);
  expect(files?.has('src/state/run/queryRun.ts')).toBe(true);
  expect(files?.has('src/tables/run/runQueries.ts')).toBe(true);
  expect(files?.has('src/core/plan/completeness.ts')).toBe(true);
  expect(files?.has(own)).toBe(false);
});
