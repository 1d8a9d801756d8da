import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { type OpenResult, namedResults } from '../../../state/results/resultTabs.ts';
import { addTrack, MOST_TRACKS } from '../../../state/results/timeline.ts';
import { isSameQuery } from '../../../state/run/queryForm.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SearchMenu } from '../../../ui/controls/SearchMenu.tsx';
import { formatPlural } from '../../../ui/format.ts';
import { useConnectDoor } from '../../shared/credential/connectDoor.ts';
import { useServices, useSession, useStore } from '../../shared/services.tsx';
import { useGroupActions } from '../../shared/useActions.ts';
import { useTableNames } from '../form/useTables.ts';
import { isMade } from '../opened/RowsBar.tsx';
import { readSameWindow, readTracks, takeTime } from './readTracks.ts';
import type { PlaneProps } from './TimeOverlay.tsx';
import { useTableActions } from './useSameWindow.ts';
import css from './timeline.module.css';
import type { SharedTrack } from './useTimeline.ts';

const LEGEND = [
  ['critical', 'Critical'],
  ['error', 'Error'],
  ['warning', 'Warning'],
  ['info', 'Other'],
] as const;

/** The bar above the tracks: what can be done with all of them, and the legend. */
export function TimelineTools(
  props: PlaneProps & {
    /** The time of all tracks; undefined if it is not known yet. */
    readonly whole: TickSpan | undefined;
    /** The time that is selected; undefined if none is. */
    readonly stretch: TickSpan | undefined;
  },
): ReactNode {
  const { stretch, isZoomed, zoomTo } = props;
  const services = useServices();
  const own = ownResults(props.tracks);
  const { run, words } = useRunWaiting(own);
  const take = stretch && own.length > 0 ? () => takeTime(services, own, stretch) : undefined;
  const takeWords = own.length === 1 ? 'Use in the query' : `Use in all ${own.length} queries`;
  const toStretch = stretch && (() => zoomTo(stretch));
  const toAll = isZoomed ? () => zoomTo(undefined) : undefined;
  const tools = [
    ['timeline.run', words, run],
    ['timeline.use', takeWords, take],
    ['timeline.zoom', 'Zoom to the selection', toStretch],
    ['timeline.all', 'Show all', toAll],
  ] as const;
  useGroupActions(
    'Timeline',
    tools.map(([id, title, act]) => [id, `Timeline: ${title}`, act] as const),
  );
  return (
    <div className={css.bar}>
      <h2 className={css.title}>Timeline</h2>
      {tools.map(
        ([id, title, act], at) =>
          act && (
            <Button key={id} size="small" look={at === 0 ? 'default' : 'link'} onPress={act}>
              {title}
            </Button>
          ),
      )}
      <span className="rest" />
      <ul className={css.legend} aria-label="Colours">
        {LEGEND.map(([rank, word]) => (
          <li key={rank} data-rank={rank}>
            {word}
          </li>
        ))}
      </ul>
      <AddTrack {...props} />
    </div>
  );
}

/** The results whose query this page can run. Captures, files, and rows made from other results have none. */
function ownResults(tracks: readonly SharedTrack[]): readonly OpenResult[] {
  return tracks.map(({ result }) => result).filter((result) => !isMade(result));
}

/** Runs the queries that have not run yet, or were changed since they ran. */
function useRunWaiting(own: readonly OpenResult[]) {
  const services = useServices();
  const isConnected = useSession() !== undefined;
  const connect = useConnectDoor();
  const waiting = own.filter(({ services: { run, query } }) => {
    const ran = run.get();
    return ran.phase === 'idle' || (ran.phase === 'ended' && !isSameQuery(ran.form, query.get()));
  });
  const read = (): void => void services.activity.track(readTracks(services, waiting));
  return {
    run: waiting.length === 0 ? undefined : isConnected ? read : () => connect(read),
    words: `Run ${formatPlural(waiting.length, 'query', 'queries')}`,
  };
}

/** Adds an open result, or reads the same time of another table. */
function AddTrack({
  tracks,
  whole,
  stretch,
}: Pick<Parameters<typeof TimelineTools>[0], 'tracks' | 'whole' | 'stretch'>): ReactNode {
  const services = useServices();
  const { results, activity } = services;
  const { all } = useStore(results);
  const { names, renew } = useTableNames();
  const isFull = tracks.length >= MOST_TRACKS;
  const others = isFull ? [] : namedResults(all).filter(({ id }) => tracks.every((track) => track.id !== id));
  const window = stretch ?? whole;
  const tables = window === undefined || isFull ? [] : names;
  const read = (table: string): void => {
    if (window !== undefined) void activity.track(readSameWindow(services, table, window));
  };
  useTableActions(tables, read);
  return (
    <SearchMenu
      label="Add a track"
      face={
        <>
          <Plus aria-hidden="true" />
          Add a track
        </>
      }
      look="subtle"
      entries={() => {
        renew();
        return [
          ...others.map(({ id, name }) => ({ id: `${id}`, label: name, description: 'Open result' })),
          ...tables.map((table) => ({
            id: `=${table}`,
            label: table,
            description: 'Same window in another table',
          })),
        ];
      }}
      onAction={(id) => (id.startsWith('=') ? read(id.slice(1)) : addTrack(results, Number(id)))}
    />
  );
}
