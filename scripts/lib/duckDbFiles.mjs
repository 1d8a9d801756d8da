import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @import { Plugin } from 'vite' */

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('@duckdb/duckdb-wasm/dist/duckdb-eh.wasm'));

/** The name of the worker with DuckDB, which is built into a folder of its own. */
export const SQL_WORKER = 'sql.worker';

/**
 * Adds DuckDB's module to a build that has its worker. It is compressed, because some hosts refuse files of 25 MiB.
 * @returns {Plugin}
 */
export function duckDbFiles() {
  return {
    name: 'keyscope-duckdb-module',
    apply: 'build',
    generateBundle(_options, bundle) {
      // The stress lab has no SQL.
      if (!Object.keys(bundle).some((name) => name.includes(SQL_WORKER))) return;
      const { version } = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8'));
      this.emitFile({
        type: 'asset',
        // The worker requests the file by this name.
        fileName: `sql/duckdb-${version}.wasm.gz`,
        source: gzipSync(readFileSync(join(folder, 'duckdb-eh.wasm')), { level: 9 }),
      });
    },
  };
}

/**
 * Resolves DuckDB's blocking API to its build for browsers, because the package exports only the one for Node.
 * @returns {Plugin}
 */
export function duckDbInBrowser() {
  return {
    name: 'keyscope-duckdb-browser',
    enforce: 'pre',
    resolveId: (id) =>
      id === '@duckdb/duckdb-wasm/blocking' ? join(folder, 'duckdb-browser-blocking.mjs') : undefined,
  };
}
