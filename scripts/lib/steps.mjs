import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';

/**
 * The result of a step. A step without separate tests counts as one. `output` is shown if anything failed, `notes` always.
 * @typedef {{ readonly passed: number, readonly failed: number, readonly output: string, readonly notes?: string }} Outcome
 */

/**
 * @typedef {object} Steps
 * @property {(name: string, work: () => Promise<Outcome>) => Promise<boolean>} step runs, counts and prints a step; false if anything failed
 * @property {() => void} finish prints the last line and sets the exit code
 * @property {() => Promise<void>} stop ends the running tools
 * @property {(args: readonly string[], env?: NodeJS.ProcessEnv, priority?: number) => Promise<{ code: number, output: string }>} node runs a script with the same Node, as `os.setPriority` says
 */

/** The scripts of the tools themselves, because killing npx would leave the tool running. */
export const TOOLS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/playwright/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/**
 * @param {string} root the project folder
 * @returns {Steps}
 */
export function createSteps(root) {
  let passed = 0;
  let failed = 0;
  /** @type {Set<import('node:child_process').ChildProcess>} */
  const running = new Set();

  return {
    step: async (name, work) => {
      const startedAtMs = performance.now();
      const outcome = await work().catch(failure);
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      passed += outcome.passed;
      failed += outcome.failed;
      const counts =
        outcome.passed + outcome.failed > 1 ? `, ${outcome.passed} passed, ${outcome.failed} failed` : '';
      const notes = outcome.notes ? `${indent(outcome.notes)}\n` : '';
      if (outcome.failed === 0) {
        process.stdout.write(`ok      ${name} (${seconds} s${counts})\n${notes}`);
        return true;
      }
      process.stdout.write(`FAILED  ${name} (${seconds} s${counts})\n${notes}${indent(outcome.output)}\n`);
      return false;
    },
    finish: () => {
      process.stdout.write(`${passed} passed, ${failed} failed\n`);
      process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
    },
    stop: async () => {
      await Promise.all(
        Array.from(running, (child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGTERM');
          return ended;
        }),
      );
    },
    node: (args, env = {}, priority = 0) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, args, {
          cwd: root,
          env: { ...process.env, NO_COLOR: '1', ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        running.add(child);
        if (child.pid !== undefined) setPriority(child.pid, priority);
        child.once('exit', () => running.delete(child));
        /** @type {Buffer[]} */
        const chunks = [];
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
        child.once('error', reject);
        child.once('close', (code) => {
          resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
        });
      }),
  };
}

/** For checks that need no browser. They use the time in which the browser tests wait, and must not delay these. */
const BESIDE_THE_BROWSER = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * A step with a single check: the tool must end with exit code 0.
 * @param {Steps} steps
 * @param {readonly string[]} args
 * @returns {() => Promise<Outcome>}
 */
export function tool(steps, args) {
  return async () => {
    const { code, output } = await steps.node(args, {}, BESIDE_THE_BROWSER);
    return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };
  };
}

/**
 * The rules that need types, and the types themselves, in one pass. A separate `tsc -b` would check each file twice.
 * @param {Steps} steps
 * @returns {() => Promise<Outcome>}
 */
export function typesAndLint(steps) {
  const files = ['src', 'scripts', 'e2e', 'vite.config.ts'];
  return tool(steps, [TOOLS.oxlint, '--type-aware', '--type-check', '--deny-warnings', ...files]);
}

/**
 * Runs the unit tests in a time zone with an offset and daylight saving time, like that of most users. In UTC, code would pass that mixes
 * up local time and UTC. A skipped or unwritten test counts as failed.
 * @param {Steps} steps
 * @param {string} root
 * @returns {() => Promise<Outcome>}
 */
