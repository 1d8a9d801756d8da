import type { Page } from 'playwright/test';
import { isoOf } from '../../scripts/demo/keyText.mjs';
import type { DemoRow, DemoTable, TickSpan } from '../../scripts/demo/rows.mjs';
import { rowsInWindow } from '../../scripts/demo/truth.mjs';
import type { App } from '../rig/fixtures.ts';
import { runInDemo } from './keyscopePage.ts';

/** The text of a property as it was seeded; '' if the row lacks it. */
export function valueOf(row: DemoRow, name: string): string {
  return row.properties.find(([propertyName]) => propertyName === name)?.[2] ?? '';
}

/** The prefixes of `3-5,37`. */
export function prefixesOf(words: string): ReadonlySet<number> {
  return new Set(
    words.split(',').flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }),
  );
}

/** The rows of some prefixes that a query with a window must return. */
export function rowsOfPrefixes(
  table: DemoTable,
  { from, to }: TickSpan,
  prefixes: string,
): readonly DemoRow[] {
  const read = prefixesOf(prefixes);
  return rowsInWindow(table, from, to).filter(({ partitionKey }) =>
    read.has(Number(partitionKey.slice(0, 19))),
  );
}

/**
 * Reads some of the demo's 100 prefixes, for tests of what is done with rows. Reading all of them would take longer than the rest of such a
 * test.
 * @returns the rows as they were seeded
 */
export async function readDemo(
  page: Page,
  { demoTable, demoWindow: { from, to } }: App,
  prefixes = '0-9',
): Promise<readonly DemoRow[]> {
  const table = 'DemoEventsVer1v0';
  const window = { from: isoOf(from), to: isoOf(to) };
  await runInDemo(page, { table, scheme: 'mds-prefixed', volume: 'large', prefixes, ...window });
  return rowsOfPrefixes(demoTable(table), { from, to }, prefixes);
}
