import { addTrack, MOST_TRACKS, openTracks } from '../../../state/results/timeline.ts';
import { useServices, usePart, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useTableNames } from '../form/useTables.ts';
import { readSameWindow } from './readTracks.ts';

/** Offers in the palette to read the same window of each of these tables. */
export function useTableActions(tables: readonly string[], read: (table: string) => void): void {
  useGroupActions(
    'Timeline',
    tables.map((table) => [
      `timeline.of.${table}`,
      `Same window in another table: ${table}`,
      () => read(table),
    ]),
  );
}

/** For a result that is not on the timeline: reads its window from another table, and opens a timeline of both. */
export function useSameWindow(isOnTimeline: boolean): void {
  const services = useServices();
  const { results, activity } = services;
  const state = useStore(results);
  const { names } = useTableNames();
  const window = usePart(services.run, (run) => (run.phase === 'idle' ? undefined : run.plan.request.window));
  const hasRoom = openTracks(state).length + 2 <= MOST_TRACKS;
  // On the timeline, TimelineTools offers the time of all tracks instead.
  const isOffered = window !== undefined && hasRoom && !isOnTimeline;
  useTableActions(isOffered ? names : [], (table) => {
    if (window === undefined) return;
    addTrack(results, state.inSight.id);
    void activity.track(readSameWindow(services, table, window));
  });
}
