import type { RowView, ShownCell } from './rowTypes.ts';

type Cells = RowView['cells'];

/** The most UTF-16 units in all cells that are sent to the page at a time, because it reads and draws them on its main thread. */
const MOST_UNITS = 500_000;
/** Lengths to which texts are cut: the first with which all cells fit. Even the shortest is more than a cell shows in one line. */
const LIMITS = [16_384, 8192, 4096, 2048, 1024, 512] as const;
const LEAST_LIMIT = 384;

function unitsWithin(rows: readonly Cells[], limit: number): number {
  let sum = 0;
  for (const cells of rows) for (const cell of cells) sum += Math.min(limit, cell?.text.length ?? 0);
  return sum;
}

/** The beginning of a text; it never ends between the two halves of a surrogate pair. */
function beginning(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function bounded(cell: ShownCell | undefined, limit: number): ShownCell | undefined {
  if (cell === undefined || cell.text.length <= limit) return cell;
  return { type: cell.type, text: beginning(cell.text, limit), units: cell.text.length };
}

/** Cuts long texts to their beginning if all cells together would hold up the page. */
export function boundedCells(rows: readonly Cells[]): readonly Cells[] {
  if (unitsWithin(rows, Number.POSITIVE_INFINITY) <= MOST_UNITS) return rows;
  const limit = LIMITS.find((each) => unitsWithin(rows, each) <= MOST_UNITS) ?? LEAST_LIMIT;
  return rows.map((cells) => cells.map((cell) => bounded(cell, limit)));
}
