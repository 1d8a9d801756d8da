import type { Activity } from '../state/base/activity.ts';
import { createStore, type ReadableStore } from '../state/base/store.ts';
import type { TablesEnv } from '../tables/base/env.ts';
import { faultOf } from '../tables/base/tableError.ts';
import type { StressAccount, TestTable } from '../tables/stress/account.ts';

/** What a test does, in order. */
export type RunPhase = 'none' | 'creating' | 'running' | 'deleting' | 'done';

export interface RunState {
  readonly phase: RunPhase;
  /** Of the test table; undefined before it is created. */
  readonly table?: string | undefined;
  readonly seconds: number;
  readonly written: number;
  readonly refused: number;
  /** Rows written in each second since the start. */
  readonly perSecond: readonly number[];
  /** What went wrong with the table itself. */
  readonly fault?: string | undefined;
  /** The table could not be deleted: it is offered for deletion at the next visit. */
  readonly isLeft?: boolean;
}

export interface SteadyLoad {
  /** Operations a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface TestRun extends ReadableStore<RunState> {
  /** Creates a table, loads it, deletes it. */
  readonly start: (account: StressAccount, load: SteadyLoad) => Promise<void>;
  readonly stop: () => void;
}

const IDLE: RunState = { phase: 'none', seconds: 0, written: 0, refused: 0, perSecond: [] };

export function createTestRun(deps: {
  readonly env: TablesEnv;
  readonly activity: Activity;
  /** Names the table to other tabs of this browser, until the returned function is called. */
  readonly announce: (table: string) => () => void;
}): TestRun {
  const { env, activity } = deps;
  const store = createStore<RunState>(IDLE);
  let stopping = new AbortController();
  const set = (change: Partial<RunState>): void => store.update((now) => ({ ...now, ...change }));

  const load = async (
    table: TestTable,
    { rate, seconds }: SteadyLoad,
    signal: AbortSignal,
  ): Promise<void> => {
    const startMs = env.monotonicMs();
    const perSecond: number[] = [];
    const open = new Set<Promise<void>>();
    for (let at = 0; at < rate * seconds && !signal.aborted; at += 1) {
      const waitMs = startMs + (at * 1000) / rate - env.monotonicMs();
      // eslint-disable-next-line no-await-in-loop
      if (waitMs > 0) await new Promise<void>((resolve) => env.setTimer(resolve, waitMs));
      const sent = table
        .send(
          { kind: 'insert', keys: [{ partitionKey: 'one', rowKey: String(at).padStart(10, '0') }] },
          signal,
        )
        .then(({ status, entities }) => {
          const second = Math.floor((env.monotonicMs() - startMs) / 1000);
          perSecond[second] = (perSecond[second] ?? 0) + entities;
          const now = store.get();
          set({
            seconds: second,
            written: now.written + entities,
            refused: now.refused + (status >= 200 && status < 300 ? 0 : 1),
            perSecond: [...perSecond],
          });
        })
        .catch(() => undefined);
      open.add(sent);
      void sent.finally(() => open.delete(sent));
    }
    await Promise.all(open);
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    stop: () => stopping.abort(),
    start: async (account, plan) => {
      const { phase } = store.get();
      if (phase !== 'none' && phase !== 'done') return;
      stopping = new AbortController();
      const { signal } = stopping;
      const end = activity.begin();
      store.set({ ...IDLE, phase: 'creating' });
      try {
        const made = await account.createTable(500, signal);
        if (made.table === undefined) {
          set({ phase: 'done', fault: `The table was not created: HTTP ${made.status}.` });
          return;
        }
        const { table } = made;
        const release = deps.announce(table.name);
        set({ phase: 'running', table: table.name });
        try {
          await load(table, plan, signal);
        } finally {
          set({ phase: 'deleting' });
          const isGone = await remove(account, table.name);
          release();
          set({ phase: 'done', isLeft: !isGone });
        }
      } catch (caught) {
        const fault = faultOf(caught);
        if (fault === undefined) throw caught;
        set({ phase: 'done', fault: fault.message });
      } finally {
        end();
      }
    },
  };
}

async function remove(account: StressAccount, name: string): Promise<boolean> {
  try {
    const { status } = await account.deleteTable(name, new AbortController().signal);
    return status === 404 || (status >= 200 && status < 300);
  } catch {
    return false;
  }
}
