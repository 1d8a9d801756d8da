import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createVitest } from 'vitest/node';
import { withSwitches } from './switches.mjs';

/** @import { Fault } from './faults.mjs' */
/** @import { TestModule, TestSpecification } from 'vitest/node' */

/*
 * A process started by mutate.mjs, with one Vitest in which every sampled fault is behind a switch. It is a separate process because a
 * fault may cause an endless loop, which only ends with the process.
 */

/** @typedef {{ readonly id: number, readonly fault: Fault }} Planted */
/** @typedef {{ readonly type: 'start', readonly root: string, readonly log: string, readonly planted: readonly Planted[], readonly isEach: boolean }} StartCall `isEach`: many faults in one run */
/** @typedef {{ readonly type: 'each', readonly files: readonly string[], readonly alive: readonly number[], readonly unmet: readonly number[], readonly slow: readonly string[] }} EachCall tries these faults in all tests of these files */
/** @typedef {{ readonly type: 'one', readonly id: number, readonly files: readonly string[] }} OneCall tries this fault in these files, from their import on */
/** @typedef {{ readonly type: 'ready' } | { readonly type: 'one', readonly noticedBy?: string }} Answer */

/** Longer than any test takes with two of these processes running. A test that hangs counts as noticing the fault. */
const TEST_TIMEOUT_MS = 20_000;
const FIRST_TIMEOUT_MS = 120_000;
/** A loop that passes this many switches is taken to be endless. */
const HIT_LIMIT = 100_000_000;

/** @type {Awaited<ReturnType<typeof createVitest>> | undefined} */
let vitest;
let root = '';
let log = '';

process.on('message', (/** @type {StartCall | EachCall | OneCall} */ call) => {
  void (call.type === 'start' ? start(call) : run(call)).then(answer, (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
});

/** @param {Answer} message */
function answer(message) {
  process.send?.(message);
}

/**
 * @param {StartCall} call
 * @returns {Promise<Answer>}
 */
async function start(call) {
  ({ root, log } = call);
  vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      reporters: [{}],
      bail: call.isEach ? 0 : 1,
      maxWorkers: 1,
      testTimeout: call.isEach ? FIRST_TIMEOUT_MS : TEST_TIMEOUT_MS,
      sequence: { sequencer: AsGiven },
      runner: join(import.meta.dirname, 'testRunner.mjs'),
    },
    { plugins: [switches(root, call.planted)] },
  );
  await vitest.standalone();
  for (const project of vitest.projects)
    project.config.setupFiles = [...project.config.setupFiles, join(import.meta.dirname, 'setup.mjs')];
  return { type: 'ready' };
}

/**
 * @param {EachCall | OneCall} call
 * @returns {Promise<Answer>}
 */
async function run(call) {
  if (vitest === undefined) throw new Error('Not started.');
  const project = vitest.getRootProject();
  vitest.provide('fault', {
    active: call.type === 'one' ? call.id : undefined,
    alive: call.type === 'each' ? [...call.alive] : [],
    unmet: call.type === 'each' ? [...call.unmet] : [],
    slow: call.type === 'each' ? [...call.slow] : [],
    log,
    hitLimit: HIT_LIMIT,
  });
  // Vitest keeps the modules and errors of earlier runs, and would report them again.
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    call.files.map((file) => project.createSpecification(join(root, file))),
  );
  if (call.type === 'each') return { type: 'ready' };
  const [noticedBy = unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined] =
    failuresOf(testModules);
  return { type: 'one', ...(noticedBy === undefined ? {} : { noticedBy }) };
}

/** @param {readonly TestModule[]} modules */
function failuresOf(modules) {
  return modules.flatMap((module) => {
    const file = relative(root, module.moduleId).replaceAll(sep, '/');
    const tests = [...module.children.allTests('failed')].map((test) => `${file} > ${test.fullName}`);
    return tests.length > 0 || module.state() !== 'failed' ? tests : [`${file} does not load`];
  });
}

/**
 * @param {string} folder
 * @param {readonly Planted[]} planted
 * @returns {import('vite').Plugin}
 */
function switches(folder, planted) {
  return {
    name: 'planted-faults',
    enforce: 'pre',
    load(id) {
      const inFile = planted.filter(({ fault }) => join(folder, fault.file) === id);
      return inFile.length === 0 ? undefined : withSwitches(readFileSync(id, 'utf8'), inFile);
    },
  };
}

/** Keeps the given order: fast and near tests first, which notice most faults. */
class AsGiven {
  /** @param {TestSpecification[]} specifications */
  shard(specifications) {
    return specifications;
  }

  /** @param {TestSpecification[]} specifications */
  sort(specifications) {
    return specifications;
  }
}
