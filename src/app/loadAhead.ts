import type { Activity } from '../state/base/activity.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';
import type { OnceQuiet } from './onceQuiet.ts';
import type * as PartsAhead from './partsAhead.ts';

type Parts = typeof PartsAhead;
type Load = PartsAhead.Load;

async function loadInTurn(groupsOf: (parts: Parts) => readonly (readonly Load[])[]): Promise<void> {
  // What fails to load here fails again when it is needed, and is reported then.
  const parts = await import('./partsAhead.ts').catch(() => undefined);
  if (parts === undefined) return;
  for (const loads of groupsOf(parts)) await Promise.allSettled(loads.map((load) => load()));
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
  whenQuiet(
    () =>
      void activity.track(
        loadInTurn((parts) => [parts.NEEDED_FOR_A_FILE, [...parts.NEEDED_LATER, loadExpressions]]),
      ),
  );
}

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
      .track(loadInTurn(({ NEEDED }) => [[...loads, ...NEEDED]]))
      .then(() => whenQuiet(() => void loadInTurn((parts) => [parts.NEEDED_FOR_A_FILE, parts.NEEDED_LATER])));
  });
}
