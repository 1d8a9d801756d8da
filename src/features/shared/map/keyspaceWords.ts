import { type CellGrid, columnsTime } from '../../../core/keyspace/map/cellGrid.ts';
import type { Marginals } from '../../../core/keyspace/map/marginals.ts';
import { secondsText } from '../../../core/words.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { formatCount, formatPlural, formatShare } from '../../../ui/format.ts';
import { windowWords } from '../../../ui/text/windowWords.ts';
import type { MapData } from './mapData.ts';

/** Why columns are not finer; '' if finer columns would show more. */
export function finestWords(finestTicks: bigint | undefined): string {
  if (finestTicks === undefined) return '';
  const seconds = Number(finestTicks) / Number(TICKS_PER_SECOND);
  const width = seconds % 60 === 0 && seconds < 7200 ? `${seconds / 60} min` : secondsText(seconds);
  return `Keys are rounded to ${width}, so columns are no finer.`;
}

/** Whether the map is complete, what no cell contains, and what else a reader must know. */
export function aboutWords({ completeness, outside, note = '' }: MapData): string {
  return [completeness, outside === '' ? '' : `Not on the map: ${outside}`, note]
    .filter((text) => text !== '')
    .map((text) => (text.endsWith('.') ? text : `${text}.`))
    .join(' ');
}

export interface SummaryContext {
  /** What a row of the map is; default: "Prefix". */
  readonly rowName?: string | undefined;
  /** IANA name; undefined: UTC. */
  readonly timeZone?: string | undefined;
  /** The last row combines many labels. */
  readonly hasSharedRow?: boolean | undefined;
  /** Titles of the findings about the whole map. */
  readonly findings?: readonly string[];
}

/** The plural: "Prefixes". */
export function rowNames(rowName: string): string {
  return rowName === 'Prefix' ? 'Prefixes' : `${rowName}s`;
}

/** "1 prefix", "12 writers". */
function rowsText(count: number, rowName: string): string {
  return formatPlural(count, rowName.toLowerCase(), rowNames(rowName).toLowerCase());
}

/**
 * The visible part in words: what it holds, of which rows and times, where most of it is, what is empty, what was not read, what was found,
 * and whether anything is missing.
 */
export function gridSummary(
  grid: CellGrid,
  labels: readonly string[],
  sums: Marginals,
  completeness: string,
  { rowName = 'Prefix', timeZone, hasSharedRow = false, findings = [] }: SummaryContext = {},
): string {
  const { rows, columns } = sums.window;
  const shown = columns.to - columns.from;
  const width = secondsText(Number(grid.bucketTicks) / Number(TICKS_PER_SECOND));
  const isPart = rows.to - rows.from < grid.rowCount || shown < grid.columnCount;
  const isSelection = grid.all !== undefined;
  const amount = `${amountWords(sums, isSelection)} in ${rowsText(rows.to - rows.from, rowName)}`;
  return [
    `${isPart ? 'A part of the map: ' : ''}${amount}, ${windowWords(columnsTime(grid, columns), timeZone)}, in ${formatPlural(shown, 'column')} of ${width}.`,
    ...(sums.total === 0 ? [] : peakWords(grid, labels, sums, { timeZone, hasSharedRow })),
    ...emptyWords(sums, rowName, isSelection),
    findings.length === 0 ? '' : `Found: ${findings.join('; ')}.`,
    completeness,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function amountWords({ total, estimated, rowUnread }: Marginals, isSelection: boolean): string {
  const least = rowUnread.some((cells) => cells > 0) ? 'At least ' : '';
  if (total === 0 && least !== '') return isSelection ? 'No selected rows so far' : 'No rows so far';
  return `${least}${estimated > 0 ? (least === '' ? 'About ' : 'about ') : ''}${formatPlural(total, isSelection ? 'selected row' : 'row')}`;
}

/** Names the row and the column that hold most. */
function peakWords(
  grid: CellGrid,
  labels: readonly string[],
  { window, rowTotals, columnTotals, total }: Marginals,
  { timeZone, hasSharedRow }: SummaryContext,
): readonly string[] {
  const shared = hasSharedRow === true ? grid.rowCount - 1 - window.rows.from : -1;
  const row = highestOf(rowTotals, shared);
  const column = highestOf(columnTotals, -1);
  const from = window.columns.from + column;
  const peak = windowWords(columnsTime(grid, { from, to: from + 1 }), timeZone);
  const most = rowTotals[row] ?? 0;
  return [
    ...(most === 0
      ? []
      : [
          `Most are in ${labels[row + window.rows.from] ?? ''}: ${formatCount(most)}, ${formatShare(most / total)}.`,
        ]),
    `The busiest time is ${peak}, with ${formatCount(columnTotals[column] ?? 0)}.`,
  ];
}

function highestOf(totals: Float64Array, except: number): number {
  let most = except === 0 ? 1 : 0;
  for (const [at, total] of totals.entries()) {
    if (at !== except && total > (totals[most] ?? 0)) most = at;
  }
  return most;
}

/** Only a row that was read completely can be called empty. In a selection, rows that are not selected were not counted. */
function emptyWords(
  { rowTotals, rowUnread, rowEstimated }: Marginals,
  rowName: string,
  isSelection: boolean,
): readonly string[] {
  let empty = 0;
  let unread = 0;
  for (const [row, total] of rowTotals.entries()) {
    if (rowUnread[row] !== 0) unread += 1;
    else if (total === 0 && rowEstimated[row] === 0) empty += 1;
  }
  return [
    empty === 0 || isSelection ? '' : `${rowsText(empty, rowName)} ${empty === 1 ? 'holds' : 'hold'} none.`,
    unread === 0 ? '' : `${rowsText(unread, rowName)} ${unread === 1 ? 'is' : 'are'} not read to the end.`,
  ];
}
