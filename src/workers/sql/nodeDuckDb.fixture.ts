import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createDuckDB, DEFAULT_RUNTIME, type DuckDBBindings, VoidLogger } from '@duckdb/duckdb-wasm/blocking';

/** Starts the same DuckDB as in the worker, but in Node. */
export async function startDuckDb(): Promise<DuckDBBindings> {
  const folder = dirname(createRequire(import.meta.url).resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));
  const bundle = { mainModule: join(folder, 'duckdb-eh.wasm'), mainWorker: '' };
  const db = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), DEFAULT_RUNTIME);
  await db.instantiate();
  return db;
}
