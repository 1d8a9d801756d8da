import { formatCount } from '../../../ui/format.ts';
import type { RunningRun, RunState } from '../../../state/run/runState.ts';

/** Why no request is answered. A network fault or a timeout may be caused by the service, or by something between it and this page. */
export function troubleWords({ kind }: NonNullable<RunningRun['trouble']>): string {
  const isOutOfReach = kind === 'network' || kind === 'timeout';
  return isOutOfReach ? 'Azure is busy or out of reach, waiting' : 'Azure is busy, waiting';
}

/**
 * What a run is doing besides reading its queries: "Azure is busy, waiting", "Coverage checks, 40 of 101". Undefined while it only reads,
 * or if it has ended.
 */
export function activityWords(
  run: Pick<RunState, 'phase' | 'progress' | 'guards'> & Pick<RunningRun, 'trouble'>,
): string | undefined {
  if (run.phase !== 'running') return undefined;
  if (run.trouble !== undefined) return `${troubleWords(run.trouble)}.`;
  if (run.progress.some(({ state }) => state === 'waiting' || state === 'reading')) return undefined;
  const done = run.guards.filter(({ state }) => state !== 'waiting').length;
  if (done < run.guards.length) {
    return `Coverage checks, ${formatCount(done)} of ${formatCount(run.guards.length)}.`;
  }
  return 'Last check: whether every end is proven.';
}
