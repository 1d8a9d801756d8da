import type { Activity } from '../state/base/activity.ts';
import { loadCaptureReader, loadExportReader } from '../state/results/resultFiles.ts';
import { loadRunEngine } from '../state/run/runEngine.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';

/** What opens a file with rows and shows it: it must open when the network is gone, or the page's host. */
const NEEDED_FOR_A_FILE: readonly (() => Promise<unknown>)[] = [
  () => import('../features/query/QueryView.tsx'),
  loadCaptureReader,
  loadExportReader,
  () => import('../workers/keyspaceClient.ts'),
];

/** Loads them once the first screen is there and has nothing more to do. */
export function loadAheadOnceQuiet(activity: Activity): void {
  // What fails here fails again where it is wanted, and is said there.
  void activity.idle().then(() => Promise.allSettled(NEEDED_FOR_A_FILE.map((load) => load())));
}

/** All that querying, looking at what was read, and connecting again may need; the SDK loads when it is chosen or needed. */
const NEEDED: readonly (() => Promise<unknown>)[] = [
  () => import('../features/query/QueryView.tsx'),
  loadRunEngine,
  () => import('../features/keyspace/KeyspaceView.tsx'),
  () => import('../features/connect/ConnectDialog.tsx'),
  () => import('./palette/CommandPalette.tsx'),
  () => import('./palette/KeyboardSheet.tsx'),
  () => import('../ui/charts/ValueChart.tsx'),
  () => import('../ui/charts/DurationChart.tsx'),
  () => import('../ui/editor/mountEditor.ts'),
];

/**
 * With the first connection, loads what is still to come of the way from a query to its result: a newer version that
 * is put on the host later takes these files away, and a run must not end at a file.
 */
export function loadAheadOnceConnected(
  connection: ConnectionStore,
  activity: Activity,
  loadRun: () => Promise<void>,
): void {
  const end = connection.subscribe(() => {
    if (connection.get().kind !== 'connected') return;
    end();
    // What fails here fails again where it is wanted, and is said there.
    void activity.track(Promise.allSettled([loadRun, ...NEEDED].map((load) => load())));
  });
}
