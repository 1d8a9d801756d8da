import { type Answer, isGone, isTransient } from '../core/stress/answer.ts';
import { retryWaitMs } from '../core/stress/retryPolicies.ts';
import { runLoad } from '../core/stress/runLoad.ts';
import type { StressPlan } from '../core/stress/stressPlan.ts';
import type { StressRecord } from '../core/stress/stressRecord.ts';
import type { Activity } from '../state/base/activity.ts';
import { createStore, type ReadableStore } from '../state/base/store.ts';
import type { TablesEnv } from '../tables/base/clock.ts';
import { faultOf } from '../tables/base/tableError.ts';
import type { StressAccount, TestTable } from '../tables/stress/account.ts';
import type { SentCounts } from '../tables/stress/sender.ts';
import { newTableName } from '../tables/stress/tableName.ts';
import type { SoundPlan } from './labForm.ts';

export type RunPhase = 'none' | 'creating' | 'running' | 'deleting' | 'done';

export interface TestResult {
  readonly plan: StressPlan;
  /** Changes while the load runs. */
  readonly record: StressRecord;
  readonly elapsedMs: number;
  /** Number of requests and preflights of the load. */
  readonly sent: SentCounts;
  /** Whether the account is an emulator, which never throttles. */
  readonly isEmulator: boolean;
}

export interface RunState {
  readonly phase: RunPhase;
  /** Name of the test table. Undefined if it was certainly not created. */
  readonly table?: string | undefined;
  /** The result of the current load, or of the last one. */
  readonly result?: TestResult | undefined;
  /** Finished loads, newest first. */
  readonly past: readonly TestResult[];
  /** Why there was no load. */
  readonly fault?: string | undefined;
  /** The table could not be deleted, so the page offers to try again. */
  readonly isLeft?: boolean;
}

export interface TestRun extends ReadableStore<RunState> {
  /** Creates a table, loads it, and deletes it. Resolves when the table is gone or could not be deleted. */
  readonly start: (account: StressAccount, sound: SoundPlan) => Promise<void>;
  readonly stop: () => void;
}

export interface TestRunDeps {
  readonly env: TablesEnv;
  readonly activity: Activity;
  /** Tells other tabs of this browser that the table is in use, until the returned function is called. */
  readonly announce: (table: string) => () => void;
  /** Calls the listener when the page is no longer visible. Returns a function that unsubscribes. */
  readonly onHidden: (listener: () => void) => () => void;
}

const MOST_PAST = 8;

export function isRunning({ phase }: Pick<RunState, 'phase'>): boolean {
  return phase !== 'none' && phase !== 'done';
}

export function createTestRun(deps: TestRunDeps): TestRun {
  const { env, activity } = deps;
  const store = createStore<RunState>({ phase: 'none', past: [] });
  let stopping = new AbortController();
  const set = (change: Partial<RunState>): void => store.update((now) => ({ ...now, ...change }));

  /** Puts the load on the table. The result goes into the store again and again while it runs. */
  const load = async (
    account: StressAccount,
    table: TestTable,
    { plan, keysOf }: SoundPlan,
  ): Promise<void> => {
    const before = account.counts();
    let failure: unknown;
    const failed = (caught: unknown): Answer => {
      if (faultOf(caught)?.kind !== 'cancelled') failure ??= caught;
      stopping.abort();
      return noAnswer();
    };
    const show = (record: StressRecord, elapsedMs: number): TestResult => {
      const { requests, preflights } = account.counts();
      const sent = { requests: requests - before.requests, preflights: preflights - before.preflights };
      const result = { plan, record, elapsedMs, sent, isEmulator: account.isEmulator };
      set({ result });
      return result;
    };
    try {
      const record = await runLoad({
        plan,
        keysOf,
        clock: { now: env.monotonicMs, wait: (ms) => pause(env, ms) },
        send: (operation) => table.send(operation, stopping.signal).catch(failed),
        stop: stopping,
        onTick: show,
      });
      // The page itself could not send, or refused to, so what was measured says nothing about the service.
      if (failure !== undefined) throw failure;
      const result = show(record, record.endedMs);
      set({ past: [result, ...store.get().past].slice(0, MOST_PAST) });
    } finally {
      stopping.abort();
    }
  };
  const test = async (account: StressAccount, sound: SoundPlan): Promise<void> => {
    const name = newTableName(env.nowMs(), env.random());
    // Both come before the table is created: no other tab may see the table without its lock, and the load must not begin in a hidden tab.
    const release = deps.announce(name);
    const endWatch = deps.onHidden(() => stopping.abort('hidden'));
    try {
      // This request is never aborted: even if the test is stopped, it must be known whether there is a table to delete.
      const made = await account.createTable(name, sound.plan.entityBytes, new AbortController().signal);
      if (made.table === undefined) set({ fault: notCreated(made) });
      if (made.table === undefined && !isTransient(made)) return;
      set({ phase: 'running', table: name });
      try {
        if (made.table !== undefined) await load(account, made.table, sound);
      } finally {
        set({ phase: 'deleting' });
        set({ isLeft: !(await remove(account, name, env)) });
      }
    } finally {
      endWatch();
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
        set({ result: undefined, fault: fault?.message ?? 'An error of this page ended the test.' });
        if (fault === undefined) throw caught;
      } finally {
        set({ phase: 'done' });
      }
    },
  };
}

function notCreated(answer: Answer): string {
  const { status, code } = answer;
  if (status === 0) return 'The service did not say whether it created the test table. No row was written.';
  const said = [status, code].filter((part) => part !== undefined).join(', ');
  return `The test table was not created: ${said}. Nothing was written.`;
}

function noAnswer(): Answer {
  return { status: 0, entities: 0 };
}

function pause(env: TablesEnv, ms: number): Promise<void> {
  return new Promise((resolve) => env.setTimer(resolve, ms));
}

/** If the service asks for a longer wait (Retry-After may be hours), the table is reported as left behind instead. */
const DELETE_WAIT_MOST_MS = 60_000;
/** Retries for about half a minute, because the service may still be throttling after the load. */
const DELETE_POLICY = { kind: 'exponential', zMs: 1000, minMs: 500, maxMs: 15_000, retries: 5 } as const;

/** Deletes the table and returns whether it is gone. */
async function remove(account: StressAccount, name: string, env: TablesEnv): Promise<boolean> {
  for (let retries = 0; ; retries += 1) {
    // Never aborted, because a test that was stopped must delete its table too.
    const answer = await account.deleteTable(name, new AbortController().signal).catch(noAnswer);
    if (isGone(answer)) return true;
    const waitMs = retryWaitMs(DELETE_POLICY, retries, answer, env.random);
    if (waitMs === undefined || waitMs > DELETE_WAIT_MOST_MS) return false;
    await pause(env, waitMs);
  }
}
