import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { endWith } from './lib/lifecycle.mjs';

/** @import { Planted } from './mutate/runner.mjs' */
/** @import { Step } from './mutate/testRunner.mjs' */
/** @import { Result } from './mutate/report.mjs' */

/*
 * npm run mutate [-- all | again | count] [--seed n] [--in text] [--by text] [--jobs n]: plants small faults, one at a time, in code that decides about correctness, runs
 * the unit tests that reach each, and prints the share of faults that they notice. 400 faults by default, the same for the same seed.
 * Faults that no test notices need a reason in mutate/survivors.json. Ends with 1 if the share is below the goal or a
 * test file fails without any fault.
 */

/** Folders in which a fault can cause a wrong result, a wrong time or a leak. */
const FOLDERS = [
  'src/core/plan',
  'src/core/odata',
  'src/core/entities',
  'src/core/keys',
  'src/core/keyspace',
  'src/core/rows',
  'src/tables',
  'src/workers',
  'src/state',
];
const FAULTS = 400;
const SEED = 1;
const CONTROLS = 2;
const JOBS = 2;
/** Number of test files per thread. They load modules once, and a fault that breaks the thread only affects these. */
const BATCH = 10;
/** A fault in code that runs at import is tried in at most this many test files, because each try loads all modules again. */
const MOST_FILES = 30;
/** A fault that this many test files reach at import, and no test so far, waits for a thread of its own. */
const ENOUGH_FILES = 3;
/**
 * A fault that tests have missed for this long is tried in no further test file. The fault that was missed for longest before a test
 * noticed it took a quarter of this.
 */
const MOST_MISSED_MS = 20_000;
/** After this time the process is killed and the fault counts as noticed, because npm test would have hung. */
const ALONE_MS = 150_000;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
ensureInstalled(root);

// These need installed packages.
const { faultsOf, sampleOf } = await import('./mutate/faults.mjs');
const { loadedBy } = await import('./mutate/imports.mjs');
const { endAll, startRunner } = await import('./mutate/process.mjs');
const { printReport } = await import('./mutate/report.mjs');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(SEED) },
    in: { type: 'string', default: '' },
    by: { type: 'string', default: '' },
    jobs: { type: 'string', default: String(JOBS) },
  },
});
const [wanted = String(FAULTS)] = positionals;
const count = wanted === 'all' || wanted === 'again' ? Infinity : Number(wanted);
const seed = Number(values.seed);
const jobs = Number(values.jobs);
if (!(count >= 1) || !Number.isInteger(seed) || !(jobs >= 1)) {
  process.stderr.write(
    'npm run mutate -- <how many faults, all, or again for those not noticed the last time> --seed <whole number> ' +
      '--in <parts of paths or of faults, with commas> --by <part of a test path> --jobs <how many processes>\n',
  );
  process.exit(1);
}

endWith(async () => endAll());

const folder = join(root, 'node_modules', '.tmp', 'reports');
mkdirSync(folder, { recursive: true });
const reportFile = join(folder, 'mutate.json');
/** @type {ReadonlySet<string> | undefined} */
const missedBefore =
  wanted === 'again'
    ? new Set(
        JSON.parse(readFileSync(reportFile, 'utf8'))
          .filter((/** @type {Result} */ { outcome }) => outcome !== 'noticed')
          .map((/** @type {Result} */ { fault }) => fault.key),
      )
    : undefined;
const parts = values.in.split(',');
const all = sourceFiles()
  .flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')))
  .filter(({ key }) => parts.some((part) => key.includes(part)) && missedBefore?.has(key) !== false);
const sample = sampleOf(all, Math.min(count, all.length), seed);
// Controls that are not faults. If they count as noticed, the tool is broken.
const controls = sampleOf(all, CONTROLS, seed + 1).map((fault) => ({
  ...fault,
  replacement: fault.original,
}));
const planted = [...controls, ...sample].map((fault, id) => ({ id, fault }));
process.stdout.write(`${sample.length} of ${all.length} faults, seed ${seed}\n`);
const startedAtMs = performance.now();
const slowFile = join(folder, 'mutate-slow.json');
/** @type {Set<string>} */
const slow = new Set(existsSync(slowFile) ? JSON.parse(readFileSync(slowFile, 'utf8')) : []);
const tests = testFiles();
const loaded = loadedBy(root, tests);
/** @type {ReadonlyMap<number, Found>} */
const found = new Map(
  planted.map(({ id }) => [id, { outside: new Set(), isMet: false, isInDoubt: false, missedMs: 0 }]),
);
/** Test files that fail without any fault, and which test. They notice nothing, so the rest is still a lower bound. */
/** @type {Map<string, string>} */
const unfit = new Map();
const timer = setInterval(() => process.stdout.write(`${progress()}\n`), 30_000);
await tryInEach();
process.stdout.write(`${progress()}; now those that modules evaluate at import\n`);
await tryAlone();
clearInterval(timer);
writeFileSync(slowFile, JSON.stringify([...slow]));
const everything = planted.map(({ id, fault }) => resultOf(fault, foundOf(id)));
const accused = everything.filter(({ fault, outcome }) => controls.includes(fault) && outcome === 'noticed');
if (accused.length > 0)
  throw new Error(
    `"Noticed" without any fault: ${accused.map(({ fault, by }) => `${fault.key} by ${by}`).join('; ')}`,
  );
