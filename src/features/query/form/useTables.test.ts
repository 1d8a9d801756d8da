import { expect, it } from 'vitest';
import { NO_RUN, type RunState } from '../../../state/run/runState.ts';
import { isBeginning } from './useTables.ts';

const RUN = {
  phase: 'running',
  elapsedMs: 1200,
  plan: { request: { tableName: 'Logs' } },
} as RunState;

it('a run goes before the sample of its own table while it begins, not of another one, nor for long', () => {
  expect(isBeginning(RUN, 'Logs')).toBe(true);
  expect(isBeginning(RUN, 'Orders')).toBe(false);
  expect(isBeginning({ ...RUN, elapsedMs: 5000 }, 'Logs')).toBe(false);
  expect(isBeginning(NO_RUN, 'Logs')).toBe(false);
});

it('a run that waits, or has ended, keeps no sample waiting', () => {
  const pause = { kind: 'offline' } as never;
  expect(isBeginning({ ...RUN, phase: 'running', pause }, 'Logs')).toBe(false);
  expect(isBeginning({ ...RUN, phase: 'ended' }, 'Logs')).toBe(false);
});
