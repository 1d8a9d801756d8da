import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadForNode } from './onPage.mjs';

const ROWS = 1_000_000;
const GOALS = { startMs: 2000, putMs: 8000, megabytes: 500 };
/**
 * SQL over a million rows like those of WADLogsTable: starting DuckDB, putting the rows in, and running queries.
 * @param {string} root the project folder
 * @param {string} _chromium not used: Node runs the same module
 * @param {import('./report.mjs').Report} report
 */
export async function benchSql(root, _chromium, report) {
  const folder = mkdtempSync(join(root, 'node_modules', '.keyscope-bench-'));
  try {
    const { measureSql } = await loadForNode(root, 'sqlRows.ts', folder);
    const require = createRequire(join(root, 'package.json'));
    const { createDuckDB, DEFAULT_RUNTIME, VoidLogger } = await import('@duckdb/duckdb-wasm/blocking');
    const mainModule = join(
      dirname(require.resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm')),
      'duckdb-eh.wasm',
    );
    const bundle = { mainModule, mainWorker: '' };
    const startedAtMs = performance.now();
    const db = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), DEFAULT_RUNTIME);
    await db.instantiate();
    report.most('start of DuckDB', performance.now() - startedAtMs, 'ms', GOALS.startMs);
    const { putMs, queries, megabytes } = await measureSql(db, ROWS);
    report.most('putting a million rows in', putMs, 'ms', GOALS.putMs);
    for (const { name, sqlMs, goalMs, loopMs } of queries)
      report.most(`query: ${name}`, sqlMs, 'ms', goalMs, `; a loop over objects ${loopMs.toFixed(0)} ms`);
    report.most('memory of DuckDB', megabytes, 'MB', GOALS.megabytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
