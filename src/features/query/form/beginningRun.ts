import type { NoRun, RunState } from '../../../state/run/runState.ts';

/** A sample takes as many requests as a run has lanes. For this long, those of the run go first. */
const RUN_FIRST_MS = 5000;

/** Whether a run has just begun to read this table and is not waiting for anything. */
export function isBeginning(run: NoRun | RunState, tableName: string): boolean {
  if (run.phase !== 'running' || run.pause !== undefined) return false;
  return run.elapsedMs < RUN_FIRST_MS && run.plan.request.tableName === tableName;
}
