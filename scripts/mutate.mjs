import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';

/** @import { Answer, FileRun, Planted, Selection, TryCall } from './mutate/runner.mjs' */
/** @import { Result } from './mutate/report.mjs' */

/*
 * npm run mutate [-- all | count] [--seed n] [--in path] : plants small faults, one at a time, in the code that decides what is true,
 * runs the unit tests that reach each, and prints which share of the faults they notice. 400 faults by default, the same for
 * the same seed. Those that no test notices must stand in mutate/survivors.json with a reason. Ends with 1 where the share is under the goal.
 */

/** Where a fault makes a result, a time or a secret wrong. */
const FOLDERS = [
  'src/core/plan',
  'src/core/odata',
  'src/core/entities',
  'src/core/keys',
  'src/core/keyspace',
  'src/tables',
  'src/workers',
  'src/state',
];
const FAULTS = 400;
const SEED = 1;
const CONTROLS = 4;
const RUNNERS = 2;
/** A loop with the fault in it that goes round this many times more often than in all tests of the first run is endless. */
const HIT_LIMIT = 20_000_000;
/** After this the process is ended and the fault counts as noticed: npm test would have hung. */
const PATIENCE_MS = 60_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// These stand on installed packages.
const { faultsOf, sampleOf } = await import('./mutate/faults.mjs');
const { printReport } = await import('./mutate/report.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: String(SEED) }, in: { type: 'string', default: '' } },
});
const [wanted = String(FAULTS)] = positionals;
const count = wanted === 'all' ? Infinity : Number(wanted);
const seed = Number(values.seed);
if (!(count >= 1) || !Number.isInteger(seed)) {
  process.stderr.write(
    'npm run mutate -- <how many faults, or all> --seed <whole number> --in <part of a path>\n',
  );
  process.exit(1);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
endWith(async () => {
  for (const child of running) child.kill('SIGKILL');
});

const all = sourceFiles().flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));
const sample = sampleOf(all, Math.min(count, all.length), seed);
// No faults at all: a tool that calls these noticed would call everything noticed.
const controls = sampleOf(all, CONTROLS, seed + 1).map((fault) => ({
  ...fault,
  replacement: fault.original,
}));
const planted = [...controls, ...sample].map((fault, id) => ({ id, fault }));
process.stdout.write(`${sample.length} of ${all.length} faults, seed ${seed}\n`);
const startedAtMs = performance.now();
const files = await firstRun(planted);
process.stdout.write(`${seconds()} s: all tests pass with every fault switched off\n`);
const everything = await tryAll(planted, files);
const accused = everything.filter(({ fault, outcome }) => controls.includes(fault) && outcome === 'noticed');
if (accused.length > 0)
  throw new Error(
    `"Noticed" without any fault: ${accused.map(({ fault, by }) => `${fault.key} by ${by}`).join('; ')}`,
  );
const results = everything.filter(({ fault }) => !controls.includes(fault));
const folder = join(root, 'node_modules', '.tmp', 'reports');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'mutate.json'), JSON.stringify(results, undefined, 1));
const survivors = JSON.parse(readFileSync(join(root, 'scripts', 'mutate', 'survivors.json'), 'utf8'));
process.exitCode = printReport(results, survivors, FOLDERS) ? 0 : 1;
process.stdout.write(`${seconds()} s\n`);

function seconds() {
  return Math.round((performance.now() - startedAtMs) / 1000);
}

/** @returns {readonly string[]} */
function sourceFiles() {
  return execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...FOLDERS], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file) && file.includes(values.in),
    )
    .toSorted();
}

/**
 * @param {readonly Planted[]} faults
 * @returns {Promise<readonly FileRun[]>}
 */
async function firstRun(faults) {
  const runner = startRunner();
  const found = await runner.call({ type: 'start', root, planted: faults, isFirst: true }, Infinity);
  runner.end();
  if (found?.type !== 'first') throw new Error('The first run of the tests broke off.');
  if (found.failures.length > 0)
    throw new Error(`Tests fail without any fault:\n${found.failures.slice(0, 10).join('\n')}`);
  return found.files;
}

