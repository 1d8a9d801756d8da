import type { NoRun, RunState } from '../../../state/run/runState.ts';

/** For so long the requests of a run go before those of the sample, which are as many as six of its lanes. */
const RUN_FIRST_MS = 5000;

/** Whether a run has just begun to read this table, and does not wait for anything. */
export function isBeginning(run: NoRun | RunState, tableName: string): boolean {
  if (run.phase !== 'running' || run.pause !== undefined) return false;
  return run.elapsedMs < RUN_FIRST_MS && run.plan.request.tableName === tableName;
}
