// The map's cells as its table twin says them, and the same cells counted from what was seeded.
import type { Page } from 'playwright/test';

/** A cell: rows of the map by label, time half-open in ticks. */
export interface ShownCell {
  readonly label: string;
  readonly from: bigint;
  readonly to: bigint;
  readonly text: string;
}

const UNIX_EPOCH = 621_355_968_000_000_000n;
const COLUMN = /^(\d\d:\d\d(?::\d\d)?)(\.\d+)?(?: (\d{4}-\d\d-\d\d))?$/;

/** Ticks of an ISO instant with up to seven digits of a second, UTC. */
export function ticksOfIso(iso: string): bigint {
  const [whole = '', fraction = ''] = iso.replace('Z', '').split('.');
  return BigInt(Date.parse(`${whole}Z`)) * 10_000n + UNIX_EPOCH + BigInt(fraction.padEnd(7, '0') || '0');
}

/** Starts of the columns, from their titles: the time, and the day where one begins. */
function columnStarts(titles: readonly string[]): readonly bigint[] {
  let day = '';
  return titles.map((title) => {
    const [, time = '', fraction = '', date] = COLUMN.exec(title.trim()) ?? [];
    day = date ?? day;
    return ticksOfIso(`${day}T${time.length === 5 ? `${time}:00` : time}${fraction}Z`);
  });
}

/** Every cell of the table twin in sight. `to`: where the time in sight ends, which the last column may reach beyond. */
export async function shownCells(page: Page, to: bigint): Promise<readonly ShownCell[]> {
  const grid = page.getByRole('grid', { name: 'Prefix by time, as a table' });
  const { titles, rows } = await grid.evaluate((element) => {
    const texts = (root: Element, role: string): readonly string[] =>
      [...root.querySelectorAll(`[role="${role}"]`)].map((cell) => cell.textContent ?? '');
    const all = [...element.querySelectorAll('[role="row"]')];
    return {
      titles: texts(element, 'columnheader').slice(2),
      rows: all.map((row) => texts(row, 'gridcell')).filter(({ length }) => length > 0),
    };
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

/** What was seeded: a label and a time in ticks for each row. */
export interface SeededRow {
  readonly label: string;
  readonly ticks: bigint;
}

/** The cells that do not say what was seeded, in words; and how many rows all cells hold. */
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