const results = everything.filter(({ fault }) => !controls.includes(fault));
writeFileSync(reportFile, JSON.stringify(results, undefined, 1));
const survivors = JSON.parse(readFileSync(join(root, 'scripts', 'mutate', 'survivors.json'), 'utf8'));
for (const [file, test] of unfit)
  process.stdout.write(`left out, fails without any fault: ${file} > ${test}\n`);
const isEnough = printReport(results, survivors, FOLDERS);
process.exitCode = isEnough && unfit.size === 0 ? 0 : 1;
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
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file))
    .toSorted();
}

/** @returns {readonly string[]} tests of core first, because they are fast; seeded runs are slow */
function testFiles() {
  const order = [
    'src/core',
    'src/tables',
    'src/workers',
    'src/state',
    'src',
    'scripts',
    'e2e/rig',
    'e2e/faults',
  ];
  const rank = (/** @type {string} */ file) => order.findIndex((start) => file.startsWith(`${start}/`));
  return execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'scripts', 'e2e/rig', 'e2e/faults'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.test\.tsx?$/.test(file) && file.includes(values.by) && existsSync(join(root, file)))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** @typedef {{ by?: string, isMet: boolean, isInDoubt: boolean, missedMs: number, readonly outside: Set<string> }} Found `outside`: files that reached it outside their tests, or whose result is in doubt */

/** @param {number} id */
function foundOf(id) {
  const it = found.get(id);
  if (it === undefined) throw new Error(`There is no fault ${id}.`);
  return it;
}

/**
 * @param {Result['fault']} fault
 * @param {Found} about
 * @returns {Result}
 */
function resultOf(fault, { by, isMet, outside }) {
  if (by !== undefined) return { fault, outcome: 'noticed', by };
  return { fault, outcome: isMet || outside.size > 0 ? 'survived' : 'not reached' };
}

function progress() {
  const noticed = planted.filter(({ id }) => foundOf(id).by !== undefined).length;
  return `${seconds()} s: ${noticed} of ${planted.length} noticed`;
}

/**
 * Whether more tests may notice a fault without a thread of its own.
 * @param {Found} about
 */
function isOpen({ by, isMet, isInDoubt, missedMs, outside }) {
  return (
    by === undefined && !isInDoubt && missedMs < MOST_MISSED_MS && (isMet || outside.size < ENOUGH_FILES)
  );
}

