// Compares exported files with the seeded rows.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright/test';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { canonicalLine, canonicalRow } from '../../scripts/demo/truth.mjs';
import { expect } from '../rig/fixtures.ts';

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** Does not include the empty line after the last line break. */
  readonly lines: readonly string[];
  /** The parsed companion file, which says what is missing. Undefined if there is none, as for a complete result. */
  readonly beside: CompletenessFile | undefined;
}

/** The companion file of an incomplete export. */
export interface CompletenessFile {
  readonly file: string;
  readonly state: string;
  readonly rows: number;
  readonly resumable: boolean;
  readonly unread: readonly {
    readonly query: string;
    readonly why: string;
    readonly partitionKey: { readonly from: string; readonly to?: string };
    readonly rowKey?: { readonly from: string; readonly to?: string };
    readonly time?: { readonly from: string; readonly to: string };
    readonly filter?: string;
  }[];
}

const NDJSON_ENTRIES = {
  only: 'NDJSON',
  selected: /^NDJSON, [\d,]+ selected/u,
  all: /^NDJSON, all [\d,]+(?!.*sorted)/u,
};

/**
 * Saves what was read as NDJSON and reads the file.
 * @param rows Which rows to save, if the page asks: those that are selected, or all that were read.
 */
export async function exportNdjson(page: Page, rows?: 'selected' | 'all'): Promise<ExportedFile> {
  const saved: Download[] = [];
  const collect = (download: Download): void => {
    saved.push(download);
  };
  const savedAs = async (ending: string): Promise<Download> => {
    const isIt = (each: Download): boolean => each.suggestedFilename().endsWith(ending);
    return saved.find(isIt) ?? (await page.waitForEvent('download', isIt));
  };
  page.on('download', collect);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: NDJSON_ENTRIES[rows ?? 'only'] }).click();
  const file = await savedAs('.ndjson');
  const text = await readFile(await file.path(), 'utf8');
  const isWhole = !file.suggestedFilename().includes('.incomplete.');
  const beside = isWhole
    ? undefined
    : (JSON.parse(await readFile(await (await savedAs('.json')).path(), 'utf8')) as CompletenessFile);
  page.off('download', collect);
  expect(beside?.file, 'the file that the companion is about').toBe(
    isWhole ? undefined : file.suggestedFilename(),
  );
  const lines = text.split('\n');
  expect(lines.pop(), 'the last line ends').toBe('');
  return { name: file.suggestedFilename(), text, lines, beside };
}

/** Checks that every true row is either a line of the file or in one unread range of its companion file, and never both. */
export function expectReadAndUnread(file: ExportedFile, rows: readonly DemoRow[], what: string): void {
  const lines = new Set(textsOfLines(file.lines));
  const isIn = (key: string, span?: { readonly from: string; readonly to?: string }): boolean =>
    span === undefined || (key >= span.from && (span.to === undefined || key < span.to));
  const texts = textsOfRows(rows);
  const counts = rows.map((row, at) => {
    const ranges = file.beside?.unread.filter(
      ({ partitionKey, rowKey }) => isIn(row.partitionKey, partitionKey) && isIn(row.rowKey, rowKey),
    );
    return (ranges?.length ?? 0) + (lines.has(texts[at] ?? '') ? 1 : 0);
  });
  expect([...new Set(counts)], what).toEqual([1]);
}

/** The difference between an export and the true rows; empty lists if they are equal. */
export interface RowDifference {
  readonly missing: readonly string[];
  readonly unasked: readonly string[];
  readonly twice: readonly string[];
}

const SAME: RowDifference = { missing: [], unasked: [], twice: [] };
const SHOWN = 3;

/** Keeps canonical texts, because the same rows are in many exports of a worker. */
const textOfLine = new Map<string, string>();
const textOfRow = new WeakMap<DemoRow, string>();

function textsOfLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    const text = textOfLine.get(line) ?? canonicalLine(line);
    textOfLine.set(line, text);
    return text;
  });
}

function textsOfRows(rows: readonly DemoRow[]): readonly string[] {
  return rows.map((row) => {
    const text = textOfRow.get(row) ?? canonicalRow(row);
    textOfRow.set(row, text);
    return text;
  });
}

/** Checks that the file has exactly these rows, each once, in any order, with unchanged properties. */
export function expectRows(lines: readonly string[], rows: readonly DemoRow[], what: string): void {
  expect(difference(textsOfLines(lines), textsOfRows(rows)), what).toEqual(SAME);
  expect(lines.length, what).toBe(rows.length);
}

/** Checks that the file has only rows of this list, unchanged and each at most once. */
export function expectRowsAmong(lines: readonly string[], rows: readonly DemoRow[], what: string): void {
  expect({ ...difference(textsOfLines(lines), textsOfRows(rows)), missing: [] }, what).toEqual(SAME);
}

function difference(found: readonly string[], wanted: readonly string[]): RowDifference {
  const foundSet = new Set(found);
  const wantedSet = new Set(wanted);
  const seen = new Set<string>();
  const twice = found.filter((row) => seen.size === seen.add(row).size);
  return {
    missing: wanted.filter((row) => !foundSet.has(row)).slice(0, SHOWN),
    unasked: found.filter((row) => !wantedSet.has(row)).slice(0, SHOWN),
    twice: twice.slice(0, SHOWN),
  };
}
