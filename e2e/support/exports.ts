// Exported files, compared with what the seeding code says.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { canonicalLine, canonicalRow } from '../../scripts/demo/truth.mjs';
import { expect } from '../rig/fixtures.ts';

export interface ExportedFile {
  readonly name: string;
  readonly text: string;
  /** Without the empty one after the last line end. */
  readonly lines: readonly string[];
}

/** Saves what was read as NDJSON and reads the file. */
export async function exportNdjson(page: Page): Promise<ExportedFile> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'NDJSON' }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.split('\n');
  expect(lines.pop(), 'the last line ends').toBe('');
  return { name: file.suggestedFilename(), text, lines };
}

/** The difference between the lines of an export and the true rows; empty lists where they are the same. */
export interface RowDifference {
  readonly missing: readonly string[];
  readonly unasked: readonly string[];
  readonly twice: readonly string[];
}

const SAME: RowDifference = { missing: [], unasked: [], twice: [] };
const SHOWN = 3;

/** Exactly these rows, each once, in any order, and nothing of any property lost. */
export function expectRows(lines: readonly string[], rows: readonly DemoRow[], what: string): void {
  expect(difference(lines.map(canonicalLine), rows.map(canonicalRow)), what).toEqual(SAME);
  expect(lines.length, what).toBe(rows.length);
}

/** Only some rows may be there, but each of them once and true. */
export function expectRowsAmong(lines: readonly string[], rows: readonly DemoRow[], what: string): void {
  expect({ ...difference(lines.map(canonicalLine), rows.map(canonicalRow)), missing: [] }, what).toEqual(
    SAME,
  );
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
