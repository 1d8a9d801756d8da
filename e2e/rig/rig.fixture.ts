import type { DemoRow } from '../../scripts/demo/rows.mjs';

/** A row with only what the test needs. */
export function rigRow(
  partitionKey: string,
  rowKey: string,
  properties: DemoRow['properties'] = [],
): DemoRow {
  return { partitionKey, rowKey, timestamp: '2026-11-20T21:00:00.0000000Z', properties };
}

/** Rows in key order: partitions `p00`, `p01`, ... with row keys `000`, `001`, ... */
export function grid(partitions: number, rowsEach: number): readonly DemoRow[] {
  return Array.from({ length: partitions * rowsEach }, (_, i) =>
    rigRow(`p${String(Math.floor(i / rowsEach)).padStart(2, '0')}`, String(i % rowsEach).padStart(3, '0'), [
      ['Index', 'Int32', String(i)],
    ]),
  );
}

export interface ReadPage {
  readonly status: number;
  readonly keys: readonly string[];
  readonly nextPartitionKey: string | null;
  readonly nextRowKey: string | null;
  readonly text: string;
}

const ACCEPT = 'application/json;odata=minimalmetadata';

/** Reads one page like a plain client. */
export async function readPage(
  endpoint: string,
  table: string,
  sas: string,
  options: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ReadPage> {
  const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const response = await fetch(`${endpoint}/${table}()?${[...query, sas].join('&')}`, {
    headers: { accept: ACCEPT, ...headers },
  });
  const text = await response.text();
  return {
    status: response.status,
    keys: response.ok ? keysOf(text) : [],
    nextPartitionKey: response.headers.get('x-ms-continuation-nextpartitionkey'),
    nextRowKey: response.headers.get('x-ms-continuation-nextrowkey'),
    text,
  };
}

function keysOf(text: string): readonly string[] {
  const body = JSON.parse(text) as { value: readonly { PartitionKey: string; RowKey: string }[] };
  return body.value.map((entity) => `${entity.PartitionKey}/${entity.RowKey}`);
}

/** Follows tokens to the end. Returns one list of keys per page. */
export async function readAllPages(
  endpoint: string,
  table: string,
  sas: string,
  options: Readonly<Record<string, string>> = {},
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let token: Readonly<Record<string, string>> | undefined = {};
  while (token !== undefined) {
    const page = await readPage(endpoint, table, sas, { ...options, ...token });
    if (page.status !== 200) throw new Error(`${page.status} ${page.text}`);
    pages.push(page.keys);
    const { nextPartitionKey, nextRowKey } = page;
    token =
      nextPartitionKey === null
        ? undefined
        : { NextPartitionKey: nextPartitionKey, ...(nextRowKey === null ? {} : { NextRowKey: nextRowKey }) };
  }
  return pages;
}
