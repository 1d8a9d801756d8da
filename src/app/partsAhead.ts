import { loadCaptureReader, loadExportReader } from '../state/results/resultFiles.ts';
import { loadKeyPages } from '../state/run/questions.ts';

/* Code that loads before it is needed. It is in a file of its own so that the first screen does not hold the names of all these files. */

export type Load = () => Promise<unknown>;

const CHARTS: readonly Load[] = [
  () => import('../ui/charts/ValueChart.tsx'),
  () => import('../ui/charts/OverlayChart.tsx'),
];

/**
 * The code that opens, shows, compares and saves files with rows. Files must be readable even if the network or the page's host is gone.
 */
export const NEEDED_FOR_A_FILE: readonly Load[] = [
  () => import('../features/query/QueryView.tsx'),
  loadCaptureReader,
  loadExportReader,
  () => import('../workers/keyspaceClient.ts'),
  ...CHARTS,
  () => import('../state/results/capture/saveCapture.ts'),
  () => import('../features/query/timeline/Timeline.tsx'),
  () => import('../features/query/copy/CopyQueryMenu.tsx'),
  // Keyboard users choose a file through the palette.
  () => import('./palette/CommandPalette.tsx'),
];

/** Large or rarely used code, which loads last. The Parquet writer loads in each worker that holds rows. */
export const NEEDED_LATER: readonly Load[] = [() => import('../features/shared/captures/openSample.ts')];

/** Needed to run a query and to show its first rows. */
export const NEEDED_FOR_A_RUN: readonly Load[] = [
  () => import('../features/query/QueryView.tsx'),
  loadKeyPages,
];

/** What may be needed to look at rows in other ways and to connect again. The SDK is not here: it loads when it is chosen or needed. */
export const NEEDED: readonly Load[] = [
  ...CHARTS,
  () => import('../workers/keyspaceClient.ts'),
  () => import('../features/keyspace/KeyspaceView.tsx'),
  () => import('../features/connect/ConnectDialog.tsx'),
  () => import('./LeaveDialog.tsx'),
  () => import('./palette/KeyboardSheet.tsx'),
  () => import('../ui/editor/mountEditor.ts'),
  () => import('../ui/calendar/DayRangeCalendar.tsx'),
  () => import('../state/keyspace/probeRun.ts'),
  () => import('../state/keyspace/keptCounts.ts'),
];
