import { useState } from 'react';
import type { RunState } from '../../state/run/runState.ts';

/** The version of the rows when this run was first seen: answers about older ones are of another run. */
export function useFirstVersion({ runId, dataVersion }: RunState): number {
  const [first, setFirst] = useState({ runId, dataVersion });
  if (first.runId === runId) return first.dataVersion;
  setFirst({ runId, dataVersion });
  return dataVersion;
}
