// The test runner of the unit tests while faults are planted (npm run mutate).
import { openSync, writeSync } from 'node:fs';
import { inject, TestRunner } from 'vitest';

/*
 * Runs each test once without faults and notes which faults it reaches. Then runs it again with each of these faults, until one test has
 * noticed the fault. So a test file is loaded once, and not once per fault. Code that runs at import, or outside tests, cannot be tried
 * like this; the log lists these faults.
 */

/** @import { RunnerTestCase, RunnerTestSuite } from 'vitest' */

/**
 * A step, which is one line of the log: a file or test begins; a fault is reached (`outside`: not inside a test), tried, missed, noticed, or in
 * doubt (afterwards the test also fails without it); a test fails before any fault is on; a file is done.
 * @typedef {{ readonly step: 'test' | 'slow' | 'broken' | 'done', readonly file: string, readonly ms?: number, readonly test?: string }
 *   | { readonly step: 'met' | 'outside' | 'noticed' | 'doubt', readonly file: string, readonly id: number, readonly test?: string }
 *   | { readonly step: 'try', readonly file: string, readonly id: number, readonly patienceMs: number }
 *   | { readonly step: 'missed', readonly file: string, readonly id: number, readonly ms: number }} Step
 */

/** With a fault on, a test may pass this many times as many switches as without, and always FEWEST_HITS. */
const MORE_HITS = 50;
const FEWEST_HITS = 2_000_000;
/** A test that hangs with a fault on is ended after this time, or after ten times its normal time. */
const PATIENCE_MS = 4_000;
/** A slower test (hundreds of seeded runs) only tries faults that no faster test reaches. */
const SLOW_MS = 3_000;

const { active, alive, unmet, slow, log, hitLimit } = inject('fault');
// Tests may replace these with their own clocks.
const { setTimeout: later, clearTimeout: forget, setImmediate: soon } = globalThis;
const NONE = -1;
const board = {
  active: active ?? NONE,
  hits: 0,
  limit: active === undefined ? Infinity : hitLimit,
  /** @type {Set<number>} */
  met: new Set(),
  isRecording: active === undefined,
  /** Whether the active fault was reached. */
  isReached: false,
  unhandled: 0,
};
const left = new Set(alive);
const rare = new Set(unmet);
const known = new Set(slow);
const file = openSync(log, 'a');

/** @param {Step} step */
function note(step) {
  writeSync(file, `${JSON.stringify(step)}\n`);
}

/** @param {number} id */
function isOn(id) {
  board.hits += 1;
  // The fault made a loop endless, and nothing outside this thread could stop it.
  if (board.hits > board.limit) throw new Error('This fault makes a loop that does not end.');
  if (board.isRecording) board.met.add(id);
  if (id !== board.active) return false;
  board.isReached = true;
  return true;
}
Object.assign(globalThis, { __keyscopeFault: isOn });

const onUnhandled = () => (board.unhandled += 1);
process.on('unhandledRejection', onUnhandled).on('uncaughtException', onUnhandled);

export default class EachFault extends TestRunner {
  /** True after a test failed without a fault: later results in this thread prove nothing. */
  isBroken = false;
  isFileInDoubt = false;
  /** Suites with a skipped test. Later tests in them may depend on it. */
  cut = new WeakSet();
  startedAtMs = 0;

  /**
   * @override
   * @param {RunnerTestCase} test
   */
  async onBeforeRunTask(test) {
    if (active === undefined) {
      this.noteOutside(test.file.filepath);
      const suite = test.suite ?? test.file;
      if (rare.size === 0 && known.has(nameOf(test))) this.cut.add(suite);
      if (this.isBroken || this.cut.has(suite)) test.mode = 'skip';
    }
    await super.onBeforeRunTask(test);
  }

