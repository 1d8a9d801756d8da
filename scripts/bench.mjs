import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOrInstallChromium, NO_CHROMIUM } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';

/* npm run bench [-- name ...]: runs benchmarks in Chromium. The exit code is 1 if a result is wrong or a goal is missed. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// Imported late, because it needs the installed packages.
const { benchCodec, benchMap, benchStress } = await import('./bench/onePage.mjs');
const { benchCount } = await import('./bench/count.mjs');
const { benchQuery } = await import('./bench/query.mjs');
const { benchResults } = await import('./bench/results.mjs');
const { benchScroll } = await import('./bench/scroll.mjs');
const { benchSql } = await import('./bench/sql.mjs');
const { benchTimeline } = await import('./bench/timeline.mjs');
const { createReport } = await import('./bench/report.mjs');

/** @type {ReadonlyMap<string, (root: string, chromium: string, report: import('./bench/report.mjs').Report) => Promise<void>>} */
const BENCHES = new Map([
  ['codec', benchCodec],
  ['count', benchCount],
  ['query', benchQuery],
  ['map', benchMap],
  ['results', benchResults],
  ['scroll', benchScroll],
  ['sql', benchSql],
  ['stress', benchStress],
  ['timeline', benchTimeline],
]);

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !BENCHES.has(name));
if (unknown.length > 0) {
  process.stderr.write(`No benchmark ${unknown.join(', ')}. There are: ${[...BENCHES.keys()].join(', ')}\n`);
  process.exit(1);
}

const chromium = findOrInstallChromium((line) => process.stderr.write(`${line}\n`));
if (chromium === undefined) {
  process.stderr.write(`${NO_CHROMIUM}\n`);
  process.exit(1);
}

const report = createReport();
for (const [name, bench] of BENCHES) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  report.title(name);
  await bench(root, chromium, report);
}
process.exitCode = report.finish() ? 0 : 1;
