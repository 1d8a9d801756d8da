import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { duckDbFiles, duckDbInBrowser, SQL_WORKER } from './scripts/lib/duckDbFiles.mjs';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Relative addresses: the build works from any folder of any static host.
  base: './',
  plugins: [react(), duckDbFiles()],
  worker: {
    format: 'es',
    plugins: () => [duckDbInBrowser()],
    rolldownOptions: {
      // DuckDB's glue holds one; the policy refuses it.
      checks: { eval: false },
      output: {
        // A folder of its own, for the policy of its own.
        entryFileNames: ({ name }) => `${name === SQL_WORKER ? 'sql' : 'assets'}/[name]-[hash].js`,
      },
    },
  },
  css: {
    modules: {
      // By default each name also tells its line, which the first screen would load twice: in its script and in its styles.
      generateScopedName: (name, file) =>
        `${name}_${createHash('sha256')
          .update(relative(import.meta.dirname, file))
          .digest('base64url')
          .slice(0, 4)}`,
    },
  },
  build: {
    target: 'es2023',
    sourcemap: true,
    license: true,
    // Inlined data: addresses would need a wider img-src and font-src.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen needs is one file, not twenty that share each other's parts.
    rolldownOptions: {
      // The first screen names all later files: shorter hashes leave it room.
      output: {
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
      },
    },
  },
  test: {
    // Twice as fast: tests share modules, and no test leaves anything behind in one.
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    include: [
      'src/**/*.test.ts',
      'src/**/*.test.tsx',
      'scripts/**/*.test.ts',
      'e2e/{rig,faults}/**/*.test.ts',
    ],
    setupFiles: ['scripts/lib/propertySeed.mjs'],
    environment: 'node',
    // Property tests over whole ranges take seconds on a busy machine; a hang still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test whose loop never reaches its assertion proves nothing.
    expect: { requireAssertions: true },
  },
});
