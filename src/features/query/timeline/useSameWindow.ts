import { addTrack } from '../../../state/results/timeline.ts';
import { useServices } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { usePart, useStore } from '../../shared/useStore.ts';
import { useTableNames } from '../form/useTables.ts';
import { readSameWindow } from './readTracks.ts';

/** In the palette: reads the window of the result in sight from another table, and opens a timeline of both. */
export function useSameWindow(isOnTimeline: boolean): void {
  const services = useServices();
  const { results, activity } = services;
  const { inSight } = useStore(results);
  const { names } = useTableNames();
  const window = usePart(services.run, (run) => (run.phase === 'idle' ? undefined : run.plan.request.window));
  const read = (table: string): void => {
    if (window === undefined) return;
    addTrack(results, inSight.id);
    void activity.track(readSameWindow(services, table, window));
  };
  // A timeline offers the time of all its tracks instead.
  const offered = window === undefined || isOnTimeline ? [] : names;
  useGroupActions(
    'Timeline',
    offered.map((table) => [
      `timeline.of.${table}`,
      `Same window in another table: ${table}`,
      () => read(table),
    ]),
  );
}
