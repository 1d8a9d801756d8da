import {
  type Cell,
  type CellGrid,
  type CellState,
  type CellWindow,
  cellAt,
  columnsTime,
} from '../../core/keyspace/map/cellGrid.ts';
import { LEAST_SURE, READ_WORDS } from '../../core/plan/readState.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import type { HeatScale } from '../../core/keyspace/map/heatScale.ts';
import { formatCount, formatPlural, formatShare } from '../format.ts';
import { windowWords } from '../text/windowWords.ts';
import type { CardFact } from './CellFacts.tsx';

/** Everything that is said about some cells. */
export interface CellFacts {
  readonly label: string;
  readonly window: { readonly from: bigint; readonly to: bigint };
  readonly cell: Cell;
  /** "1,204 rows", "about 1,200 rows (± 80)", "not asked", "3 selected of 1,204 rows". */
  readonly countWords: string;
  /** "20.1 rows/s, 1 % of target"; undefined if nothing was counted. */
  readonly rateWords: string | undefined;
}

const RATE = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

function countWords({ state, count, standardError }: Cell): string {
  switch (state) {
    case 'zero':
      return 'no rows';
    case 'counted':
      return formatPlural(count, 'row');
    case 'estimated':
      return `about ${formatPlural(count, 'row')} (\u00b1 ${formatCount(Math.ceil(standardError))}), an estimate`;
    case 'unverified':
      return `${count === 0 ? 'no rows so far' : formatPlural(count, 'row')}, but rows may be missing`;
    default:
      return count === 0
        ? READ_WORDS[state].short
        : `${formatPlural(count, 'row')} so far, ${READ_WORDS[state].short}`;
  }
}

/** The text of a table cell: a plain number only if it was counted. Estimates and unread cells say so. */
export function cellText({ state, count, standardError }: Cell): string {
  if (state === 'counted' || state === 'zero') return formatCount(count);
  if (state === 'estimated')
    return `about ${formatCount(count)} \u00b1 ${formatCount(Math.ceil(standardError))}`;
  if (count === 0) return READ_WORDS[state].short;
  return `${formatCount(count)}${state === 'unverified' ? ', perhaps more' : ' so far'}`;
}

/** States that a sum must mention: its cells were not fully read. */
const UNREAD_STATES = LEAST_SURE.filter((state) => state !== 'done');

function isUnread({ state }: Cell): boolean {
  return UNREAD_STATES.some((one) => one === state);
}

/** How many cells of a window are in each state. */
function statesOf(grid: CellGrid, { rows, columns }: CellWindow): ReadonlyMap<CellState, number> {
  const found = new Map<CellState, number>();
  for (let row = rows.from; row < rows.to; row++) {
    for (let column = columns.from; column < columns.to; column++) {
      const { state } = cellAt(grid, row, column);
      found.set(state, (found.get(state) ?? 0) + 1);
    }
  }
  return found;
}

/** Several cells as one: their sum, and the least certain of their states. */
export function joinedCell(grid: CellGrid, cells: CellWindow): Cell {
  const { total, standardError } = marginals(grid, cells);
  const states = statesOf(grid, cells);
  // A sum with an estimate in it is an estimate, even if it is zero.
  const order = [...UNREAD_STATES, 'estimated', 'counted'] as const;
  return { state: order.find((state) => states.has(state)) ?? 'zero', count: total, standardError };
}

/** Several cells: their sum, and how many cells it leaves out. */
function sumWords(grid: CellGrid, cells: CellWindow, joined: Cell): string {
  const states = statesOf(grid, cells);
  const all = (cells.rows.to - cells.rows.from) * (cells.columns.to - cells.columns.from);
  const unread = UNREAD_STATES.flatMap((state) => {
    const count = states.get(state) ?? 0;
    return count === 0 ? [] : [{ state, count }];
  });
  const [only] = unread;
  if (all === 1 || only === undefined) return countWords(joined);
  if (only.count === all && joined.count === 0) return READ_WORDS[only.state].short;
  const parts = unread.map(({ state, count }) => `${formatCount(count)} ${READ_WORDS[state].short}`);
  const about = states.has('estimated') ? 'about ' : '';
  const sum = joined.count === 0 ? 'no row found' : `at least ${about}${formatPlural(joined.count, 'row')}`;
  return `${sum}; of ${formatCount(all)} cells ${parts.join(', ')}`;
}

/** Describes cells; several are described as one. */
export function cellFacts(
  grid: CellGrid,
  labels: readonly string[],
  cells: CellWindow,
  scale: HeatScale,
): CellFacts {
  const { rows, columns } = cells;
  // Describe all rows, because a partition serves them all, and a cell without selected rows is not empty.
  const whole = grid.all === undefined ? grid : { ...grid, counts: grid.all };
  const cell = joinedCell(whole, cells);
  const words = sumWords(whole, cells, cell);
  const isOfAll = grid.all === undefined || cell.count === 0;
  const seconds = scale.cellSeconds * (columns.to - columns.from);
  const target = scale.targetCount * (columns.to - columns.from) * (rows.to - rows.from);
  const last = labels[rows.to - 1];
  const first = labels[rows.from] ?? `row ${rows.from}`;
  return {
    label:
      rows.to - rows.from === 1
        ? first
        : `${first} to ${last ?? ''}, ${formatCount(rows.to - rows.from)} together`,
    window: columnsTime(grid, columns),
    cell,
    countWords: isOfAll ? words : `${formatCount(marginals(grid, cells).total)} selected of ${words}`,
    rateWords:
      cell.count === 0
        ? undefined
        : `${isUnread(cell) ? 'at least ' : ''}${RATE.format(cell.count / seconds)} rows/s, ${formatShare(cell.count / target)} of target`,
  };
}

/** The same as lines of a card. `rowName`: what the rows are, "Prefix" or "Prefixes". */
export function cellLines(
  facts: CellFacts,
  rowName: string,
  timeZone: string | undefined,
): readonly CardFact[] {
  const share = facts.rateWords ?? (facts.cell.state === 'zero' ? '0 % of target' : undefined);
  return [
    { name: 'Rows', text: facts.countWords },
    ...(share === undefined ? [] : [{ name: 'Share of target', text: share }]),
    { name: 'Window', text: windowWords(facts.window, timeZone) },
    { name: rowName, text: facts.label },
  ];
}

/** For screen readers: one sentence. */
export function cellSentence(facts: CellFacts, timeZone: string | undefined): string {
  const rate = facts.rateWords === undefined ? '' : `, ${facts.rateWords}`;
  return `${facts.label}, ${windowWords(facts.window, timeZone)}: ${facts.countWords}${rate}`;
}
