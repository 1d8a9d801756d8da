import type { DemoRow } from '../../scripts/demo/rows.mjs';
import type { TableServiceCore } from './tableService.ts';

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
type Options = Readonly<Record<string, string>>;
type Fetch = (url: string, init: { readonly headers: Options }) => Promise<Response>;

/** Answers in memory as the service does on a port. */
export function fetchFrom({ answer }: Pick<TableServiceCore, 'answer'>): Fetch {
  return (url, { headers }) => {
    const { pathname, search } = new URL(url);
    const { status, headers: named, body } = answer({ method: 'GET', target: pathname + search, headers });
    return Promise.resolve(new Response(new Uint8Array(body), { status, headers: [...named] }));
  };
}

/** Reads one page like a simple client. */
export async function readPage(
  endpoint: string,
  table: string,
  sas: string,
  options: Options = {},
  headers: Options = {},
  send: Fetch = fetch,
): Promise<ReadPage> {
  const query = Object.entries(options).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const response = await send(`${endpoint}/${table}()?${[...query, sas].join('&')}`, {
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

/** Follows tokens to the end. Returns the keys of each page; with `most`, only until that many rows were read. */
export async function readAllPages(
  endpoint: string,
  table: string,
  sas: string,
  options: Options = {},
  {
    most = Number.POSITIVE_INFINITY,
    send,
  }: { readonly most?: number | undefined; readonly send?: Fetch } = {},
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let token: Options | undefined = {};
  while (token !== undefined && pages.flat().length < most) {
    const page = await readPage(endpoint, table, sas, { ...options, ...token }, {}, send);
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
