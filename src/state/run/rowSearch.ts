import { rowQueryName } from '../../core/rows/rowQueryName.ts';
import type { RowsFound, SearchRequest } from '../../core/rows/rowTypes.ts';
import type { SearchProgress } from '../../core/entities/views/searchRows.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import type { Answer, Versioned } from '../base/latest.ts';
import { createStore, type ReadableStore } from '../base/store.ts';

type Question = Versioned<SearchRequest>;

export interface RowSearchState extends Answer<Question, RowsFound> {
  readonly progress?: SearchProgress;
}

/** Which rows of the list contain a text. */
export interface RowSearchStore extends ReadableStore<RowSearchState> {
  /**
   * Another text or list replaces the search in progress. If only rows were added, that search finishes first and another one follows. An
   * empty text ends the search.
   */
  readonly ask: (question: Question) => void;
}

function sameList(a: Question, b: Question): boolean {
  return (
    a.question.text === b.question.text && rowQueryName(a.question.query) === rowQueryName(b.question.query)
  );
}

/** `pause` calls back after a moment, so that typing a word makes only one search. */
export function createRowSearch(
  rows: Pick<RowStoreClient, 'search'>,
  activity: Activity,
  pause: (run: () => void) => void,
): RowSearchStore {
  const store = createStore<RowSearchState>({});
  let open: { readonly asked: Question; readonly stop: AbortController } | undefined;
  let next: Question | undefined;
  let isPausing = false;

  const search = async (asked: Question): Promise<void> => {
    const stop = new AbortController();
    open = { asked, stop };
    const onProgress = (progress: SearchProgress): void =>
      store.update((before) => ({ ...before, progress }));
    try {
      const answer = await rows.search(asked.question, { signal: stop.signal, onProgress });
      store.set({ question: asked, answer });
    } catch (caught) {
      if (!stop.signal.aborted) {
        const fault = caught instanceof Error ? caught.message : 'The rows could not be searched.';
        store.update(({ progress: _over, ...before }) => ({ ...before, fault }));
      }
    } finally {
      open = undefined;
      follow();
    }
  };
  const follow = (): void => {
    if (isPausing || open !== undefined || next === undefined) return;
    const asked = next;
    next = undefined;
    if (asked.question.text !== '') void activity.track(search(asked));
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    ask: (question) => {
      if (question.question.text === '') {
        next = undefined;
        open?.stop.abort();
        if (Object.keys(store.get()).length > 0) store.set({});
        return;
      }
      next = question;
      if (open !== undefined && sameList(open.asked, question)) return;
      open?.stop.abort();
      if (isPausing) return;
      isPausing = true;
      const end = activity.begin();
      pause(() => {
        isPausing = false;
        end();
        follow();
      });
    },
  };
}
