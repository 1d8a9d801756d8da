import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium, NO_CHROMIUM } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';

/*
 * npm run bench [-- name ...]: runs benchmarks in Node and in Chromium. Each is a ratio to a baseline measured in the same run. Ends
 * with 1 if a result is wrong or a ratio is below its goal. `-- query <part> ...` runs only the contests of `query` with such a part in
 * their names.
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Needs installed packages.
const { benchCodec } = await import('./bench/codec.mjs');
const { benchFaults } = await import('./bench/faults.mjs');
const { benchKeyspace } = await import('./bench/keyspace.mjs');
const { benchQuery, QUERY_CONTESTS } = await import('./bench/query.mjs');
const { benchResults } = await import('./bench/results.mjs');
const { benchScreen } = await import('./bench/screen.mjs');

/** @type {ReadonlyMap<string, (root: string, chromium: string, parts: readonly string[]) => Promise<boolean>>} */
const BENCHES = new Map([
  ['codec', benchCodec],
  ['query', benchQuery],
  ['faults', benchFaults],
  ['keyspace', benchKeyspace],
  ['results', benchResults],
  ['screen', benchScreen],
]);

const words = process.argv.slice(2);
const asked = words.filter((word) => BENCHES.has(word));
const parts = words.filter((word) => !BENCHES.has(word));
const unknown =
  asked.join() === 'query'
    ? parts.filter((part) => !QUERY_CONTESTS.some((contest) => contest.includes(part)))
    : parts;
if (unknown.length > 0) {
  const isContest = asked.join() === 'query';
  const known = isContest ? QUERY_CONTESTS : [...BENCHES.keys()];
  process.stderr.write(
    `No ${isContest ? 'contest of query' : 'benchmark'} is called ${unknown.join(', ')}. There are:\n  ${known.join('\n  ')}\n`,
  );
  process.exit(1);
}

const chromium = findOrInstallChromium((line) => process.stderr.write(`${line}\n`));
if (chromium === undefined) {
  process.stderr.write(`${NO_CHROMIUM}\n`);
  process.exit(1);
}

let isGood = true;
for (const [name, bench] of BENCHES) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  isGood = (await bench(root, chromium, parts)) && isGood;
}
process.exitCode = isGood ? 0 : 1;