/**
 * @param {readonly Planted[]} faults
 * @param {readonly FileRun[]} runs
 * @returns {Promise<readonly Result[]>} in the order of the faults
 */
async function tryAll(faults, runs) {
  /** @type {Result[]} */
  const found = [];
  const queue = faults.toReversed();
  const timer = setInterval(() => process.stdout.write(`${seconds()} s: ${found.length} tried\n`), 30_000);
  const work = async () => {
    /** @type {ReturnType<typeof startRunner> | undefined} */
    let runner;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { id, fault } = next;
      const { tests, ms } = testsOf(next, runs);
      if (tests.length === 0) {
        found.push({ fault, outcome: 'not reached' });
        continue;
      }
      if (runner === undefined) {
        runner = startRunner();
        await runner.call({ type: 'start', root, planted: faults, isFirst: false }, Infinity);
      }
      const answer = await runner.call({ type: 'try', id, tests, hitLimit: HIT_LIMIT }, PATIENCE_MS + 5 * ms);
      if (answer?.type !== 'tried') {
        runner.end();
        runner = undefined;
        found.push({ fault, outcome: 'noticed', by: 'the tests do not end' });
      } else if (answer.ran === 0 && answer.noticedBy === undefined) {
        throw new Error(`No test ran for ${fault.key}.`);
      } else {
        found.push({
          fault,
          outcome: answer.noticedBy === undefined ? 'survived' : 'noticed',
          by: answer.noticedBy,
        });
      }
    }
    runner?.end();
  };
  await Promise.all(Array.from({ length: RUNNERS }, work));
  clearInterval(timer);
  return found.toSorted((a, b) => (a.fault.key < b.fault.key ? -1 : 1));
}

/**
 * The tests that reach a fault: those beside it first, then the cheap ones.
 * @param {Planted} planted
 * @param {readonly FileRun[]} runs
 * @returns {{ tests: readonly Selection[], ms: number }}
 */
function testsOf({ id, fault }, runs) {
  const beside = dirname(fault.file);
  /** @type {{ file: string, testIds?: readonly string[], ms: number, isFar: boolean }[]} */
  const reaching = [];
  for (const { file, ms, tests, importFaults } of runs) {
    const isFar = dirname(file) !== beside;
    const met = tests.filter((test) => test.faults.includes(id));
    if (importFaults.includes(id)) reaching.push({ file, ms, isFar });
    else if (met.length > 0)
      reaching.push({
        file,
        testIds: met.map((test) => test.id),
        ms: met.reduce((sum, test) => sum + test.ms, 0),
        isFar,
      });
  }
  return {
    tests: reaching
      .toSorted((a, b) => Number(a.isFar) - Number(b.isFar) || a.ms - b.ms)
      .map(({ file, testIds }) => (testIds === undefined ? { file } : { file, testIds })),
    ms: reaching.reduce((sum, { ms }) => sum + ms, 0),
  };
}

function startRunner() {
  const child = fork(join(root, 'scripts', 'mutate', 'runner.mjs'), {
    cwd: root,
    env: { ...process.env, TZ: 'UTC', NO_COLOR: '1' },
    // What tests and Vitest print would drown the report; what the runner itself dies of is shown.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  return {
    /**
     * @param {TryCall | import('./mutate/runner.mjs').StartCall} message
     * @param {number} patienceMs
     * @returns {Promise<Answer | undefined>} undefined where the process ended or took too long
     */
    call: (message, patienceMs) =>
      new Promise((resolve) => {
        const timer = Number.isFinite(patienceMs) ? setTimeout(() => done(undefined), patienceMs) : undefined;
        /** @param {Answer | undefined} answer */
        const done = (answer) => {
          clearTimeout(timer);
          child.removeAllListeners('message').removeAllListeners('exit');
          resolve(answer);
        };
        child.once('message', (answer) => done(/** @type {Answer} */ (answer)));
        child.once('exit', () => done(undefined));
        child.send(message);
      }),
    end: () => {
      running.delete(child);
      child.kill('SIGKILL');
    },
  };
}