/** Runs every test file once. Tries every fault in each test that reaches it, until one notices. */
async function tryInEach() {
  /** @type {string[][]} */
  const queue = [];
  const mutated = new Set(planted.map(({ fault }) => fault.file));
  const related = tests.filter((file) => [...(loaded.get(file) ?? [])].some((each) => mutated.has(each)));
  for (let at = 0; at < related.length; at += BATCH) queue.push(related.slice(at, at + BATCH));
  const work = async () => {
    let runner = await startRunner(root, folder, planted, true);
    for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
      const alive = planted.filter(({ id }) => isOpen(foundOf(id)));
      const files = batch.filter((file) => alive.some(({ fault }) => loaded.get(file)?.has(fault.file)));
      if (files.length === 0) continue;
      const seen = await runBatch(runner, files, alive);
      if (!seen.isEnded) {
        if (seen.last?.step !== 'try') throw new Error(`The tests broke off: ${JSON.stringify(seen.last)}`);
        foundOf(seen.last.id).by ??= `${shortOf(seen.last.file)} does not end`;
        runner.end();
        runner = await startRunner(root, folder, planted, true);
      }
      // An earlier fault may have broken the file's state, so it is run again in a new thread.
      if (seen.broken !== undefined && files[0] === seen.broken && files.length === 1) {
        leaveOut(seen.broken, seen, alive);
        continue;
      }
      const rest = [...seen.open].filter((file) => file !== seen.broken);
      if (rest.length > 0) queue.unshift(rest);
      if (seen.broken !== undefined) queue.unshift([seen.broken]);
    }
    runner.end();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/**
 * A file that is broken in a thread of its own: by a fault, which the others may have broken too, or without any.
 * @param {string} file
 * @param {{ readonly hasTried: boolean, readonly brokenTest: string | undefined, readonly met: ReadonlySet<unknown> }} seen
 * @param {readonly Planted[]} alive
 */
function leaveOut(file, { hasTried, brokenTest, met }, alive) {
  if (!hasTried) unfit.set(file, brokenTest ?? 'the file itself');
  else for (const { id } of alive) if (met.has(id)) foundOf(id).outside.add(file);
}

/**
 * @param {Awaited<ReturnType<typeof startRunner>>} runner
 * @param {readonly string[]} files
 * @param {readonly Planted[]} alive
 */
async function runBatch(runner, files, alive) {
  const seen = {
    /** @type {Step | undefined} */
    last: undefined,
    /** @type {string | undefined} */
    broken: undefined,
    /** @type {string | undefined} */
    brokenTest: undefined,
    hasTried: false,
    open: new Set(files),
    met: new Set(),
    isEnded: false,
  };
  const ids = alive.map(({ id }) => id);
  // Only faults in code that these test files load.
  const unmet = alive
    .filter(({ id, fault }) => !foundOf(id).isMet && files.some((file) => loaded.get(file)?.has(fault.file)))
    .map(({ id }) => id);
  const answer = await runner.call({ type: 'each', files, alive: ids, unmet, slow: [...slow] }, (steps) => {
    for (const step of steps) {
      seen.last = step;
      seen.hasTried ||= step.step === 'try';
      if (step.step === 'done') seen.open.delete(shortOf(step.file));
      if (step.step === 'broken') [seen.broken, seen.brokenTest] = [shortOf(step.file), step.test];
      if (step.step === 'slow' && step.test !== undefined) slow.add(step.test);
      if (step.step === 'met') seen.met.add(step.id);
      if ('id' in step) take(step);
    }
  });
  return { ...seen, isEnded: answer !== undefined };
}

/** @param {string} path */
function shortOf(path) {
  return relative(root, path).replaceAll(sep, '/');
}

/** @param {Extract<Step, { readonly id: number }>} step */
function take(step) {
  const about = foundOf(step.id);
  const file = shortOf(step.file);
  if (step.step === 'try') about.isMet = true;
  if (step.step === 'missed') about.missedMs += step.ms;
  about.isInDoubt ||= step.step === 'doubt';
  if (step.step === 'outside' || step.step === 'doubt') about.outside.add(file);
  if (step.step === 'noticed') about.by ??= `${file} > ${step.test ?? ''}`;
}

/** Tries faults that are reached outside tests: one test file per thread, with the fault on from the start. */
async function tryAlone() {
  const queue = planted.filter(({ id }) => foundOf(id).by === undefined && foundOf(id).outside.size > 0);
  const work = async () => {
    /** @type {Awaited<ReturnType<typeof startRunner>> | undefined} */
    let runner;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      runner ??= await startRunner(root, folder, planted, false);
      const answer = await runner.call(
        { type: 'one', id: next.id, files: filesFor(next) },
        undefined,
        ALONE_MS,
      );
      if (answer?.type === 'one') {
        if (answer.noticedBy !== undefined) foundOf(next.id).by = answer.noticedBy;
      } else {
        foundOf(next.id).by = 'the tests do not end';
        runner.end();
        runner = undefined;
      }
    }
    runner?.end();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

/** @param {Planted} planted */
function filesFor({ id, fault }) {
  const named = foundOf(id).outside;
  const distance = (/** @type {string} */ file) =>
    foldersBetween(file, fault.file) + Number(!named.has(file)) + 100 * Number(file.startsWith('e2e/'));
  return tests
    .filter((file) => !unfit.has(file) && (named.has(file) || loaded.get(file)?.has(fault.file)))
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST_FILES);
}

/**
 * How many folders below the last one in common.
 * @param {string} a
 * @param {string} b
 */
function foldersBetween(a, b) {
  return relative(dirname(a), dirname(b))
    .split(sep)
    .filter((step) => step !== '').length;
}
