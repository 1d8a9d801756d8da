import type { RunState } from '../../../state/run/runState.ts';

/** The median time of a run's requests. */
export interface RequestTime {
  readonly medianMs: number;
  readonly requests: number;
}

/** The median time from sending to the last byte, of pages that arrived whole; undefined if none did. */
export function requestTime(
  requests: readonly Pick<RunState['requests'][number], 'kind' | 'status' | 'startedAtMs' | 'endedAtMs'>[],
): RequestTime | undefined {
  const times = requests
    .flatMap(({ kind, status, startedAtMs, endedAtMs }) =>
      kind === 'query' && status === 200 && endedAtMs !== undefined ? [endedAtMs - startedAtMs] : [],
    )
    .sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)];
  return median === undefined
    ? undefined
    : { medianMs: Math.max(1, Math.round(median)), requests: times.length };
}
