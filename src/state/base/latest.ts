import type { Activity } from './activity.ts';
import { createStore, type ReadableStore } from './store.ts';

/** The newest answer to the newest question. While one is pending, only the last of the later ones is kept. */
export interface Latest<Q, A> extends ReadableStore<Answer<Q, A>> {
  readonly ask: (question: Q) => void;
}

export interface Answer<Q, A> {
  /** The question of `answer`. */
  readonly question?: Q;
  readonly answer?: A;
  /** Why the last question has no answer, in words; the previous answer stays. */
  readonly fault?: string;
}

export function createLatest<Q, A>(answerTo: (question: Q) => Promise<A>, activity: Activity): Latest<Q, A> {
  const store = createStore<Answer<Q, A>>({});
  let busy = false;
  let next: { readonly question: Q } | undefined;

  const work = async (): Promise<void> => {
    busy = true;
    try {
      while (next !== undefined) {
        const { question } = next;
        next = undefined;
        try {
          const answer = await answerTo(question);
          store.set({ question, answer });
        } catch (caught) {
          const fault = caught instanceof Error ? caught.message : 'The rows could not be read.';
          store.update((before) => ({ ...before, fault }));
        }
      }
    } finally {
      busy = false;
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: (question) => {
      next = { question };
      if (!busy) void activity.track(work());
    },
  };
}

/** A view's question about the rows of a run; `version` makes it new when rows were added. */
export interface Versioned<Q> {
  readonly version: number;
  readonly question: Q;
}
