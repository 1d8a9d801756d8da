// Compares the engine with @azure/data-tables in a page of a real browser, for `npm run bench -- query` and `-- faults`.
import { AzureSASCredential, TableClient, type TableServiceClientOptions } from '@azure/data-tables';
import { decodePage } from '../../src/core/entities/page/decodePage.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import type { TableKeyRange } from '../../src/core/keys/base/scheme.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { createBrowserEnv } from '../../src/tables/base/browserEnv.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { runQueries } from '../../src/tables/run/runQueries.ts';
import { runApp } from './appRun.ts';
import type { LaneGuard, LaneQuery, PageSink, RequestRecord } from '../../src/tables/progress/runTypes.ts';

export interface BenchQuery {
  readonly label: string;
  readonly filter: string;
  /** If present, the engine may cut the query. */
  readonly range?: TableKeyRange;
}

export interface EngineChoice {
  /** Also reads the secondary endpoint. */
  readonly secondary?: boolean;
  /** False: never cuts a query for idle lanes. */
  readonly share?: boolean;
  readonly guards?: readonly Omit<LaneGuard, 'index' | 'tableName'>[];
}

export interface RunFigures {
  readonly rows: number;
  readonly wallMs: number;
  /** Time until the first query was read to its end. */
  readonly firstMs: number;
}

const TABLE = 'Bench';
let stopRun: AbortController | undefined;

function schemeOf(schemeId: string): NonNullable<ReturnType<typeof schemeById>> {
  const scheme = schemeById(schemeId);
  if (scheme === undefined) throw new Error(`No scheme ${schemeId}`);
  return scheme;
}

/** Runs the engine over these queries. It decodes on this thread, because the SDK does too. */
async function runEngine(
  sasUrl: string,
  queries: readonly BenchQuery[],
  choice: EngineChoice = {},
): Promise<RunFigures & { readonly requests: readonly RequestRecord[]; readonly stoppedBy: string }> {
  const text = readConnectionText(sasUrl);
  if (!text.ok) throw new Error(text.error.message);
  const env = createBrowserEnv();
  const connection = openConnection(text.value, env, { useSecondary: choice.secondary === true });
  const store = new EntityStore(schemeOf('wad-prefixed'));
  const sink: PageSink = async (index, page, place) => {
    // In the app a worker decodes, so answers that have arrived are received first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    const decoded = decodePage(page.body);
    if (!decoded.ok) return { ok: false, error: decoded.error };
    return { ok: true, value: store.append(decoded.value, index, place) };
  };
  stopRun = new AbortController();
  const startedAtMs = performance.now();
  let firstMs = 0;
  const outcome = await runQueries({
    queries: queries.map((query, index): LaneQuery => ({ index, tableName: TABLE, ...query })),
    guards: (choice.guards ?? []).map((guard, index) => ({ index, tableName: TABLE, ...guard })),
    reader: connection.reader,
    ...(connection.secondary === undefined
      ? {}
      : { secondary: connection.secondary.reader, readStats: connection.secondary.readStats }),
    lanes: connection.lanes,
    ...(choice.share === undefined ? {} : { share: choice.share }),
    sink,
    env,
    signal: stopRun.signal,
    budget: { rows: 1e9, bytes: 1e12 },
    onEvent: (event) => {
      if (firstMs === 0 && event.kind === 'query' && event.query.state === 'done')
        firstMs = performance.now() - startedAtMs;
    },
  });
  const wallMs = performance.now() - startedAtMs;
  connection.close();
  return {
    rows: store.rowCount,
    wallMs,
    firstMs,
    requests: outcome.requests,
    stoppedBy: outcome.stoppedBy ?? '',
  };
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

interface Cancelled {
  readonly tookMs: number;
  /** Requests that the engine sent after the cancel. */
  readonly later: number;
}

/** Aborts the engine's run and returns how long it took to end. */
async function cancelAfter(
  sasUrl: string,
  queries: readonly BenchQuery[],
  afterMs: number,
): Promise<Cancelled> {
  const work = runEngine(sasUrl, queries);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const cancelledAtMs = performance.now();
  stopRun?.abort();
  const { stoppedBy, requests } = await work;
  const tookMs = performance.now() - cancelledAtMs;
  if (stoppedBy !== 'cancel') throw new Error('The run had ended before it was cancelled.');
  return { tookMs, later: requests.filter(({ startedAtMs }) => startedAtMs > cancelledAtMs).length };
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

/** Decodes the bytes of all pages: with the SDK but without network, and into our typed columns. */
async function decodeContest(
  sasUrl: string,
  rounds: number,
): Promise<{ readonly rows: number; readonly sdkMs: number; readonly oursMs: number }> {
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
  const scheme = schemeOf('wad-prefixed');
  const oursOnce = (copies: readonly Uint8Array<ArrayBuffer>[]): number => {
    const store = new EntityStore(scheme);
    for (const bytes of copies) {
      // Stores the page as the row store's worker does.
      const page = store.appendBody(bytes, 0);
      if (!page.ok) throw new Error(page.error.message);
    }
    return store.rowCount;
  };
  const times: { sdk: number[]; ours: number[] } = { sdk: [], ours: [] };
  let rows = 0;
  for (let round = 0; round < rounds; round += 1) {
    // Decoding takes ownership of the bytes, so it gets copies.
    const copies = pages.map(({ bytes }) => bytes.slice());
    const startedAtMs = performance.now();
    rows = await sdkOnce();
    const betweenMs = performance.now();
    const ourRows = oursOnce(copies);
    times.sdk.push(betweenMs - startedAtMs);
    times.ours.push(performance.now() - betweenMs);
    if (ourRows !== rows) throw new Error(`${ourRows} rows of ours, ${rows} of the SDK.`);
  }
  return { rows, sdkMs: bestQuarter(times.sdk), oursMs: bestQuarter(times.ours) };
}

function bestQuarter(times: readonly number[]): number {
  const best = times.toSorted((a, b) => a - b).slice(0, Math.max(1, times.length >> 2));
  return best.reduce((sum, time) => sum + time, 0) / best.length;
}

Object.assign(globalThis, { keyscopeBench: { runApp, runEngine, runSdk, cancelAfter, decodeContest } });
