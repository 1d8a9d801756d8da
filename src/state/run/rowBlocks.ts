import type { CellValue } from '../../core/entities/store/entityStore.ts';
import type { RowQuery } from '../../core/rows/rowQuery.ts';
import { rowQueryName } from '../../core/rows/rowQueryName.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { Activity } from '../base/activity.ts';
import { type Answer, createLatest } from '../base/latest.ts';
import type { ReadableStore } from '../base/store.ts';
import type { ListFacts, RowView, ViewRequest, ViewResult } from '../../core/rows/rowTypes.ts';

/** Which rows, in which order, and of which version of the result. */
export interface RowQuestion extends RowQuery {
  /** RunState.dataVersion, so that new rows make it a new question. */
  readonly version: number;
  /** Properties shown as cells. */
  readonly columns: readonly string[];
}

/** The rows around those on screen. A grid reads them by position and can scroll while more are fetched. */
export interface RowBlocks extends ReadableStore<Answer<ViewRequest, ViewResult>> {
  /** Stays the same object if only another part of the same list arrives, so that the page around the grid is not rendered. */
  readonly list: ReadableStore<Answer<ViewRequest, ListFacts>>;
  /** Fetches the block around rows [from, to), unless it was the last one requested and had no fault. */
  readonly show: (question: RowQuestion, from: number, to: number) => void;
  /** The row at a position, if its block has arrived. The same object as long as the row is the same, whichever block it came in. */
  readonly rowAt: (position: number) => RowView | undefined;
  /** The complete value of a cell, see `ShownCell.units`. Rejects if the row belongs to an earlier run. */
  readonly wholeCell: (row: RowView, column: string) => Promise<CellValue>;
}

/** Rows fetched at a time: several screens, so that scrolling rarely waits, but few enough for one frame. */
const BLOCK_ROWS = 128;

interface Block {
  readonly from: number;
  readonly rows: readonly RowView[];
}

const FACTS = ['total', 'filteredOut', 'unlooked'] as const satisfies readonly (keyof ListFacts)[];

/** Whether two answers are about the same rows in the same order. */
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
function listOf({ get, subscribe }: ReadableStore<Answer<ViewRequest, ViewResult>>): RowBlocks['list'] {
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

const FIELDS = [
  'row',
  'queryIndex',
  'group',
  'partitionKey',
  'rowKey',
  'timestamp',
] as const satisfies readonly (keyof RowView)[];

function isSame(a: RowView, b: RowView): boolean {
  return (
    FIELDS.every((name) => a[name] === b[name]) &&
    a.time?.seconds === b.time?.seconds &&
    a.time?.fraction === b.time?.fraction &&
    a.time?.basis === b.time?.basis &&
    a.twice?.join() === b.twice?.join() &&
    a.cells.length === b.cells.length &&
    a.cells.every((cell, at) => {
      const other = b.cells[at];
      return cell?.type === other?.type && cell?.units === other?.units && cell?.text === other?.text;
    })
  );
}

/** Blocks overlap. A row that was in the previous block stays the same object, so that it need not be rendered again. */
function keepSame(): (position: number, block: Block) => RowView | undefined {
  const kept = new WeakMap<RowView, RowView>();
  let now: Block = { from: 0, rows: [] };
  let before = now;
  return (position, block) => {
    if (block.rows !== now.rows) [before, now] = [now, block];
    const row = block.rows[position - block.from];
    const known = row && kept.get(row);
    if (row === undefined || known !== undefined) return known;
    const seen = before.rows[position - before.from];
    const earlier = seen && (kept.get(seen) ?? seen);
    const same = earlier !== undefined && isSame(earlier, row) ? earlier : row;
    kept.set(row, same);
    return same;
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
  const latest = createLatest<ViewRequest, ViewResult>(
    (request, signal) => rows.view(request, signal),
    activity,
    // While the user types a filter, only the last list matters; while the user scrolls, every block is shown.
    (open, next) => rowQueryName(open) !== rowQueryName(next),
  );
  let asked = '';
  /** The question of `asked`, cached because scrolling requests the same block again with each row. */
  let named: readonly unknown[] = [];
  const sameRow = keepSame();
  return {
    get: latest.get,
    subscribe: latest.subscribe,
    list: listOf(latest),
    show: (question, from, to) => {
      const { version, columns, ...query } = question;
      const first = Math.max(0, Math.floor(from / BLOCK_ROWS) * BLOCK_ROWS - BLOCK_ROWS / 2);
      const last = Math.ceil(Math.max(to, from + 1) / BLOCK_ROWS) * BLOCK_ROWS + BLOCK_ROWS / 2;
      const parts = [version, columns, query.order, query.sort, query.filters, first, last];
      const isSame = parts.every((part, at) => part === named[at]) && latest.get().fault === undefined;
      named = parts;
      if (isSame) return;
      const request: ViewRequest = { ...query, columns, from: first, to: last, toDraw: true };
      const name = JSON.stringify([version, rowQueryName(query), columns, first, last]);
      // A failed question may be repeated.
      if (name === asked && latest.get().fault === undefined) return;
      asked = name;
      latest.ask(request);
    },
    rowAt: (position) => {
      const { question, answer } = latest.get();
      return question && answer && sameRow(position, { from: question.from, rows: answer.rows });
    },
    wholeCell: (row, column) => activity.track(wholeCell(rows, row, column)),
  };
}
