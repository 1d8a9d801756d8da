import { createStore, type ReadableStore } from '../base/store.ts';
import { namedResults, type OpenResult } from './resultTabs.ts';
import type { ResultsStore } from './resultsStore.ts';

/** A reload that waits for the user's answer. */
export interface Leaving {
  /** Label of the button that reloads, and the first word of the question: "Disconnect". */
  readonly button: string;
  readonly go: () => void;
}

/** Asks before a reload that would lose results. */
export interface LeaveGuard extends ReadableStore<Leaving | undefined> {
  /** Reloads at once if nothing would be lost. */
  readonly ask: (leaving: Leaving) => void;
  readonly stay: () => void;
}

/** Results with rows: a reload closes all of them. */
export function lostResults(all: readonly OpenResult[]): readonly OpenResult[] {
  const filled = new Set(namedResults(all).flatMap(({ id, run }) => (run.rows > 0 ? [id] : [])));
  return all.filter(({ id }) => filled.has(id));
}

/** Results whose rows exist only here: the rows of a capture or an export are in a file. */
export function unsavedResults(all: readonly OpenResult[]): readonly OpenResult[] {
  return lostResults(all).filter(({ capture, file }) => capture === undefined && file === undefined);
}

export function createLeaveGuard(results: Pick<ResultsStore, 'get'>): LeaveGuard {
  const store = createStore<Leaving | undefined>(undefined);
  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: (leaving) => {
      if (lostResults(results.get().all).length === 0) leaving.go();
      else store.set(leaving);
    },
    stay: () => store.set(undefined),
  };
}
