import { fork } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Answer, EachCall, OneCall, Planted } from './runner.mjs' */
/** @import { Step } from './testRunner.mjs' */

/*
 * Runs a process with a Vitest and reads its log: the parent's side of runner.mjs.
 */

const LOOK_MS = 2_000;
/** Without a fault, no test takes this long, even on a busy machine. */
const TEST_MS = 300_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let started = 0;

export function endAll() {
  for (const child of running) child.kill('SIGKILL');
}

/**
 * @param {string} root
 * @param {string} folder for the log
 * @param {readonly Planted[]} planted
 * @param {boolean} isEach
 */
export async function startRunner(root, folder, planted, isEach) {
  started += 1;
  const log = join(folder, `mutate-${started}.log`);
  rmSync(log, { force: true });
  const child = fork(join(root, 'scripts', 'mutate', 'runner.mjs'), {
    cwd: root,
    env: { ...process.env, TZ: 'UTC', NO_COLOR: '1' },
    // Hides the output of tests and Vitest, but shows a crash of the runner.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  let read = 0;
  const steps = () => {
    const text = textOf(log);
    const end = text.lastIndexOf('\n') + 1;
    const fresh = text.slice(Math.min(read, end), end);
    read = end;
    return fresh
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => /** @type {Step} */ (JSON.parse(line)));
  };
  /**
   * @param {EachCall | OneCall | import('./runner.mjs').StartCall} message
   * @param {(seen: readonly Step[]) => void} [onSteps]
   * @param {number} [patienceMs] without a step
   * @returns {Promise<Answer | undefined>} undefined if the process ended, or nothing happened for too long
   */
  const call = (message, onSteps = () => {}, patienceMs = TEST_MS) =>
    new Promise((resolve) => {
      let quietSinceMs = performance.now();
      let patience = patienceMs;
      const look = () => {
        const seen = steps();
        const last = seen.at(-1);
        if (last !== undefined) {
          quietSinceMs = performance.now();
          patience = last.step === 'try' ? 2 * last.patienceMs + 5_000 : patienceMs;
        }
        onSteps(seen);
      };
      const timer = setInterval(() => {
        look();
        if (performance.now() - quietSinceMs > patience) done(undefined);
      }, LOOK_MS);
      /** @param {Answer | undefined} answer */
      const done = (answer) => {
        clearInterval(timer);
        child.removeAllListeners('message').removeAllListeners('exit');
        look();
        resolve(answer);
      };
      child.once('message', (answer) => done(/** @type {Answer} */ (answer)));
      child.once('exit', () => done(undefined));
      child.send(message);
    });
  await call({ type: 'start', root, log, planted, isEach });
  return {
    call,
    end: () => {
      running.delete(child);
      child.kill('SIGKILL');
      rmSync(log, { force: true });
    },
  };
}

/** @param {string} path */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
