import type { KeptPart } from '../../core/keyspace/count/keptCount.ts';
import type { CountState } from '../../core/keyspace/count/keyCounts.ts';
import type { Activity } from '../base/activity.ts';
import type { QueryRunStore, RunState } from '../run/runState.ts';
import type { forgetCount, keepCount, readCount } from './keptCounts.ts';

/** Where a count is kept. */
export interface Keeper {
  readonly readCount: typeof readCount;
  readonly keepCount: typeof keepCount;
  readonly forgetCount: typeof forgetCount;
}

/** How often a running count is kept. */
const KEEP_MS = 5000;

/** Keeps a count every few seconds while it runs, and once it has ended; a complete one is not kept. */
export function createKeeping(
  run: QueryRunStore,
  countsNow: () => Promise<CountState>,
  load: () => Promise<Keeper>,
  { activity, nowMs }: { readonly activity: Activity; readonly nowMs: () => number },
) {
  let isOn = false;
  let atMs = 0;
  /** Of the last time: the parts that are known now are newer, and say where these counts end. */
  let counts: CountState | undefined;
  const write = async (now: RunState): Promise<void> => {
    const newest = await countsNow();
    const { endpoint, scope } = now;
    const keeper = await load();
    if (now.completeness.state === 'complete') await keeper.forgetCount();
    else {
      const held = now.phase === 'ended' ? newest : counts;
      if (held !== undefined && isOn)
        await keeper.keepCount({ version: 1, endpoint, scope, counts: held, parts: partsOf(now) });
    }
    counts = newest;
  };
  const tick = (): void => {
    const now = run.get();
    if (!isOn || now.phase === 'idle') return;
    if (now.phase === 'running' && nowMs() - atMs < KEEP_MS) return;
    atMs = nowMs();
    void activity.track(write(now).catch(() => undefined));
  };
  return {
    tick,
    isOn: () => isOn,
    on: () => {
      isOn = true;
      counts = undefined;
      atMs = 0;
      tick();
    },
    off: () => {
      isOn = false;
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
