import type { Activity } from '../state/base/activity.ts';
import { loadCaptureReader, loadExportReader } from '../state/results/resultFiles.ts';
import { loadRunEngine } from '../state/run/runEngine.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';

const CHARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../ui/charts/ValueChart.tsx'),
  () => import('../ui/charts/DurationChart.tsx'),
  () => import('../ui/charts/OverlayChart.tsx'),
  () => import('../ui/charts/DifferenceChart.tsx'),
];

/**
 * The code that opens files with rows, shows, compares and saves them: this must work even if the network or the page's host is gone.
 * Parquet, filters by regular expression and the sample are not among it.
 */
const NEEDED_FOR_A_FILE: readonly (() => Promise<unknown>)[] = [
  () => import('../features/query/QueryView.tsx'),
  loadCaptureReader,
  loadExportReader,
  () => import('../workers/keyspaceClient.ts'),
  ...CHARTS,
  () => import('../features/query/compare/CompareResults.tsx'),
  () => import('../features/query/run/captureOutcome.ts'),
  // By keyboard, the palette is the way to choose a file.
  () => import('./palette/CommandPalette.tsx'),
];

/** Loads them once the first screen is shown and idle. */
export function loadAheadOnceQuiet(activity: Activity): void {
  // A load that fails here fails again when it is needed, and is reported then.
  void activity.idle().then(() => Promise.allSettled(NEEDED_FOR_A_FILE.map((load) => load())));
}

/** All that querying, looking at what was read, and connecting again may need; the SDK loads when it is chosen or needed. */
const NEEDED: readonly (() => Promise<unknown>)[] = [
  () => import('../features/query/QueryView.tsx'),
  loadRunEngine,
  () => import('../features/keyspace/KeyspaceView.tsx'),
  () => import('../features/connect/ConnectDialog.tsx'),
  () => import('./palette/KeyboardSheet.tsx'),
  () => import('../ui/editor/mountEditor.ts'),
];

/**
 * With the first connection, loads the remaining code from a query to its result. A newer version on the host
 * removes these files, and a run must not fail because of a missing file.
 */
export function loadAheadOnceConnected(
  connection: ConnectionStore,
  activity: Activity,
  loadRun: () => Promise<void>,
): void {
  const end = connection.subscribe(() => {
    if (connection.get().kind !== 'connected') return;
    end();
    // A load that fails here fails again when it is needed, and is reported then.
    void activity.track(Promise.allSettled([loadRun, ...NEEDED].map((load) => load())));
  });
}
