// Reads the map's cells from its table, and counts the seeded rows for the same cells.
import type { Page } from 'playwright/test';
import { ticksOfMs } from '../../scripts/demo/keyText.mjs';

/** A cell of the map, by the label of its row and its time, which is in ticks and half-open. */
export interface ShownCell {
  readonly label: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly text: string;
}

const COLUMN = /^(\d\d:\d\d(?::\d\d)?)(\.\d+)?(?: (\d{4}-\d\d-\d\d))?$/;

/** Ticks of a UTC ISO instant with up to seven fraction digits. */
export function ticksOfIso(iso: string): bigint {
  const [whole = '', fraction = ''] = iso.replace('Z', '').split('.');
  return ticksOfMs(Date.parse(`${whole}Z`)) + BigInt(fraction.padEnd(7, '0') || '0');
}

/** The start times of the columns, from their titles, which have a time, and a day if one begins. */
function columnStarts(titles: readonly string[]): readonly bigint[] {
  let day = '';
  return titles.map((title) => {
    const [, time = '', fraction = '', date] = COLUMN.exec(title.trim()) ?? [];
    day = date ?? day;
    return ticksOfIso(`${day}T${time.length === 5 ? `${time}:00` : time}${fraction}Z`);
  });
}

/** Every visible cell of the table. `to` is the end of the visible time; the last column may extend beyond it. */
export async function shownCells(page: Page, to: bigint): Promise<readonly ShownCell[]> {
  const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
  const { titles, rows } = await grid.evaluate(async (element) => {
    // Columns out of sight are not drawn, so the table is scrolled from left to right.
    const lines = new Map<string, string[]>();
    const collect = (line: string, cells: Iterable<Element>): void => {
      const texts = lines.get(line) ?? [];
      lines.set(line, texts);
      for (const cell of cells)
        texts[Number(cell.getAttribute('aria-colindex')) - 1] = cell.textContent ?? '';
    };
    const columns = Number(element.getAttribute('aria-colcount'));
    for (let left = 0; ; left += element.clientWidth / 2) {
      element.scrollLeft = left;
      await (window as unknown as { appIdle: () => Promise<void> }).appIdle();
      collect('head', element.querySelectorAll('[role="columnheader"]'));
      for (const row of element.querySelectorAll('[role="row"]'))
        collect(row.getAttribute('aria-rowindex') ?? '', row.querySelectorAll('[role="gridcell"]'));
      if (left >= element.scrollWidth) break;
    }
    element.scrollLeft = 0;
    const { head = [], ...body } = Object.fromEntries(lines);
    if (head.length !== columns) throw new Error(`${head.length} of ${columns} columns were seen.`);
    const all = Object.values(body).filter(({ length }) => length > 0);
    return { titles: head.slice(2), rows: all };
  });
  const starts = columnStarts(titles);
  return rows.flatMap(([label = '', , ...counts]) =>
    counts.map((text, at) => ({
      label: label.trim(),
      from: starts[at] ?? 0n,
      to: starts[at + 1] ?? to,
      text,
    })),
  );
}

/** A seeded row: a label and a time in ticks. */
export interface SeededRow {
  readonly label: string;
  readonly ticks: bigint;
}

/** The cells that differ from the seeded rows, in words, and the number of rows in all cells. */
export function compareCells(
  cells: readonly ShownCell[],
  seeded: readonly SeededRow[],
): { readonly wrong: readonly string[]; readonly rows: number } {
  const byLabel = new Map<string, SeededRow[]>();
  for (const row of seeded) byLabel.set(row.label, [...(byLabel.get(row.label) ?? []), row]);
  let rows = 0;
  const wrong: string[] = [];
  for (const { label, from, to, text } of cells) {
    const truth = (byLabel.get(label) ?? []).filter(({ ticks }) => ticks >= from && ticks < to).length;
    rows += truth;
    if (text !== truth.toLocaleString('en')) wrong.push(`${label} from ${from}: ${text}, seeded ${truth}`);
  }
  return { wrong, rows };
}
