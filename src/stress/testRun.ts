import type { Answer } from '../core/stress/answer.ts';
import { retryWaitMs } from '../core/stress/retryPolicies.ts';
import { runLoad } from '../core/stress/runLoad.ts';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';
import type { Activity } from '../state/base/activity.ts';
import { createStore, type ReadableStore } from '../state/base/store.ts';
import type { TablesEnv } from '../tables/base/env.ts';
import { faultOf } from '../tables/base/tableError.ts';
import type { StressAccount, TestTable } from '../tables/stress/account.ts';
import type { SentCounts } from '../tables/stress/sender.ts';
import type { SoundPlan } from './labForm.ts';

/** What a test does, in order. */
export type RunPhase = 'none' | 'creating' | 'running' | 'deleting' | 'done';

/** A load, with what was measured. */
export interface TestResult {
  readonly plan: StressPlan;
  /** Grows while the load runs. */
  readonly record: StressRecord;
  readonly elapsedMs: number;
  /** Requests and preflights of the load. */
  readonly sent: SentCounts;
  /** Of an emulator, which never throttles. */
  readonly isEmulator: boolean;
}

export interface RunState {
  readonly phase: RunPhase;
  /** Of the test table; undefined before it is created. */
  readonly table?: string | undefined;
  /** Of this load, or of the last one. */
  readonly result?: TestResult | undefined;
  /** Loads that are over, newest first. */
  readonly past: readonly TestResult[];
  /** Why there was no load. */
  readonly fault?: string | undefined;
  /** The table could not be deleted: it is offered for deletion. */
  readonly isLeft?: boolean;
}

export interface TestRun extends ReadableStore<RunState> {
  /** Creates a table, loads it, deletes it. Resolves when the table is gone, or could not be deleted. */
  readonly start: (account: StressAccount, sound: SoundPlan) => Promise<void>;
  readonly stop: () => void;
}

export interface TestRunDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  /** Names the table to other tabs of this browser, until the returned function is called. */
  readonly announce: (table: string) => () => void;
  /** Calls back when nobody can see the page any more, until the returned function is called. */
  readonly onHidden: (listener: () => void) => () => void;
}

/** Loads that are kept to compare. */
const MOST_PAST = 8;

export function isRunning({ phase }: Pick<RunState, 'phase'>): boolean {
  return phase !== 'none' && phase !== 'done';
}

export function createTestRun(deps: TestRunDeps): TestRun {
  const { env, activity } = deps;
  const store = createStore<RunState>({ phase: 'none', past: [] });
  let stopping = new AbortController();
  const set = (change: Partial<RunState>): void => store.update((now) => ({ ...now, ...change }));

  /** Loads the table; every result so far goes into the store. */
  const load = async (
    account: StressAccount,
    table: TestTable,
    { plan, keysOf }: SoundPlan,
  ): Promise<void> => {
    const before = account.counts();
    const endWatch = deps.onHidden(() => stopping.abort('hidden'));
    const show = (record: StressRecord, elapsedMs: number): void => {
      const { requests, preflights } = account.counts();
      const sent = { requests: requests - before.requests, preflights: preflights - before.preflights };
      set({ result: { plan, record, elapsedMs, sent, isEmulator: account.isEmulator } });
    };
    try {
      const record = await runLoad({
        plan,
        keysOf,
        clock: { now: env.monotonicMs, wait: (ms) => pause(env, ms) },
        send: (operation) => table.send(operation, stopping.signal).catch(noAnswer),
        stop: stopping,
        onTick: show,
      });
      show(record, record.endedMs);
      const { result, past } = store.get();
      if (result !== undefined) set({ past: [result, ...past].slice(0, MOST_PAST) });
    } finally {
      endWatch();
    }
  };
  const test = async (account: StressAccount, sound: SoundPlan): Promise<void> => {
    const made = await account.createTable(sound.plan.entityBytes, stopping.signal);
    if (made.table === undefined) {
      const said = [made.status, made.code].filter((part) => part !== undefined).join(', ');
      return set({ fault: `The test table was not created: ${said}. Nothing was written.` });
    }
    const { table } = made;
    const release = deps.announce(table.name);
    set({ phase: 'running', table: table.name });
    try {
      await load(account, table, sound);
    } finally {
      set({ phase: 'deleting' });
      set({ isLeft: !(await remove(account, table.name, env)) });
      release();
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    stop: () => stopping.abort(),
    start: async (account, sound) => {
      if (isRunning(store.get())) return;
      stopping = new AbortController();
      store.set({ phase: 'creating', past: store.get().past });
      try {
        await activity.track(test(account, sound));
      } catch (caught) {
        const fault = faultOf(caught);
        if (fault === undefined) throw caught;
        set({ fault: fault.message });
      } finally {
        set({ phase: 'done' });
      }
    },
  };
}

function noAnswer(): Answer {
  return { status: 0, entities: 0 };
}

function pause(env: TablesEnv, ms: number): Promise<void> {
  return new Promise((resolve) => env.setTimer(resolve, ms));
}

/** A service that still throttles gets time: about half a minute. */
const DELETE_POLICY = { kind: 'exponential', zMs: 1000, minMs: 500, maxMs: 15_000, retries: 5 } as const;

/** Whether the table is gone. */
async function remove(account: StressAccount, name: string, env: TablesEnv): Promise<boolean> {
  for (let retries = 0; ; retries += 1) {
    // No signal: a stopped test deletes its table too.
    const answer = await account.deleteTable(name, new AbortController().signal).catch(noAnswer);
    if (answer.status === 404 || (answer.status >= 200 && answer.status < 300)) return true;
    const waitMs = retryWaitMs(DELETE_POLICY, retries, answer, env.random);
    if (waitMs === undefined) return false;
    await pause(env, waitMs);
  }
}