  /**
   * @override
   * @param {RunnerTestCase} test
   */
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    if (active !== undefined || board.active !== NONE || !board.isRecording) return;
    note({ step: 'test', file: test.file.filepath, test: test.name });
    this.startedAtMs = performance.now();
    board.hits = 0;
  }

  /** @param {RunnerTestCase} test */
  async onAfterRetryTask(test) {
    if (active !== undefined) return;
    const ms = performance.now() - this.startedAtMs;
    if (ms >= SLOW_MS) note({ step: 'slow', file: test.file.filepath, test: nameOf(test) });
    const reached = [...board.met];
    board.met.clear();
    for (const id of reached) if (left.has(id)) note({ step: 'met', file: test.file.filepath, id });
    const { result } = test;
    if (result?.state === 'fail' && test.fails !== true) {
      note({ step: 'broken', file: test.file.filepath, test: test.name });
      this.isBroken = true;
    }
    if (result?.state !== 'pass' || test.fails === true) return;
    board.isRecording = false;
    const limit = Math.max(FEWEST_HITS, MORE_HITS * board.hits);
    for (const id of reached.filter((each) => left.has(each) && (ms < SLOW_MS || rare.has(each))))
      await this.tryOne(test, id, limit, Math.max(PATIENCE_MS, 10 * ms));
    if (ms < SLOW_MS) for (const id of reached) rare.delete(id);
    board.limit = Infinity;
    board.isRecording = true;
    test.result = result;
  }

  /**
   * @override
   * @param {RunnerTestSuite} suite
   */
  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite);
    if (active !== undefined || !('filepath' in suite)) return;
    this.noteOutside(suite.file.filepath);
    if (suite.result?.state === 'fail' && !this.isBroken) {
      note({ step: 'broken', file: suite.file.filepath });
      this.isBroken = true;
    }
    this.isFileInDoubt = false;
    if (!this.isBroken) note({ step: 'done', file: suite.file.filepath });
  }

  /** @param {string} path */
  noteOutside(path) {
    for (const id of board.met) if (left.has(id)) note({ step: 'outside', file: path, id });
    board.met.clear();
  }

  /**
   * @param {RunnerTestCase} test
   * @param {number} id
   * @param {number} limit
   * @param {number} patienceMs
   */
  async tryOne(test, id, limit, patienceMs) {
    const path = test.file.filepath;
    if (this.isFileInDoubt) return note({ step: 'outside', file: path, id });
    const startMs = performance.now();
    note({ step: 'try', file: path, id, patienceMs });
    if (!(await this.failsWith(test, id, limit, patienceMs))) {
      const ms = Math.round(performance.now() - startMs);
      if (ms > 0) note({ step: 'missed', file: path, id, ms });
      // The code ran once and kept its result, so only a new thread tries it.
      if (!board.isReached) note({ step: 'outside', file: path, id });
      return;
    }
    left.delete(id);
    note({ step: 'try', file: path, id, patienceMs });
    this.isFileInDoubt = await this.failsWith(test, NONE, Infinity, 10 * patienceMs);
    note({ step: this.isFileInDoubt ? 'doubt' : 'noticed', file: path, id, test: test.name });
  }

  /**
   * @param {RunnerTestCase} test
   * @param {number} id
   * @param {number} limit
   * @param {number} patienceMs
   * @returns {Promise<boolean>}
   */
  async failsWith(test, id, limit, patienceMs) {
    const unhandled = board.unhandled;
    Object.assign(board, { active: id, hits: 0, limit, isReached: false });
    test.result = { state: 'run', startTime: Date.now(), retryCount: 0 };
    let hasFailed = false;
    const guarded = async (/** @type {() => unknown} */ work) => {
      try {
        await inTime(work, patienceMs);
      } catch {
        hasFailed = true;
      }
    };
    const suite = test.suite ?? test.file;
    /** @type {unknown[]} */
    const cleanups = [];
    await guarded(async () => {
      super.onBeforeTryTask(test);
      await callHooks(suite, 'beforeEach', test, cleanups);
      await TestRunner.getTestFn(test)();
      super.onAfterTryTask(test);
    });
    await guarded(() => callHooks(suite, 'afterEach', test, []));
    // Hooks that the test registered during its run.
    const asked = /** @type {RunnerTestCase & { onFinished?: unknown[], onFailed?: unknown[] }} */ (test);
    for (const clean of [...cleanups.toReversed(), ...(asked.onFinished ?? []).toReversed()])
      if (typeof clean === 'function') await guarded(() => clean(test.context));
    delete asked.onFinished;
    delete asked.onFailed;
    // Unhandled rejections are reported after the due tasks.
    await new Promise((resolve) => soon(() => soon(resolve)));
    Object.assign(board, { active: NONE, limit: Infinity });
    return hasFailed || test.result.state === 'fail' || board.unhandled > unhandled;
  }
}

/** @param {RunnerTestCase} test */
function nameOf(test) {
  return `${test.file.name} > ${test.suite?.name ?? ''} > ${test.name}`;
}

/**
 * @param {() => unknown} work
 * @param {number} patienceMs
 */
async function inTime(work, patienceMs) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const end = new Promise((_, reject) => {
    timer = later(() => reject(new Error('This test does not end.')), patienceMs);
  });
  try {
    await Promise.race([work(), end]);
  } finally {
    forget(timer);
  }
}

/**
 * @param {RunnerTestSuite} suite
 * @param {'beforeEach' | 'afterEach'} name
 * @param {RunnerTestCase} test
 * @param {unknown[]} cleanups collects the hooks' return values
 */
async function callHooks(suite, name, test, cleanups) {
  const parent = 'filepath' in suite ? undefined : (suite.suite ?? suite.file);
  if (name === 'beforeEach' && parent !== undefined) await callHooks(parent, name, test, cleanups);
  const hooks = TestRunner.getSuiteHooks(suite)[name];
  for (const hook of name === 'afterEach' ? hooks.toReversed() : hooks)
    cleanups.push(await hook(test.context, suite));
  if (name === 'afterEach' && parent !== undefined) await callHooks(parent, name, test, cleanups);
}
