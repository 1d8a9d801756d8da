import type { RowQuery } from '../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../core/rows/rowQueryName.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { type Answer, createLatest } from '../base/latest.ts';
import type { ReadableStore } from '../base/store.ts';
import type { RowView, ViewRequest, ViewResult } from '../../core/rows/rowTypes.ts';

/** Which rows, in which order, of which state of the result. */
export interface RowQuestion extends RowQuery {
  /** RunState.dataVersion: new rows make it a new question. */
  readonly version: number;
  /** Properties shown as cells. */
  readonly columns: readonly string[];
}

/** The rows around those on screen; a grid reads them by position and scrolls while more are fetched. */
export interface RowBlocks extends ReadableStore<Answer<ViewRequest, ViewResult>> {
  /** Fetches the block around rows [from, to), unless it was the last one requested and had no fault. */
  readonly show: (question: RowQuestion, from: number, to: number) => void;
  /** The row at a position, if its block has arrived. */
  readonly rowAt: (position: number) => RowView | undefined;
}

/** Rows fetched at a time: several screens, so that scrolling rarely waits. */
const BLOCK_ROWS = 256;

export function createRowBlocks(rows: Pick<RowStoreClient, 'view'>, activity: Activity): RowBlocks {
  const latest = createLatest<ViewRequest, ViewResult>(
    (request, signal) => rows.view(request, signal),
    activity,
    // While somebody types a filter, only the last list is wanted; while somebody scrolls, each block is shown.
    (open, next) => rowQueryName(open) !== rowQueryName(next),
  );
  let asked = '';
  return {
    get: latest.get,
    subscribe: latest.subscribe,
    show: ({ version, columns, ...query }, from, to) => {
      const first = Math.max(0, Math.floor(from / BLOCK_ROWS) * BLOCK_ROWS - BLOCK_ROWS / 2);
      const last = Math.ceil(Math.max(to, from + 1) / BLOCK_ROWS) * BLOCK_ROWS + BLOCK_ROWS / 2;
      const request: ViewRequest = { ...query, columns, from: first, to: last };
      const name = JSON.stringify([version, rowQueryName(query), columns, first, last]);
      // A question that failed may be asked again.
      if (name === asked && latest.get().fault === undefined) return;
      asked = name;
      latest.ask(request);
    },
    rowAt: (position) => {
      const { question, answer } = latest.get();
      return question === undefined ? undefined : answer?.rows[position - question.from];
    },
  };
}
