/*
 * The directions of imports described in ARCHITECTURE.md. `checkLayers.mjs` compares every file with them. In addition, TypeScript compiles
 * core without the types of a browser, and workers without those of a page (`src/core/tsconfig.json`, `src/workers/tsconfig.json`).
 */

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon'];
const STORAGE = ['localStorage', 'sessionStorage', 'indexedDB'];

/** Everything below the rows of a run: keys, filters, plans, entities and the map. */
const UNDER_ROWS = ['time', 'keys', 'odata', 'entities', 'plan', 'keyspace'];

const TO_RESULTS = ['base', 'address', 'connection', 'run', 'results'];

const UNDER_APP = [
  'src/core',
  'src/tables',
  'src/workers',
  'src/workers/sql',
  'src/state',
  'src/ui',
  'src/features',
];

/**
 * @typedef {object} Layer
 * @property {readonly string[]} below the layers whose files it may import, types included; no others
 * @property {Readonly<Record<string, readonly string[]>>} [rooms] its folders, each with the folders beside it that it may import, besides
 *   the files directly in the layer
 * @property {readonly string[]} [packages] the only ones it may import; all if absent
 * @property {readonly string[]} [words] names of globals that it may not use
 */

/**
 * Functions of the language with traps, each with the only file of src that may use it. For example, percent escapes throw at half of a
 * surrogate pair.
 * @type {Readonly<Record<string, string>>}
 */
export const ONLY_IN = {
  encodeURIComponent: 'src/core/percentText.ts',
  decodeURIComponent: 'src/core/percentText.ts',
};

/**
 * A file belongs to the first layer whose folder contains it. There may be no folder that is missing here.
 * @type {Readonly<Record<string, Layer>>}
 */
export const LAYERS = {
  'src/core': {
    below: [],
    rooms: {
      time: [],
      keys: ['time'],
      odata: ['time'],
      entities: ['time', 'keys'],
      plan: ['time', 'keys', 'odata'],
      keyspace: ['time', 'keys', 'entities', 'plan'],
      rows: UNDER_ROWS,
      // Describes keys and calculates what they cost. It does not know stored rows.
      design: UNDER_ROWS,
      series: UNDER_ROWS,
      advice: [...UNDER_ROWS, 'design', 'series'],
      // A load for the service, its retries, and a model of the service.
      stress: ['time', 'keys', 'keyspace'],
      // A plan as text that runs elsewhere.
      snippets: ['time', 'odata'],
    },
    // Pure and only about numbers: the histogram of latencies in a stress test.
    packages: ['hdr-histogram-js'],
    // core is pure: the clock, random numbers and everything else from outside are arguments.
    words: [...NETWORK, ...STORAGE, 'globalThis', 'Date.now', 'new Date()', 'Math.random'],
  },
  'src/tables': {
    below: ['src/core'],
    rooms: {
      base: [],
      sas: ['base'],
      wire: ['base', 'sas'],
      pacing: ['base', 'sas', 'wire'],
      progress: ['base', 'sas', 'wire', 'pacing'],
      run: ['base', 'sas', 'wire', 'pacing', 'progress'],
      connection: ['base', 'sas', 'wire', 'pacing'],
      diagnosis: ['base', 'sas', 'wire', 'pacing', 'connection'],
      // The only folder that writes. Only the stress lab uses it, which is another page.
      stress: ['base', 'sas', 'wire', 'connection'],
    },
    // The only layer that may use the network.
    packages: ['@azure/data-tables'],
  },
  // The worker with DuckDB requests its module, under a policy of its own. The page knows the types of its messages.
  'src/workers/sql': {
    below: ['src/core', 'src/workers'],
    packages: ['@duckdb/duckdb-wasm', 'apache-arrow'],
    words: STORAGE,
  },
  'src/workers': {
    below: ['src/core'],
    packages: ['hyparquet-writer', 'apache-arrow'],
    words: [...NETWORK, ...STORAGE],
  },
  'src/state': {
    below: ['src/core', 'src/tables', 'src/workers', 'src/workers/sql'],
    rooms: {
      base: [],
      address: ['base'],
      connection: ['base'],
      run: ['base', 'address', 'connection'],
      decode: ['base', 'address'],
      results: ['base', 'address', 'connection', 'run'],
      keyspace: TO_RESULTS,
      design: ['base', 'address'],
      services: [...TO_RESULTS, 'decode', 'keyspace', 'design'],
    },
    // No framework here; hooks are in src/features/shared.
    packages: [],
    words: NETWORK,
  },
  'src/ui': {
    below: ['src/core'],
    packages: [
      'react',
      'react-dom',
      'react-aria-components',
      'recharts',
      'lucide-react',
      '@codemirror',
      '@lezer/highlight',
      '@tanstack/react-virtual',
    ],
    words: [...NETWORK, ...STORAGE],
  },
  'src/features': {
    // Features reach the network and the workers only through src/state.
    below: ['src/core', 'src/state', 'src/ui'],
    rooms: {
      shared: [],
      connect: ['shared'],
      decode: ['shared'],
      query: ['shared'],
      keyspace: ['shared'],
      design: ['shared'],
    },
    packages: ['react', 'react-dom', 'lucide-react', '@tanstack/react-query'],
    words: NETWORK,
  },
  'src/app': {
    below: UNDER_APP,
    packages: ['react', 'react-dom', 'react-aria-components', 'lucide-react'],
    words: NETWORK,
  },
  // The stress lab is a page, a bundle and an origin of its own, and the only page that writes. The reading page imports nothing of it.
  'src/stress': {
    below: ['src/core', 'src/tables', 'src/state', 'src/ui', 'src/features', 'src/app'],
    packages: ['react', 'react-dom', 'lucide-react'],
    words: NETWORK,
  },
  // Tests compare the product with the demo account, so the code that makes it must not share anything with the product.
  'scripts/demo': { below: [] },
  scripts: { below: ['scripts/demo'] },
  e2e: {
    below: [...UNDER_APP, 'src/stress', 'scripts', 'scripts/demo'],
  },
};