export function unitTests(steps, root) {
  return async () => {
    const report = reportFile(root, 'unit.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const env = { TZ: 'America/Los_Angeles' };
    const { code, output } = await steps.node([TOOLS.vitest, 'run', ...reporters], env, BESIDE_THE_BROWSER);
    const counts = readReport(report);
    const passed = numberAt(counts, 'numPassedTests');
    const asked = numberAt(counts, 'numTotalTests');
    return testOutcome({ passed, asked, code, output: withoutPassed(output) });
  };
}

/**
 * Runs the tests in a real browser.
 * @param {Steps} steps
 * @param {string} root
 * @param {string} chromium the executable
 * @returns {() => Promise<Outcome>}
 */
export function browserTests(steps, root, chromium) {
  return async () => {
    const report = reportFile(root, 'e2e.json');
    const { code, output } = await steps.node(
      [TOOLS.playwright, 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
      // No copy of the page after a failed test, because it might contain typed text.
      { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_NO_COPY_PROMPT: '1', CHROMIUM_PATH: chromium },
    );
    const found = readReport(report);
    const counts = /** @type {Record<string, unknown> | undefined} */ (found?.['stats']);
    const passed = numberAt(counts, 'expected') + numberAt(counts, 'flaky');
    const others = numberAt(counts, 'skipped') + numberAt(counts, 'unexpected');
    const notes = secondTries(/** @type {BrowserSuite} */ (found ?? {}))
      .map((text) => `PASSED ONLY AT THE SECOND TRY: ${text}`)
      .join('\n');
    return { ...testOutcome({ passed, asked: passed + others, code, output: withoutPassed(output) }), notes };
  };
}

/**
 * A part of the browser tests' report.
 * @typedef {{
 *   readonly suites?: readonly BrowserSuite[],
 *   readonly specs?: readonly {
 *     readonly title: string,
 *     readonly file: string,
 *     readonly line: number,
 *     readonly tests: readonly {
 *       readonly status: string,
 *       readonly results: readonly { readonly error?: { readonly message?: string } }[],
 *     }[],
 *   }[],
 * }} BrowserSuite
 */

/**
 * Tests that failed first and then passed, each with its first error, so that somebody looks for the reason.
 * @param {BrowserSuite} suite
 * @returns {readonly string[]}
 */
export function secondTries({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => `${file}:${line} ${title}\n${results[0]?.error?.message ?? ''}`.trimEnd()),
  );
  return [...own, ...suites.flatMap(secondTries)];
}

/**
 * What a runner printed, without the lines of passed tests, among which nobody would find the one that failed.
 * @param {string} output
 * @returns {string}
 */
export function withoutPassed(output) {
  return output.replaceAll(/^ *✓ .*\n?/gm, '');
}

/**
 * @param {{ passed: number, asked: number, code: number, output: string }} run
 * @returns {Outcome}
 */
function testOutcome({ passed, asked, code, output }) {
  // It also counts as a failure if there are no tests, or if the runner fails although its tests passed.
  const failed = Math.max(asked - passed, code === 0 && asked > 0 ? 0 : 1);
  return { passed, failed, output };
}

/**
 * @param {unknown} error
 * @returns {Outcome}
 */
function failure(error) {
  return {
    passed: 0,
    failed: 1,
    output: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

/**
 * @param {string} root
 * @param {string} name
 * @returns {string} the path for the runner's report; the earlier report is removed
 */
function reportFile(root, name) {
  const folder = join(root, 'node_modules', '.tmp', 'reports');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  rmSync(path, { force: true });
  return path;
}

/**
 * @param {string} path
 * @returns {Record<string, unknown> | undefined} undefined if the runner wrote none
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {Record<string, unknown> | undefined} counts
 * @param {string} name
 * @returns {number}
 */
function numberAt(counts, name) {
  const value = counts?.[name];
  return typeof value === 'number' ? value : 0;
}

/**
 * @param {string} text
 * @returns {string}
 */
function indent(text) {
  return text.trimEnd().replaceAll(/^/gm, '        ');
}
