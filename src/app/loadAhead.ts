import type { Activity } from '../state/base/activity.ts';
import type { ConnectionStore } from '../state/connection/connectionState.ts';
import type * as PartsAhead from './partsAhead.ts';
import type { TablesEnv } from '../tables/base/clock.ts';

type Parts = Pick<typeof PartsAhead, 'NEEDED' | 'NEEDED_FOR_A_FILE' | 'NEEDED_FOR_A_RUN' | 'NEEDED_LATER'>;
type Load = PartsAhead.Load;
type LoadInTurn = (groupsOf: (parts: Parts) => readonly (readonly Load[])[]) => Promise<void>;

const partsAhead = (): Promise<Parts> => import('./partsAhead.ts');

function inTurn(loadParts: () => Promise<Parts>): LoadInTurn {
  return async (groupsOf) => {
    // A file that fails to load here will fail again when it is needed, and is reported then.
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

/** `loadExpressions` loads the code for filtering by regular expressions. */
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

/** Loads the code for files once the first screen is shown and nothing else is in progress. */
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

/** Do not wait for a run longer than this: a new deployment could remove the files in the meantime. */
const LATEST_MS = 5000;

/**
 * Loads the rest of the code for running a query and showing its result, starting with the first attempt to connect. A
 * new deployment removes these files from the host, and a run must not fail because one is missing. What the first rows
 * need loads first; the rest waits, so that it does not compete with the first run for the processor.
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
    // Files that failed to load before the connection (no network) get a second chance.
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

/** How long the page must have been idle, with no key or button pressed. */
export const QUIET_MS = 2000;

export type OnceQuiet = (run: () => void) => void;

const INPUTS = ['pointerdown', 'keydown', 'wheel'] as const;

/** Delayed work takes the processor for a few hundred milliseconds. If it ran while the user types, each key would have to wait for it. */
export function onceQuiet(
  activity: Pick<Activity, 'idle'>,
  {
    setTimer,
    monotonicMs,
  }: Pick<TablesEnv, 'monotonicMs'> & {
    readonly setTimer: (run: () => void, ms: number) => unknown;
  },
  page: Pick<EventTarget, 'addEventListener'>,
): OnceQuiet {
  let inputAtMs = Number.NEGATIVE_INFINITY;
  const note = (): void => void (inputAtMs = monotonicMs());
  for (const type of INPUTS) page.addEventListener(type, note, { capture: true, passive: true });
  return (run) => {
    const look = (): void =>
      void activity.idle().then(() => {
        const restMs = inputAtMs + QUIET_MS - monotonicMs();
        if (restMs > 0) setTimer(look, restMs);
        else run();
      });
    void activity.idle().then(() => setTimer(look, QUIET_MS));
  };
}
