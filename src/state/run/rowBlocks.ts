import type { CellValue } from '../../core/entities/store/entityStore.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../core/rows/rowQueryName.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { type Answer, createLatest } from '../base/latest.ts';
import type { ReadableStore } from '../base/store.ts';
import type { ListFacts, RowView, ViewRequest, ViewResult } from '../../core/rows/rowTypes.ts';

/** Asks for rows of a result: which ones, in which order, and of which version. */
export interface RowQuestion extends RowQuery {
  readonly runId: number;
  /** RunState.dataVersion, so that new rows make it a new question. */
  readonly version: number;
  /** Properties shown as cells. */
  readonly columns: readonly string[];
}

/** A question about rows [from, to) of a list. */
type BlockQuestion = RowQuestion & Pick<ViewRequest, 'from' | 'to' | 'anchor'>;

/** The rows around those on screen. A grid reads them by position and can scroll while more are fetched. */
export interface RowBlocks extends ReadableStore<Answer<BlockQuestion, ViewResult>> {
  /** Stays the same object while blocks of the same list arrive, so that the page around the grid is not rendered again. */
  readonly list: ReadableStore<Answer<ViewRequest, ListFacts>>;
  /**
   * Fetches the block around rows [from, to), unless it was the last one requested and did not fail. `kept`: the position of a row that is
   * to stay in its place on the screen if rows arrived since.
   */
  readonly show: (question: RowQuestion, from: number, to: number, kept?: number) => void;
  /** The row at a position, if its block has arrived. A row is always the same object, whichever block brought it. */
  readonly rowAt: (position: number) => RowView | undefined;
  /** The complete value of a cell, see `ShownCell.units`. Rejects if the row belongs to an earlier run. */
  readonly wholeCell: (row: RowView, column: string) => Promise<CellValue>;
}

/** Rows fetched at a time: several screens, so that scrolling rarely waits, but few enough for one frame. */
const BLOCK_ROWS = 128;

const FACTS = ['total', 'filteredOut', 'unlooked'] as const satisfies readonly (keyof ListFacts)[];

function isSameList(a: Answer<ViewRequest, ListFacts>, b: Answer<ViewRequest, ListFacts>): boolean {
  if (a.fault !== b.fault || a.question === undefined || b.question === undefined) return a === b;
  return (
    FACTS.every((name) => a.answer?.[name] === b.answer?.[name]) &&
    JSON.stringify(a.answer?.uncompared) === JSON.stringify(b.answer?.uncompared) &&
    a.question.columns === b.question.columns &&
    rowQueryName(a.question) === rowQueryName(b.question)
  );
}

/** The list facts of a store, kept as one object while answers are about the same list. */
function listOf({ get, subscribe }: ReadableStore<Answer<BlockQuestion, ViewResult>>): RowBlocks['list'] {
  let kept = get();
  return {
    subscribe,
    get: () => {
      const now = get();
      if (now !== kept && !isSameList(kept, now)) kept = now;
      return kept;
    },
  };
}

/** Rows never change, and blocks overlap: a row of the last block stays the same object, so that it is not drawn again. */
function keepRows(): (question: BlockQuestion, result: ViewResult) => ViewResult {
  let last: Pick<BlockQuestion, 'runId' | 'columns'> = { runId: 0, columns: [] };
  let kept = new Map<number, RowView>();
  return ({ runId, columns }, result) => {
    if (runId !== last.runId || columns !== last.columns) kept.clear();
    last = { runId, columns };
    const rows = result.rows.map((row) => kept.get(row.row) ?? row);
    kept = new Map(rows.map((row) => [row.row, row]));
    return { ...result, rows };
  };
}

async function wholeCell(
  rows: Pick<RowStoreClient, 'entity'>,
  row: RowView,
  column: string,
): Promise<CellValue> {
  const { partitionKey, rowKey, properties } = await rows.entity(row.row);
  // Row numbers start over with each run.
  const isSameRow = partitionKey === row.partitionKey && rowKey === row.rowKey;
  const found = isSameRow ? properties.find(({ name }) => name === column) : undefined;
  if (found === undefined) throw new Error('The row is no longer there.');
  return { type: found.type, text: found.text };
}

export function createRowBlocks(
  rows: Pick<RowStoreClient, 'view' | 'entity'>,
  activity: Activity,
): RowBlocks {
  const keep = keepRows();
  const latest = createLatest<BlockQuestion, ViewResult>(
    async (question, options) => {
      const { runId: _run, version: _version, ...request } = question;
      return keep(question, await rows.view({ ...request, toDraw: true }, options));
    },
    activity,
    // While the user types a filter, only the last list counts; while the user scrolls, each block is shown.
    (open, next) => rowQueryName(open) !== rowQueryName(next),
  );
  let asked: readonly unknown[] = [];
  const rowAt = (position: number): RowView | undefined => {
    const { question, answer } = latest.get();
    return question && answer?.rows[position - Math.max(0, question.from + (answer.shift ?? 0))];
  };
  return {
    get: latest.get,
    subscribe: latest.subscribe,
    list: listOf(latest),
    show: (question, from, to, kept) => {
      const { runId, version, columns, order, sort, filters } = question;
      const first = Math.max(0, Math.floor(from / BLOCK_ROWS) * BLOCK_ROWS - BLOCK_ROWS / 2);
      const last = Math.ceil(Math.max(to, from + 1) / BLOCK_ROWS) * BLOCK_ROWS + BLOCK_ROWS / 2;
      const parts = [runId, version, columns, order, sort, filters, first, last];
      // A question that failed may be asked again.
      if (parts.every((part, at) => part === asked[at]) && latest.get().fault === undefined) return;
      const isMore = asked[0] === runId && asked[1] !== version;
      asked = parts;
      const row = isMore && kept !== undefined ? rowAt(kept)?.row : undefined;
      const anchor = row === undefined || kept === undefined ? undefined : { row, at: kept };
      latest.ask({ ...question, from: first, to: last, anchor });
    },
    rowAt,
    wholeCell: (row, column) => activity.track(wholeCell(rows, row, column)),
  };
}
