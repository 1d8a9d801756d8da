import type { ModelAnswer } from '../../core/keyspace/model/modelAnswer.ts';
import type { ModelInput } from '../../core/keyspace/model/modelTypes.ts';
import { createKeyspaceClient, type KeyspaceClient } from '../../workers/keyspaceClient.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { Activity } from '../base/activity.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

/** The newest simulation of one design. */
export interface ModelState {
  /** The input of `answer`, which stays visible while the next one is computed. */
  readonly input?: ModelInput;
  readonly answer?: ModelAnswer;
  readonly isBusy: boolean;
  /** Why the newest input has no answer, as a message. */
  readonly fault?: string;
}

export interface ModelRun extends ReadableStore<ModelState> {
  /** Replaces the current simulation: the newest input wins. */
  readonly ask: (input: ModelInput) => void;
  /** Ends the current simulation; the previous picture stays. */
  readonly cancel: () => void;
}

/** Runs simulations in one worker, one at a time for each design. */
export function createModelRuns(
  start: () => WorkerLike,
  activity: Activity,
): { readonly design: (index: number) => ModelRun } {
  let client: KeyspaceClient | undefined;
  const runs = new Map<number, ModelRun>();
  const simulate = async (input: ModelInput, signal: AbortSignal): Promise<ModelAnswer> => {
    client ??= createKeyspaceClient(start());
    const mine = client;
    try {
      return await mine.simulate(input, { signal });
    } catch (caught) {
      // A worker that failed may be dead, so the next input gets a new one.
      if (!signal.aborted && client === mine) {
        client = undefined;
        mine.dispose();
      }
      throw caught;
    }
  };
  return {
    design: (index) => {
      const run = runs.get(index) ?? createModelRun(simulate, activity);
      runs.set(index, run);
      return run;
    },
  };
}

function createModelRun(
  simulate: (input: ModelInput, signal: AbortSignal) => Promise<ModelAnswer>,
  activity: Activity,
): ModelRun {
  const store = createStore<ModelState>({ isBusy: false });
  let current = new AbortController();
  const work = async (input: ModelInput): Promise<void> => {
    current.abort();
    const mine = new AbortController();
    current = mine;
    const { fault: _fault, ...before } = store.get();
    store.set({ ...before, isBusy: true });
    try {
      const answer = await simulate(input, mine.signal);
      if (current === mine) store.set({ input, answer, isBusy: false });
    } catch (caught) {
      if (current !== mine) return;
      const fault = caught instanceof Error ? caught.message : 'The design could not be simulated.';
      store.update((before) => ({ ...before, isBusy: false, ...(!mine.signal.aborted && { fault }) }));
    }
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: (input) => void activity.track(work(input)),
    cancel: () => current.abort(),
  };
}
