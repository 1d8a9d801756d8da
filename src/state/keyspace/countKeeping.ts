import type { KeptPart } from '../../core/keyspace/count/keptCount.ts';
import type { CountState } from '../../core/keyspace/count/keyCounts.ts';
import type { Activity } from '../base/activity.ts';
import type { QueryRunStore, RunState } from '../run/runState.ts';
import type * as keptCounts from './keptCounts.ts';

/** Where a count is kept; the file is loaded when it is needed. */
export type Keeper = typeof keptCounts;

/** How often a running count is kept. */
const KEEP_MS = 5000;

/** Saves a count every few seconds while it runs and when it stops, and deletes it when it is complete. */
export function createKeeping(
  run: QueryRunStore,
  countsNow: () => Promise<CountState>,
  load: () => Promise<Keeper>,
  count: {
    /** The browser could not store the count; saving stops. */
    readonly onRefused: () => void;
    /** Requests that are not among those of the run. */
    readonly requestsBefore: () => number;
  },
  { activity, nowMs }: { readonly activity: Activity; readonly nowMs: () => number },
) {
  let isOn = false;
  let isRefused = false;
  let atMs = 0;
  /** The previous counts. While a run reads on, they are stored with its newer parts, so that no part is missing. */
  let counts: CountState | undefined;
  const put = async (now: RunState, newest: CountState): Promise<void> => {
    const { scope } = now;
    const requests = count.requestsBefore() + now.requests.length;
    const keeper = await load();
    if (now.completeness.state === 'complete') return keeper.forgetCount();
    const held = now.phase === 'ended' ? newest : counts;
    if (held !== undefined && isOn)
      await keeper.keepCount({ version: 2, scope, counts: held, parts: partsOf(now), requests });
  };
  const refuse = (): void => {
    if (!isOn) return;
    isOn = false;
    isRefused = true;
    count.onRefused();
  };
  const write = async (now: RunState): Promise<void> => {
    const newest = await countsNow();
    await put(now, newest).catch(refuse);
    counts = newest;
  };
  const tick = (): void => {
    const now = run.get();
    if (!isOn || now.phase === 'idle') return;
    if (now.phase === 'running' && nowMs() - atMs < KEEP_MS) return;
    atMs = nowMs();
    // Before the first page there are no counts.
    void activity.track(write(now).catch(() => undefined));
  };
  return {
    tick,
    isOn: () => isOn,
    isRefused: () => isRefused,
    on: () => {
      isOn = true;
      isRefused = false;
      counts = undefined;
      atMs = 0;
      tick();
    },
    off: () => {
      isOn = false;
      isRefused = false;
    },
  };
}

function partsOf({ progress }: RunState): readonly KeptPart[] {
  return progress.flatMap(({ index, parts }) =>
    parts.map(({ order, range = { partition: {}, exact: true }, isCut, lastKey }) => ({
      name: `${index} ${order}`,
      range,
      endsAt: isCut === true ? lastKey : undefined,
    })),
  );
}
