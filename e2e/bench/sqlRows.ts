// For `npm run bench -- sql`: rows as an SQL table, and loops over objects. Runs in Node, with the same DuckDB module as the app.
import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { RunRows } from '../../src/core/rows/runRows.ts';
import { arrowSlices } from '../../src/workers/arrowSlices.ts';
import { SqlDatabase } from '../../src/workers/sql/sqlDatabase.ts';
import { timeOf } from './timing.ts';
import { PAGE_ROWS, wadEntities, wadPage } from './wadPages.ts';

function finish<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

function storeOf(rows: number): RunRows {
  const scheme = schemeById('wad-prefixed');
  if (scheme === undefined) throw new Error('No scheme wad-prefixed');
  const store = new EntityStore(scheme);
  const encoder = new TextEncoder();
  for (let page = 0; page * PAGE_ROWS < rows; page += 1) store.appendBody(encoder.encode(wadPage(page)), 0);
  for (const _ of store.pack());
  const held = new RunRows(schemeById);
  held.hold({ runId: 1, schemeId: scheme.entry.id, queries: [{ index: 0, label: 'all' }] }, scheme, store);
  return held;
}

interface Question {
  readonly sql: string;
  readonly goalMs: number;
  /** Answers the same by a loop over the rows as objects. */
  readonly loop: (rows: Awaited<ReturnType<typeof wadEntities>>) => unknown;
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  group: {
    sql: "SELECT prefix, date_trunc('minute', time) AS minute, count(*) FROM t GROUP BY ALL",
    goalMs: 400,
    loop: (rows) => {
      const counts = new Map<string, number>();
      for (const { partitionKey, timestamp } of rows) {
        const key = `${partitionKey.slice(0, 19)} ${timestamp.slice(0, 16)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return counts;
    },
  },
  filter: {
    sql: 'SELECT count(*) FROM t WHERE Level <= 2',
    goalMs: 100,
    loop: (rows) => rows.filter(({ Level }) => Level <= 2).length,
  },
  substring: {
    sql: "SELECT count(*) FROM t WHERE contains(Message, 'GATEWAY, attempt 47')",
    goalMs: 1500,
    loop: (rows) => rows.filter(({ Message }) => Message.includes('GATEWAY, attempt 47')).length,
  },
  quantiles: {
    sql: 'SELECT RoleInstance, quantile_disc(DurationMs, [0.5, 0.95, 0.99]) FROM t GROUP BY RoleInstance',
    goalMs: 400,
    loop: (rows) => {
      const byRole = new Map<string, number[]>();
      for (const { RoleInstance, DurationMs } of rows) {
        const own = byRole.get(RoleInstance) ?? [];
        own.push(DurationMs);
        byRole.set(RoleInstance, own);
      }
      return Array.from(byRole, ([role, own]) => {
        const sorted = Float64Array.from(own).sort();
        return [role, ...[0.5, 0.95, 0.99].map((q) => sorted[Math.ceil(q * sorted.length) - 1])];
      });
    },
  },
};

/** Results in milliseconds and megabytes: for each question the time of SQL, and that of a loop over objects. */
export async function measureSql(db: DuckDBBindings, rows: number) {
  const held = storeOf(rows);
  const database = new SqlDatabase(db, (error) => {
    throw error;
  });
  const putMs = timeOf(() => {
    const { file } = finish(held.exportRows({ format: 'sql' }));
    let isFirst = true;
    if (file.kind === 'sql')
      for (const { bytes } of arrowSlices(file.table)) {
        database.put('t', bytes, isFirst);
        isFirst = false;
      }
    database.seal('t', []);
  });
  const answered = Object.entries(QUESTIONS).map(([name, { sql, goalMs, loop }]) => ({
    name,
    goalMs,
    loop,
    sqlMs: timeOf(() => {
      const started = finish(database.query(sql));
      if (!started.ok) throw new Error(started.fault.words);
      finish(database.rows(rows));
    }),
  }));
  const megabytes = database.memory() / 1e6;
  const entities = await wadEntities(Math.ceil(rows / PAGE_ROWS));
  const queries = answered.map(({ loop, ...each }) => ({
    ...each,
    loopMs: timeOf(() => void loop(entities)),
  }));
  return { putMs, queries, megabytes };
}
