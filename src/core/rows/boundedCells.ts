import type { RowView, ShownCell } from './rowTypes.ts';

type Cells = RowView['cells'];

/** UTF-16 units of all cells that go to the page at a time: it reads and draws them on its main thread. */
const MOST_UNITS = 500_000;
/** How long a text may be, if the texts are more than that together. Any of these is more than a cell shows in one line. */
const LIMITS = [16_384, 8192, 4096, 2048, 1024, 512] as const;
const LEAST_LIMIT = 384;

function unitsWithin(rows: readonly Cells[], limit: number): number {
  let sum = 0;
  for (const cells of rows) for (const cell of cells) sum += Math.min(limit, cell?.text.length ?? 0);
  return sum;
}

/** The beginning of a text; a pair of units that are one character is not parted. */
function beginning(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function bounded(cell: ShownCell | undefined, limit: number): ShownCell | undefined {
  if (cell === undefined || cell.text.length <= limit) return cell;
  return { type: cell.type, text: beginning(cell.text, limit), units: cell.text.length };
}

/** The cells of rows, with only the beginning of their long texts if all of them together would hold up the page. */
export function boundedCells(rows: readonly Cells[]): readonly Cells[] {
  if (unitsWithin(rows, Number.POSITIVE_INFINITY) <= MOST_UNITS) return rows;
  const limit = LIMITS.find((each) => unitsWithin(rows, each) <= MOST_UNITS) ?? LEAST_LIMIT;
  return rows.map((cells) => cells.map((cell) => bounded(cell, limit)));
}
