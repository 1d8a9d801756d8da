// For `npm run bench -- count`: counts a table with the engine in a page of a real browser.
import { keyBounds } from '../../src/core/keyspace/count/keyBounds.ts';
import { KeyCounts, partitionSizes } from '../../src/core/keyspace/count/keyCounts.ts';
import { rangeQuery } from '../../src/core/plan/rangeSplit.ts';
import { createBrowserEnv } from '../../src/tables/base/browserEnv.ts';
import { openConnection } from '../../src/tables/connection/connection.ts';
import { readConnectionText } from '../../src/tables/connection/connectionText.ts';
import { createKeyPages } from '../../src/tables/run/keyPages.ts';
import { runQueries } from '../../src/tables/run/runQueries.ts';
import { heapBytes } from './timing.ts';

const TABLE = 'Bench';
/** The heap is measured each time this many rows have been counted. */
const LOOK_EVERY = 1_000_000;

interface CountFigures {
  readonly rows: number;
  readonly partitions: number;
  readonly wallMs: number;
  /** The most memory that the count and the log of its requests held, measured after garbage collection. */
  readonly heldBytes: number;
}

async function count(sasUrl: string): Promise<CountFigures> {
  const text = readConnectionText(sasUrl);
  if (!text.ok) throw new Error(text.error.message);
  const env = createBrowserEnv();
  const connection = openConnection(text.value, env);
  const { reader, lanes } = connection;
  const { signal } = new AbortController();
  const before = heapBytes();
  const startedAtMs = performance.now();
  const pages = createKeyPages({ tableName: TABLE, reader, lanes, env, signal });
  let id = 0;
  const ranges = await keyBounds(async (filter) => (await pages.ask({ id: id++, top: 1, filter })).rows[0]);
  pages.end();
  const counts = new KeyCounts(TABLE, false);
  let [rows, looked, heldBytes] = [0, 0, 0];
  const outcome = await runQueries({
    queries: ranges.map((range, index) => ({
      index,
      label: String(index),
      tableName: TABLE,
      range,
      filter: rangeQuery(range, undefined)?.filter,
      select: ['PartitionKey', 'RowKey'],
    })),
    guards: [],
    reader,
    lanes,
    sink: (query, page, slot) => {
      const receipt = counts.add(page.body, `${query} ${slot.order}`);
      if (receipt.ok) rows += receipt.value.rows;
      if (rows - looked >= LOOK_EVERY) {
        looked = rows;
        heldBytes = Math.max(heldBytes, heapBytes() - before);
      }
      return Promise.resolve(receipt);
    },
    env,
    signal,
    budget: { rows: Infinity, bytes: Infinity },
    onEvent: () => undefined,
  });
  const wallMs = performance.now() - startedAtMs;
  connection.close();
  const { largest, rest } = partitionSizes(counts.state());
  return { rows: outcome.rows, partitions: largest.length + rest.partitions, wallMs, heldBytes };
}

Object.assign(globalThis, { keyscopeBench: { count } });
