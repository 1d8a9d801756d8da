import { expect, it } from 'vitest';
import type { RunState } from '../../../state/run/runState.ts';
import { isAtRest, isRead } from './useRunFacts.ts';

const run = (phase: RunState['phase'], states: readonly string[], pause?: object): RunState => {
  const known: object = { phase, progress: states.map((state) => ({ state })), ...(pause && { pause }) };
  return known as RunState;
};

it('rows are read once every query is, while coverage checks still run; findings wait for the end', () => {
  expect(isRead(run('running', ['done', 'reading']))).toBe(false);
  expect(isRead(run('running', ['done', 'failed']))).toBe(false);
  expect(isRead(run('running', ['done', 'done']))).toBe(true);
  expect(isAtRest(run('running', ['done', 'done']))).toBe(false);
});

it('a run that waits or has ended is read as far as it will be', () => {
  for (const at of [run('running', ['reading'], { kind: 'offline' }), run('ended', ['failed', 'done'])]) {
    expect(isRead(at)).toBe(true);
    expect(isAtRest(at)).toBe(true);
  }
});
