import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const PARENT_CHECK_MS = 1000;
const CLOSE_LIMIT_MS = 3000;
/** One Ctrl-C can arrive twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Ends the process on a signal (exit code 0), after a crash (1), and when the process that started it has ended (0), because npm does not
 * pass on every signal and no process may stay behind.
 * @param {() => Promise<void>} close stops everything; called once
 */
export function endWith(close) {
  /** @type {number | undefined} */
  let endingSinceMs;
  /** @param {number} code */
  const end = (code) => {
    if (endingSinceMs !== undefined) {
      // A second Ctrl-C ends the process at once.
      if (performance.now() - endingSinceMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    endingSinceMs = performance.now();
    process.exitCode = code;
    const limit = setTimeout(() => process.exit(code), CLOSE_LIMIT_MS);
    close()
      .catch(() => {})
      .finally(() => {
        clearTimeout(limit);
        process.exit(code);
      });
  };
  for (const signal of SIGNALS) process.on(signal, () => end(0));
  /** @param {unknown} error */
  const crash = (error) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    end(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  // If nobody reads our output any more, that is not a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  const parent = process.ppid;
  const watched = ancestors(parent);
  setInterval(() => {
    if (process.ppid !== parent || !watched.every(isAlive)) end(0);
  }, PARENT_CHECK_MS).unref();
}

const SHELL = /^-?(?:sh|ash|dash|bash|zsh|busybox)$/;

/**
 * The processes without which this one should end too: its parent, and if that is the shell of an npm script, the npm above it.
 * @param {number} parent
 * @returns {readonly number[]}
 */
function ancestors(parent) {
  if (process.env['npm_lifecycle_event'] === undefined) return [parent];
  const { name, above } = describe(parent);
  return SHELL.test(name) && above > 1 ? [parent, above] : [parent];
}

/**
 * @param {number} pid
 * @returns {{ name: string, above: number }} above: its parent; the name is empty if the system does not tell
 */
function describe(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, so state and parent are read after the last parenthesis.
    const [, above] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')), above: Number(above) };
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
    const [, above = '0', path = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout ?? '') ?? [];
    return { name: path.replace(/.*\//, ''), above: Number(above) };
  }
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
