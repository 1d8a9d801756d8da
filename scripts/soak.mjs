import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { ensureInstalled } from './lib/install.mjs';

/*
 * npm run soak [-- runs [first seed]]: runs the real engine with random tables, plans and faults on a virtual clock, 10,000 times by
 * default, and then feeds a million inputs (a hundred for each run) to the parsers. Prints runs, seeds and violations, each violation also
 * in the form of e2e/faults/corpus.json. The exit code is 1 if there was one.
 */

/**
 * Posted by e2e/faults/soak.ts.
 * @typedef {{ kind: 'ran', seeds: number }
 *   | { kind: 'violation', seed: number, wrong: readonly string[], entry: string }
 *   | { kind: 'fuzzed', report: FuzzReport }} SoakReport
 */

/**
 * @typedef {object} FuzzReport
 * @property {number} inputs number of inputs
 * @property {readonly string[]} uncaught some of those that threw
 * @property {number} uncaughtCount how many threw
 * @property {number} slowestMs time of the slowest input
 * @property {string} slowest that input
 */

const RUNS = 10_000;
const INPUTS_PER_RUN = 100;
const SHOWN_EVERY_MS = 10_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

const [runs = RUNS, first = 0] = process.argv.slice(2).map(Number);
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(first) || first < 0) {
  process.stderr.write('npm run soak -- <runs> <first seed>: both whole numbers.\n');
  process.exit(1);
}

// Imported late, because it needs the installed packages.
const { build } = await import('vite');
const folder = mkdtempSync(join(tmpdir(), 'keyscope-soak-'));
const startedAtMs = performance.now();
const found = { seeds: 0, violations: 0, inputs: 0, uncaught: 0, slowestMs: 0, slowest: '' };
try {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    publicDir: false,
    // There are no packages next to the folder of the build, so everything is bundled.
    ssr: { noExternal: true },
    build: {
      target: 'es2023',
      minify: false,
      outDir: folder,
      emptyOutDir: true,
      ssr: join(root, 'e2e', 'faults', 'soak.ts'),
      rolldownOptions: { output: { entryFileNames: 'soak.mjs' } },
    },
  });
  const threads = Math.min(availableParallelism(), runs);
  const timer = setInterval(progress, SHOWN_EVERY_MS);
  try {
    await Promise.all(Array.from({ length: threads }, (_, thread) => runShare(thread, threads)));
  } finally {
    clearInterval(timer);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
progress();
process.stdout.write(
  `${found.seeds} runs, seeds ${first} to ${first + runs - 1}, ${found.violations} violations; ` +
    `${found.inputs} inputs for the parsers, ${found.uncaught} uncaught, ` +
    `the slowest ${found.slowestMs.toFixed(1)} ms (${found.slowest})\n`,
);
process.exitCode = found.violations + found.uncaught === 0 && found.seeds === runs ? 0 : 1;

function progress() {
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  process.stdout.write(`${seconds} s: ${found.seeds} runs, ${found.inputs} inputs\n`);
}

/**
 * @param {number} thread
 * @param {number} threads
 * @returns {Promise<void>}
 */
function runShare(thread, threads) {
  const fuzzInputs = Math.floor((runs * INPUTS_PER_RUN) / threads);
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(folder, 'soak.mjs'), {
      workerData: { from: first + thread, to: first + runs, step: threads, fuzzInputs },
    });
    worker.on('message', take);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`A thread ended with ${code}.`));
    });
  });
}

/** @param {SoakReport} report */
function take(report) {
  if (report.kind === 'ran') found.seeds += report.seeds;
  else if (report.kind === 'violation') {
    found.violations += 1;
    process.stdout.write(`seed ${report.seed}: ${report.wrong.join('; ')}\n  ${report.entry}\n`);
  } else {
    const { inputs, uncaught, uncaughtCount, slowestMs, slowest } = report.report;
    found.inputs += inputs;
    found.uncaught += uncaughtCount;
    for (const text of uncaught) process.stdout.write(`uncaught: ${text}\n`);
    if (slowestMs > found.slowestMs) Object.assign(found, { slowestMs, slowest });
  }
}
