import type { RunState } from '../../../state/run/runState.ts';

/**
 * The given share (0..1) of requests were answered within this many milliseconds, from sending to the last byte:
 * the time waited for a lane is not in it. Undefined before the first answer.
 */
export function requestQuantileMs(requests: RunState['requests'], share: number): number | undefined {
  const durations = requests
    .filter((request) => request.endedAtMs !== undefined && request.status !== undefined)
    .map((request) => (request.endedAtMs ?? 0) - request.startedAtMs)
    .sort((a, b) => a - b);
  return durations[Math.max(0, Math.ceil(durations.length * share) - 1)];
}
