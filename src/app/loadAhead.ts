import type { Activity } from '../state/base/activity.ts';
import { loadCaptureReader, loadExportReader } from '../state/results/resultFiles.ts';
import { loadRunEngine } from '../state/run/runEngine.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';

type Load = () => Promise<unknown>;

const CHARTS: readonly Load[] = [
  () => import('../ui/charts/ValueChart.tsx'),
  () => import('../ui/charts/DurationChart.tsx'),
  () => import('../ui/charts/OverlayChart.tsx'),
  () => import('../ui/charts/DifferenceChart.tsx'),
];

/** The code that opens files with rows, shows, compares and saves them: this must work even if the network or the page's host is gone. */
const NEEDED_FOR_A_FILE: readonly Load[] = [
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

/** What is large or rarely used: it loads after the rest. The writer of Parquet loads in each worker that holds rows. */
const NEEDED_LATER: readonly Load[] = [() => import('../features/shared/captures/openSample.ts')];

async function loadInTurn(...groups: readonly (readonly Load[])[]): Promise<void> {
  // A load that fails here fails again when it is needed, and is reported then.
  for (const loads of groups) await Promise.allSettled(loads.map((load) => load()));
}

/** The page has been quiet for so long: nobody waits for the processor, and what somebody presses next is not delayed. */
const QUIET_MS = 2000;

/** Runs once the page has had nothing to do for a while. */
export type OnceQuiet = (run: () => void) => void;

export function onceQuiet(activity: Activity, setTimer: (run: () => void, ms: number) => unknown): OnceQuiet {
  return (run) =>
    void activity.idle().then(() => {
      setTimer(() => void activity.idle().then(run), QUIET_MS);
    });
}

interface LoadEnv {
  readonly connection: ConnectionStore;
  readonly activity: Activity;
  readonly whenQuiet: OnceQuiet;
}

/** `loadExpressions`: what filters by regular expressions. */
export function loadAhead(env: LoadEnv, loadRun: Load, loadExpressions: Load): void {
  loadAheadOnceQuiet(env, loadExpressions);
  loadAheadOnceConnected(env, [loadRun, loadExpressions]);
}

/** Loads the code for files once the first screen is shown and quiet. */
function loadAheadOnceQuiet({ activity, whenQuiet }: LoadEnv, loadExpressions: Load): void {
  whenQuiet(() => void activity.track(loadInTurn(NEEDED_FOR_A_FILE, [...NEEDED_LATER, loadExpressions])));
}

/** All that querying, looking at what was read, and connecting again may need; the SDK loads when it is chosen or needed. */
const NEEDED: readonly Load[] = [
  () => import('../features/query/QueryView.tsx'),
  loadRunEngine,
  ...CHARTS,
  () => import('../features/keyspace/KeyspaceView.tsx'),
  () => import('../features/connect/ConnectDialog.tsx'),
  () => import('./LeaveDialog.tsx'),
  () => import('./palette/KeyboardSheet.tsx'),
  () => import('../ui/editor/mountEditor.ts'),
  () => import('../ui/calendar/DayRangeCalendar.tsx'),
  () => import('../features/query/compare/windowBefore.ts'),
  () => import('../state/keyspace/probeRun.ts'),
];

/**
 * With the first connection, loads the remaining code from a query to its result. A newer version on the host
 * removes these files, and a run must not fail because of a missing file. `loads`: what the services load themselves.
 */
function loadAheadOnceConnected({ connection, activity, whenQuiet }: LoadEnv, loads: readonly Load[]): void {
  const end = connection.subscribe(() => {
    if (connection.get().kind !== 'connected') return;
    end();
    // What did not load before the connection (the network was gone) gets a second chance, without keeping the page busy.
    void activity
      .track(loadInTurn([...loads, ...NEEDED]))
      .then(() => whenQuiet(() => void loadInTurn(NEEDED_FOR_A_FILE, NEEDED_LATER)));
  });
}
