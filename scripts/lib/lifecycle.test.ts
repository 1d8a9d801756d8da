import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';

const LIFECYCLE = new URL('./lifecycle.mjs', import.meta.url).href;

/** A process that runs until it is told to end, and prints that it was. */
const LIVING = `import { endWith } from '${LIFECYCLE}';
  endWith(async () => { process.stdout.write('closed '); });
  setInterval(() => {}, 1000);
  process.stdout.write('up ');`;

/** Starts a parent process with the running process below it. Both write to one pipe, so the end of the pipe shows that both are gone. */
const parentOf = (code: string) => `import { spawn } from 'node:child_process';
  spawn(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(code)}], { stdio: ['ignore', 1, 2] });
  setInterval(() => {}, 1000);`;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** Everything that the process, and all processes below it, have written. */
  readonly output: string;
}

/** Runs the code, applies `act` once it is up, and waits until everything that it started is gone. */
function endedBy(code: string, act: (child: ChildProcess) => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let acted = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (acted || !output.includes('up ')) return;
        acted = true;
        act(child);
      });
    }
    child.once('error', reject);
    child.once('close', (exitCode, signal) => {
      resolve({ code: exitCode, signal, output });
    });
  });
}

// Processes start slowly on a busy machine, and two of these tests wait for a timer in the code itself.
describe('the end of a command', { timeout: 30_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s closes what was started, and ends with 0',
    async (signal) => {
      const ended = await endedBy(LIVING, (child) => child.kill(signal));
      expect(ended).toEqual({ code: 0, signal: null, output: 'up closed ' });
    },
  );

  it('takes one Ctrl-C that comes twice, from the terminal and from npm, as one', async () => {
    const ended = await endedBy(LIVING, (child) => {
      child.kill('SIGINT');
      child.kill('SIGINT');
    });
    expect(ended).toEqual({ code: 0, signal: null, output: 'up closed ' });
  });

  it('a crash closes too, says what it was, and ends with 1', async () => {
    const crashing = `${LIVING} setImmediate(() => { throw new Error('broken'); });`;
    const ended = await endedBy(crashing, () => {});
    expect(ended).toMatchObject({ code: 1, output: expect.stringContaining('closed ') });
    expect(ended.output).toContain('Error: broken');
    const rejecting = `${LIVING} void Promise.reject(new Error('lost'));`;
    expect(await endedBy(rejecting, () => {})).toMatchObject({
      code: 1,
      output: expect.stringContaining('lost'),
    });
  });

  it('ends when the process that started it is gone, without a signal', async () => {
    const ended = await endedBy(parentOf(LIVING), (parent) => parent.kill('SIGKILL'));
    expect(ended).toEqual({ code: null, signal: 'SIGKILL', output: 'up closed ' });
  });
});

const STEPS = new URL('./steps.mjs', import.meta.url).href;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs steps in a separate process, because they print and set the exit code. */
function run(body: string): { readonly status: number | null; readonly lines: readonly string[] } {
  const script = `import { createSteps, tool } from '${STEPS}';
    const steps = createSteps(process.cwd());
    ${body}
    steps.finish();`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n') };
}

describe('steps', () => {
  it('sums steps and their tests in one last line, and ends with 0', () => {
    const { status, lines } = run(`
      await steps.step('one', async () => ({ passed: 1, failed: 0, output: '' }));
      await steps.step('many', async () => ({ passed: 40, failed: 0, output: 'unseen' }));
      await steps.step('tool', tool(steps, ['-e', '']));`);
    expect(lines.at(-1)).toBe('42 passed, 0 failed');
    expect(lines.join('\n')).not.toContain('unseen');
    expect(status).toBe(0);
  });

  it('shows what a failed step said, goes on, and ends with 1', () => {
    const { status, lines } = run(`
      await steps.step('tool', tool(steps, ['-e', 'console.log("out"); console.error("err"); process.exit(3)']));
      await steps.step('throws', async () => { throw new Error('broken'); });
      await steps.step('tests', async () => ({ passed: 2, failed: 1, output: 'one of three' }));`);
    expect(lines.at(-1)).toBe('2 passed, 3 failed');
    for (const words of ['out', 'err', 'Error: broken', 'one of three']) {
      expect(lines.some((line) => line.includes(words))).toBe(true);
    }
    expect(status).toBe(1);
  });

  it('does not call nothing at all a success', () => {
    expect(run('')).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
  });
});
