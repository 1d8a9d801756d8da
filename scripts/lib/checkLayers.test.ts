import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { checkLayers } from './checkLayers.mjs';
import { TOOLS } from './steps.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the check finds wrong in a project folder with these files. */
function faultsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-layers-'));
  try {
    for (const [path, text] of Object.entries({
      'src/a.css': '',
      'e2e/a.json': '',
      'scripts/a.md': '',
      ...files,
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { output } = checkLayers(folder);
    return output === '' ? [] : output.split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['core imports a higher layer', 'src/core/time/a.ts', "import { a } from '../../state/run/b.ts';"],
  ['a room of core imports one that is not below it', 'src/core/keys/a.ts', "import '../plan/b.ts';"],
  ['only a type', 'src/core/odata/a.ts', "import type { A } from '../keys/b.ts';"],
  ['passed on', 'src/tables/wire/a.ts', "export { a } from '../run/b.ts';"],
  ['a type, late', 'src/core/time/a.ts', "type A = import('../keys/b.ts').A;"],
  ['in a template', 'src/state/run/a.ts', 'const load = () => import(`../results/b.ts`);'],
  ['a worker by its address', 'src/ui/grid/a.ts', "new URL('../../workers/b.ts', import.meta.url);"],
  ['late, with a query', 'src/ui/grid/a.ts', "const load = () => import('../../workers/b.ts?worker');"],
  ['the rows of a result, in design', 'src/core/design/bench/a.ts', "import { a } from '../../rows/b.ts';"],
  ['one feature imports another', 'src/features/query/a.tsx', "import { A } from '../decode/A.tsx';"],
  ['a feature goes past state', 'src/features/connect/a.ts', "import { a } from '../../tables/sas/b.ts';"],
  ['rooms of state, upward', 'src/state/run/a.ts', "import { a } from '../results/b.ts';"],
  ['a fixture in the product', 'src/core/time/a.ts', "import { a } from './b.fixture.ts';"],
  ['a test of core uses state', 'src/core/time/a.test.ts', "import { a } from '../../state/run/b.ts';"],
  [
    'the truth of the demo uses the product',
    'scripts/demo/a.mjs',
    "import { a } from '../../src/core/b.ts';",
  ],
  ['the product uses the scripts', 'src/app/a.ts', "import { a } from '../../scripts/demo/b.mjs';"],
  ['a package in core', 'src/core/plan/a.ts', "import { useState } from 'react';"],
  ['the SDK outside tables', 'src/state/run/a.ts', "import { TableClient } from '@azure/data-tables';"],
  ['Node in the product', 'src/app/a.ts', "import { readFileSync } from 'node:fs';"],
  ['a new room', 'src/core/extras/a.ts', ''],
  ['a new layer', 'src/extras/a.ts', ''],
  ['the network outside tables', 'src/state/run/a.ts', "const read = () => fetch('x');"],
  ['the same, of window', 'src/app/a.ts', "const read = () => window.fetch('x');"],
  ['the same, by its name', 'src/app/a.ts', "const read = () => window['fetch']('x');"],
  ['the same, made', 'src/workers/a.ts', 'const socket = new self.WebSocket();'],
  ['the same, handed on', 'src/features/query/a.ts', 'const env = { send: fetch };'],
  ['storage in a worker', 'src/workers/a.ts', 'const kept = self.localStorage;'],
  ['a clock in core', 'src/core/time/a.ts', 'const now = () => Date.now();'],
  ['the same, as a date', 'src/core/rows/a.ts', 'const now = (date = new Date()) => date;'],
  ['chance in core', 'src/core/keyspace/a.ts', 'const dice = Math.random;'],
  ['percent escapes that throw', 'src/state/run/a.ts', 'const a = (b) => encodeURIComponent(b);'],
  ['a circle of files', 'src/core/time/a.ts', "import { a } from './a.ts';"],
])('refuses %s', (_, path, text) => {
  expect(faultsOf({ [path]: text })).toEqual([expect.stringContaining(path)]);
});

it('accepts what is below, tests of lower layers, and words that name nothing global', () => {
  const faults = faultsOf({
    'src/core/csv.ts': '// fetch("x"), Date.now(), new Date()\nconst epoch = new Date(0);',
    'src/core/percentText.ts': 'const a = (b) => decodeURIComponent(b);',
    'src/core/time/a.ts': "import { a } from '../csv.ts'; const text = 'globalThis';",
    'src/core/keyspace/map/a.ts': "import { a } from '../../time/a.ts'; import { b } from '../../csv.ts';",
    'src/tables/wire/a.ts': "import { a } from '@azure/data-tables'; const b = fetch('x');",
    'src/state/base/a.ts':
      "import { a } from '../../tables/wire/a.ts'; const b = (env) => env.fetch('x'); const c = { fetch: b };",
    'src/features/query/run/a.test.ts':
      "import { a } from '../../../tables/wire/a.ts'; import { b } from '../c.fixture.ts'; import 'vitest';",
    'src/ui/grid/a.tsx': "import { Button } from 'react-aria-components/Button';",
    'e2e/rig/a.ts': "import { a } from '../../scripts/demo/a.mjs'; import 'node:fs';",
  });
  expect(faults).toEqual([]);
});

it('finds a circle of folders through different files, types and late imports, and names the imports', () => {
  const faults = faultsOf({
    'src/ui/a/1.ts': "import type { A } from '../b/1.ts';",
    'src/ui/b/1.ts': '',
    'src/ui/b/2.ts': "const load = () => import('../c/1.ts');",
    'src/ui/c/1.ts': "export * from '../a/2.ts';",
    'src/ui/a/2.ts': '',
    'src/ui/c/1.test.ts': "import { a } from '../b/1.ts';",
  });
  expect(faults).toEqual([
    'circle of folders in src/ui/: a -> b (src/ui/a/1.ts imports src/ui/b/1.ts) -> c (src/ui/b/2.ts imports src/ui/c/1.ts) -> a (src/ui/c/1.ts imports src/ui/a/2.ts)',
  ]);
});

it.each([
  ['core', 'document fetch setTimeout performance crypto navigator console process window self Worker'],
  ['workers', 'document window process'],
])('does not compile these in %s: %s', (layer, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'keyscope-layers-'));
  try {
    writeFileSync(join(folder, 'planted.ts'), `export const planted = [${words.replaceAll(' ', ', ')}];`);
    const config = {
      extends: join(root, 'src', layer, 'tsconfig.json'),
      compilerOptions: { composite: false, emitDeclarationOnly: false, noEmit: true, rootDir: folder },
      files: ['planted.ts'],
      include: [],
      references: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(process.execPath, [join(root, TOOLS.tsc), '-p', folder], {
      encoding: 'utf8',
    });
    const unknown = [...stdout.matchAll(/Cannot find name '(\w+)'/g)].map(([, word]) => word);
    expect(unknown.join(' ')).toBe(words);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
