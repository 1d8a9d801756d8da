import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createVitest } from 'vitest/node';
import { withSwitches } from './switches.mjs';

/** @import { Fault } from './faults.mjs' */
/** @import { TestModule, TestSpecification } from 'vitest/node' */

/*
 * A process of its own, started by mutate.mjs: it holds one Vitest in which every sampled fault is behind a switch, and turns on
 * one at a time. A process, since a fault may make a loop that nothing ends but the end of the process.
 */

/** @typedef {{ readonly id: number, readonly fault: Fault }} Planted */
/** @typedef {{ readonly file: string, readonly testIds?: readonly string[] }} Selection which tests of a file; all of them without ids */
/** @typedef {{ readonly type: 'try', readonly id: number, readonly tests: readonly Selection[], readonly hitLimit: number }} TryCall */
/** @typedef {{ readonly type: 'start', readonly root: string, readonly planted: readonly Planted[], readonly isFirst: boolean }} StartCall */
/** @typedef {{ readonly file: string, readonly ms: number, readonly tests: readonly { readonly id: string, readonly ms: number, readonly faults: readonly number[] }[], readonly importFaults: readonly number[] }} FileRun */
/** @typedef {{ readonly type: 'ready' } | { readonly type: 'first', readonly files: readonly FileRun[], readonly failures: readonly string[] } | { readonly type: 'tried', readonly noticedBy?: string, readonly ran: number }} Answer */

/** Longer than any test takes with two of these at work; a test that waits for ever is a noticed fault. */
const TEST_TIMEOUT_MS = 20_000;

/** @type {Awaited<ReturnType<typeof createVitest>> | undefined} */
let vitest;
let root = '';

process.on('message', (/** @type {StartCall | TryCall} */ call) => {
  void (call.type === 'start' ? start(call) : tryFault(call)).then(answer, (error) => {
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
  root = call.root;
  vitest = await createVitest(
    'test',
    {
      root,
      watch: false,
      reporters: [{}],
      bail: call.isFirst ? 0 : 1,
      // The first run tells which file evaluates what while it is imported, so no two files share a module.
      isolate: call.isFirst,
      maxWorkers: call.isFirst ? 2 : 1,
      testTimeout: call.isFirst ? 120_000 : TEST_TIMEOUT_MS,
      sequence: { sequencer: AsGiven },
    },
    { plugins: [switches(root, call.planted)] },
  );
  await vitest.standalone();
  for (const project of vitest.projects)
    project.config.setupFiles = [join(import.meta.dirname, 'setup.mjs'), ...project.config.setupFiles];
  if (!call.isFirst) return { type: 'ready' };
  vitest.provide('fault', { active: undefined, hitLimit: 0 });
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications(),
  );
  const failures = [...failuresOf(testModules), ...unhandledErrors.map(String)];
  return { type: 'first', files: testModules.map(fileRun), failures };
}

/**
 * @param {TryCall} call
 * @returns {Promise<Answer>}
 */
async function tryFault({ id, tests, hitLimit }) {
  if (vitest === undefined) throw new Error('Not started.');
  const project = vitest.getRootProject();
  vitest.provide('fault', { active: id, hitLimit });
  // Vitest keeps the modules and errors of earlier runs, and would report them again.
  vitest.state.filesMap.clear();
  vitest.state.errorsSet.clear();
  const specifications = tests.map(({ file, testIds }) =>
    project.createSpecification(join(root, file), testIds === undefined ? {} : { testIds: [...testIds] }),
  );
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failures = failuresOf(testModules);
  const [noticedBy = unhandledErrors.length > 0 ? String(unhandledErrors[0]) : undefined] = failures;
  const ran = testModules.reduce(
    (sum, module) =>
      sum + [...module.children.allTests()].filter((test) => test.result().state === 'passed').length,
    failures.length,
  );
  return { type: 'tried', ran, ...(noticedBy === undefined ? {} : { noticedBy }) };
}

/** @param {readonly TestModule[]} modules */
function failuresOf(modules) {
  return modules.flatMap((module) => {
    const file = fileOf(module);
    const tests = [...module.children.allTests('failed')].map((test) => `${file} > ${test.fullName}`);
    return tests.length > 0 || module.state() !== 'failed' ? tests : [`${file} does not load`];
  });
}

/**
 * @param {TestModule} module
 * @returns {FileRun}
 */
function fileRun(module) {
  const tests = [...module.children.allTests()].map((test) => ({
    id: test.id,
    ms: test.diagnostic()?.duration ?? 0,
    meta: /** @type {{ faults?: number[], importFaults?: number[] }} */ (test.meta()),
  }));
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return {
    file: fileOf(module),
    ms: collectDuration + setupDuration + duration,
    tests: tests.map(({ id, ms, meta }) => ({ id, ms, faults: meta.faults ?? [] })),
    importFaults: tests.flatMap(({ meta }) => meta.importFaults ?? []),
  };
}

/** @param {TestModule} module */
function fileOf(module) {
  return relative(root, module.moduleId).replaceAll(sep, '/');
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

/** Cheap and near tests first: most faults are noticed by the first of them. */
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
