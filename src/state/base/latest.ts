import type { Activity } from './activity.ts';
import { createStore, type ReadableStore } from './store.ts';

/** Answers the newest question. While one is pending, only the newest of the following ones is kept. */
export interface Latest<Q, A> extends ReadableStore<Answer<Q, A>> {
  readonly ask: (question: Q) => void;
}

export interface Answer<Q, A> {
  readonly question?: Q;
  readonly answer?: A;
  /** Why the last question has no answer, in words; the previous answer stays. */
  readonly fault?: string;
}

/** `isUnwanted`: true if the `next` question makes the open one useless, so that its work is stopped. */
export function createLatest<Q, A>(
  answerTo: (question: Q, options: { readonly signal: AbortSignal }) => Promise<A>,
  activity: Activity,
  isUnwanted: (open: Q, next: Q) => boolean = () => false,
): Latest<Q, A> {
  const store = createStore<Answer<Q, A>>({});
  let open: { readonly question: Q; readonly stop: AbortController } | undefined;
  let busy = false;
  let next: { readonly question: Q } | undefined;

  const work = async (): Promise<void> => {
    busy = true;
    try {
      while (next !== undefined) {
        const { question } = next;
        const stop = new AbortController();
        next = undefined;
        open = { question, stop };
        try {
          const answer = await answerTo(question, stop);
          store.set({ question, answer });
        } catch (caught) {
          if (stop.signal.aborted) continue;
          const fault = caught instanceof Error ? caught.message : 'The rows could not be read.';
          store.update((before) => ({ ...before, fault }));
        }
      }
    } finally {
      open = undefined;
      busy = false;
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: (question) => {
      next = { question };
      if (open !== undefined && isUnwanted(open.question, question)) open.stop.abort();
      if (!busy) void activity.track(work());
    },
  };
}

/** A view's question about the rows of a run; `version` makes it a new question when rows were added. */
export interface Versioned<Q> {
  readonly version: number;
  readonly question: Q;
}
