import type { Activity } from '../state/base/activity.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';
import type { OnceQuiet } from './onceQuiet.ts';
import type * as PartsAhead from './partsAhead.ts';

type Parts = Pick<typeof PartsAhead, 'NEEDED' | 'NEEDED_FOR_A_FILE' | 'NEEDED_FOR_A_RUN' | 'NEEDED_LATER'>;
type Load = PartsAhead.Load;
type LoadInTurn = (groupsOf: (parts: Parts) => readonly (readonly Load[])[]) => Promise<void>;

const partsAhead = (): Promise<Parts> => import('./partsAhead.ts');

function inTurn(loadParts: () => Promise<Parts>): LoadInTurn {
  return async (groupsOf) => {
    // What fails to load here fails again when it is needed, and is reported then.
    const parts = await loadParts().catch(() => undefined);
    if (parts === undefined) return;
    for (const loads of groupsOf(parts)) await Promise.allSettled(loads.map((load) => load()));
  };
}

interface LoadEnv {
  readonly connection: Pick<ConnectionStore, 'get' | 'subscribe'>;
  readonly activity: Activity;
  readonly whenQuiet: OnceQuiet;
  readonly setTimer: (run: () => void, ms: number) => unknown;
}

/** `loadExpressions`: what filters by regular expressions. */
export function loadAhead(
  env: LoadEnv,
  loadRun: Load,
  loadExpressions: Load,
  loadParts: () => Promise<Parts> = partsAhead,
): void {
  const loadInTurn = inTurn(loadParts);
  loadAheadOnceQuiet(env, loadInTurn, loadExpressions);
  loadAheadOnceConnected(env, loadInTurn, loadRun, loadExpressions);
}

/** Loads the code for files once the first screen is shown and quiet. */
function loadAheadOnceQuiet(
  { activity, whenQuiet }: LoadEnv,
  loadInTurn: LoadInTurn,
  loadExpressions: Load,
): void {
  whenQuiet(
    () =>
      void activity.track(
        loadInTurn((parts) => [parts.NEEDED_FOR_A_FILE, [...parts.NEEDED_LATER, loadExpressions]]),
      ),
  );
}

/** A run may take longer; a newer version on the host must not remove the files meanwhile. */
const LATEST_MS = 5000;

/**
 * With the first connection, loads the remaining code from a query to its result. A newer version on the host
 * removes these files, and a run must not fail because of a missing file. What the first rows need comes first, from the beginning of
 * the attempt to connect on; the rest does not compete with a first run for the processor.
 */
function loadAheadOnceConnected(
  { connection, activity, whenQuiet, setTimer }: LoadEnv,
  loadInTurn: LoadInTurn,
  loadRun: Load,
  loadExpressions: Load,
): void {
  const loadForRun = (): Promise<void> => loadInTurn((parts) => [[loadRun, ...parts.NEEDED_FOR_A_RUN]]);
  const free = (): Promise<void> =>
    Promise.race([
      activity.idle(1),
      new Promise<void>((resolve) => {
        setTimer(resolve, LATEST_MS);
      }),
    ]);
  const loadAll = async (): Promise<void> => {
    // What did not load before the connection (the network was gone) gets a second chance.
    await loadForRun();
    await free();
    await loadInTurn((parts) => [[loadExpressions, ...parts.NEEDED]]);
  };
  const end = connection.subscribe(() => {
    const { kind } = connection.get();
    if (kind === 'connecting') void activity.track(loadForRun());
    if (kind !== 'connected') return;
    end();
    void activity
      .track(loadAll())
      .then(() => whenQuiet(() => void loadInTurn((parts) => [parts.NEEDED_FOR_A_FILE, parts.NEEDED_LATER])));
  });
}
