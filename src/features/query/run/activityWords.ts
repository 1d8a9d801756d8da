import { formatCount } from '../../../ui/format.ts';
import type { RunState } from '../../../state/run/runState.ts';

/** What a run does besides reading its queries: "Coverage checks, 40 of 101". Undefined: it reads, or it has ended. */
export function activityWords(run: Pick<RunState, 'phase' | 'progress' | 'guards'>): string | undefined {
  if (run.phase !== 'running') return undefined;
  if (run.progress.some(({ state }) => state === 'waiting' || state === 'reading')) return undefined;
  const done = run.guards.filter(({ state }) => state !== 'waiting').length;
  if (done < run.guards.length) {
    return `Coverage checks, ${formatCount(done)} of ${formatCount(run.guards.length)}.`;
  }
  return 'Last check: whether every end is proven.';
}
