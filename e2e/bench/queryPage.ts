// For `npm run bench -- query`: compares the engine with @azure/data-tables in a page of a real browser.
import { AzureSASCredential, TableClient, type TableServiceClientOptions } from '@azure/data-tables';
import { decodePage } from '../../src/core/entities/page/decodePage.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import type { TableKeyRange } from '../../src/core/keys/base/scheme.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { createBrowserEnv } from '../../src/tables/base/browserEnv.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { runQueries } from '../../src/tables/run/runQueries.ts';
import type { LaneQuery, PageSink } from '../../src/tables/progress/runTypes.ts';
import { bestQuarter, type Timed } from './timing.ts';

export interface BenchQuery {
  readonly label: string;
  readonly filter: string;
  /** The keys that the query reads, from which the engine can cut it into parts. */
  readonly range: TableKeyRange;
}

interface RunFigures {
  readonly rows: number;
  readonly wallMs: number;
  /** Time until the first query was read to its end. */
  readonly firstMs: number;
}

const TABLE = 'Bench';
const DECODE_ROUNDS = 24;
const DECODE_PAGES = 20;

function emptyStore(): EntityStore {
  const scheme = schemeById('wad-prefixed');
  if (scheme === undefined) throw new Error('No scheme wad-prefixed');
  return new EntityStore(scheme);
}

/**
 * Runs the engine over these queries. It decodes on this thread, because the SDK does too. `share`: whether queries are cut for idle lanes.
 */
async function runEngine(sasUrl: string, queries: readonly BenchQuery[], share = true): Promise<RunFigures> {
  const text = readConnectionText(sasUrl);
  if (!text.ok) throw new Error(text.error.message);
  const env = createBrowserEnv();
  const connection = openConnection(text.value, env);
  const store = emptyStore();
  const sink: PageSink = async (index, page, place) => {
    // In the app a worker decodes, so answers that have arrived are received before that. This gives them the same chance here.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const decoded = decodePage(page.body);
    if (!decoded.ok) return { ok: false, error: decoded.error };
    return { ok: true, value: store.append(decoded.value, index, place) };
  };
  const startedAtMs = performance.now();
  let firstMs = 0;
  await runQueries({
    queries: queries.map((query, index): LaneQuery => ({ index, tableName: TABLE, ...query })),
    guards: [],
    reader: connection.reader,
    lanes: connection.lanes,
    share,
    sink,
    env,
    signal: new AbortController().signal,
    budget: { rows: 1e9, bytes: 1e12 },
    onEvent: (event) => {
      if (firstMs === 0 && event.kind === 'query' && event.query.state === 'done')
        firstMs = performance.now() - startedAtMs;
    },
  });
  const wallMs = performance.now() - startedAtMs;
  connection.close();
  return { rows: store.rowCount, wallMs, firstMs };
}

/** Runs the SDK as its documentation shows: all queries at once, each page after page. */
async function runSdk(sasUrl: string, queries: readonly BenchQuery[]): Promise<RunFigures> {
  const [endpoint = '', sas = ''] = sasUrl.split('?');
  const client = new TableClient(endpoint, TABLE, new AzureSASCredential(sas), {
    allowInsecureConnection: true,
  });
  const startedAtMs = performance.now();
  let firstMs = 0;
  const counts = await Promise.all(
    queries.map(async ({ filter }) => {
      let rows = 0;
      for await (const page of client.listEntities({ queryOptions: { filter } }).byPage())
        rows += page.length;
      if (firstMs === 0) firstMs = performance.now() - startedAtMs;
      return rows;
    }),
  );
  return {
    rows: counts.reduce((sum, rows) => sum + rows, 0),
    wallMs: performance.now() - startedAtMs,
    firstMs,
  };
}

type HttpClient = NonNullable<TableServiceClientOptions['httpClient']>;

interface RawPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly next: readonly [partition: string, row: string] | undefined;
}

/** All pages of the table as bytes. */
async function readRawPages(endpoint: string, sas: string): Promise<readonly RawPage[]> {
  const pages: RawPage[] = [];
  do {
    const token = pages
      .at(-1)
      ?.next?.map((text, at) => `${TOKEN_NAMES[at] ?? ''}=${encodeURIComponent(text)}&`)
      .join('');
    const response = await fetch(`${endpoint}/${TABLE}()?${token ?? ''}${sas}`, {
      headers: { accept: 'application/json;odata=minimalmetadata' },
    });
    const partition = response.headers.get('x-ms-continuation-nextpartitionkey');
    const row = response.headers.get('x-ms-continuation-nextrowkey') ?? '';
    const next = partition === null ? undefined : ([partition, row] as const);
    pages.push({ bytes: new Uint8Array(await response.arrayBuffer()), next });
  } while (pages.at(-1)?.next !== undefined);
  return pages;
}

const TOKEN_NAMES = ['NextPartitionKey', 'NextRowKey'];

/** Decodes the bytes of all pages, once with the SDK but without a network, and once into our typed columns. */
async function decodeContest(sasUrl: string): Promise<Timed> {
  const [endpoint = '', sas = ''] = sasUrl.split('?');
  const pages = await readRawPages(endpoint, sas);
  let served = 0;
  const httpClient: HttpClient = {
    // Answers with bytes, as a fetch would.
    sendRequest: (request) => {
      const page = pages[served % pages.length];
      served += 1;
      const headers = request.headers;
      for (const [at, text] of (page?.next ?? []).entries())
        headers.set(`x-ms-continuation-${TOKEN_NAMES[at] ?? ''}`, text);
      return Promise.resolve({
        request,
        status: 200,
        headers,
        bodyAsText: new TextDecoder().decode(page?.bytes),
      });
    },
  };
  const client = new TableClient(endpoint, TABLE, new AzureSASCredential(sas), {
    allowInsecureConnection: true,
    httpClient,
  });
  const sdkOnce = async (): Promise<number> => {
    let rows = 0;
    for await (const page of client.listEntities().byPage()) rows += page.length;
    return rows;
  };
  const oursOnce = (copies: readonly Uint8Array<ArrayBuffer>[]): number => {
    const store = emptyStore();
    for (const bytes of copies) {
      // Stores the page as the row store's worker does.
      const page = store.appendBody(bytes, 0);
      if (!page.ok) throw new Error(page.error.message);
    }
    return store.rowCount;
  };
  const times: { sdk: number[]; ours: number[] } = { sdk: [], ours: [] };
  const faults = new Set<string>();
  for (let round = 0; round < DECODE_ROUNDS; round += 1) {
    // Decoding takes ownership of the bytes, so it gets copies.
    const copies = pages.map(({ bytes }) => bytes.slice());
    const startedAtMs = performance.now();
    const rows = await sdkOnce();
    const betweenMs = performance.now();
    const ourRows = oursOnce(copies);
    times.sdk.push(betweenMs - startedAtMs);
    times.ours.push(performance.now() - betweenMs);
    if (ourRows !== rows) faults.add(`${ourRows} rows of ours, ${rows} of the SDK`);
    if (pages.length !== DECODE_PAGES) faults.add(`${pages.length} pages`);
  }
  return { oursMs: bestQuarter(times.ours), baselineMs: bestQuarter(times.sdk), faults: [...faults] };
}

Object.assign(globalThis, { keyscopeBench: { runEngine, runSdk, decodeContest } });
