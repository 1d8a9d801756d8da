import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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
