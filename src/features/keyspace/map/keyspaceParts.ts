import type { NamedLinks } from '../../../state/address/namedLinks.ts';
import { createKeyspaceBookmarks } from '../../../state/keyspace/bookmarks.ts';
import { createKeyspaceCount, type KeyspaceCount } from '../../../state/keyspace/countRun.ts';
import { createKeyFile, type KeyFile } from '../../../state/keyspace/keyFile.ts';
import { createModelRuns } from '../../../state/keyspace/modelRun.ts';
import { createRowListStore, type RowListStore } from '../../../state/run/rowListState.ts';
import type { Services } from '../../../state/services/services.ts';
import { useServices } from '../../shared/services.tsx';

/** Stores that only this view needs. They load with it, not with the first screen. */
export interface MapSections {
  readonly file: KeyFile;
  readonly bookmarks: NamedLinks;
  readonly models: ReturnType<typeof createModelRuns>;
  readonly count: KeyspaceCount;
  /** The selection on a map without rows. */
  readonly cells: RowListStore;
}

/** They outlive the view, so that dropped files are still there when the user returns. */
const made = new WeakMap<Services['keyspaceProbe'], MapSections>();

function createParts({
  startKeyspaceWorker,
  activity,
  address,
  decodeBulk,
  templates,
  askTable,
  createCountRun,
  nowMs,
}: Services): MapSections {
  return {
    file: createKeyFile({
      start: startKeyspaceWorker,
      activity,
      readList: (file) => decodeBulk.read(file, file.name, { templates: templates.get() }),
      clearList: decodeBulk.clear,
      templates: templates.get,
    }),
    bookmarks: createKeyspaceBookmarks(() => window.localStorage),
    models: createModelRuns(startKeyspaceWorker, activity),
    count: createKeyspaceCount({
      activity,
      askTable,
      startWorker: startKeyspaceWorker,
      templates: templates.get,
      createRun: createCountRun,
      loadKeeper: () => import('../../../state/keyspace/keptCounts.ts'),
      nowMs,
    }),
    cells: createRowListStore(address.step),
  };
}

export function useMapSections(): MapSections {
  const services = useServices();
  const known = made.get(services.keyspaceProbe);
  if (known !== undefined) return known;
  const parts = createParts(services);
  made.set(services.keyspaceProbe, parts);
  return parts;
}
