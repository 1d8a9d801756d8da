/*
 * The import directions of ARCHITECTURE.md, told once. `checkLayers.mjs` holds every file against them; in addition, TypeScript compiles
 * core without the types of a browser, and workers without those of a page (`src/core/tsconfig.json`, `src/workers/tsconfig.json`).
 */

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'sendBeacon'];
const STORAGE = ['localStorage', 'sessionStorage', 'indexedDB'];

/** Below the rows of a run: keys, filters, plans, entities and the map. */
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
 * Functions of the language with traps, by the only file of src that uses them: percent escapes throw at half of a surrogate pair.
 * @type {Readonly<Record<string, string>>}
 */
export const ONLY_IN = {
  encodeURIComponent: 'src/core/percentText.ts',
  decodeURIComponent: 'src/core/percentText.ts',
};

/**
 * The first layer whose folder holds a file counts. A folder that is missing here may not exist.
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
      // Describes keys and computes their cost; knows no stored rows.
      design: UNDER_ROWS,
      series: UNDER_ROWS,
      advice: [...UNDER_ROWS, 'design', 'series'],
      // A load on a service, its retries, and a model of the service.
      stress: ['time', 'keys', 'keyspace'],
      // A plan as text to run elsewhere.
      snippets: ['time', 'odata'],
    },
    // Numbers only, and pure too: the histogram of latencies of a stress test.
    packages: ['hdr-histogram-js'],
    // Pure: the clock, random numbers and everything of the outside are passed in.
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
      // The only room that writes: for the stress lab alone, which is another page.
      stress: ['base', 'sas', 'wire', 'connection'],
    },
    // The only layer that may use the network.
    packages: ['@azure/data-tables'],
  },
  // The worker with DuckDB requests its module, under a policy of its own. The page knows what its messages say.
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
    // No framework: hooks are in src/features/shared.
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
    // The network and the workers are reached through src/state.
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
  // The stress lab: a page, a bundle and an origin of its own, and the only one that writes. Nothing of the reading page imports it.
  'src/stress': {
    below: ['src/core', 'src/tables', 'src/state', 'src/ui', 'src/features', 'src/app'],
    packages: ['react', 'react-dom', 'lucide-react'],
    words: NETWORK,
  },
  // What makes the demo account is the truth that tests compare the product with, so it shares nothing with it.
  'scripts/demo': { below: [] },
  scripts: { below: ['scripts/demo'] },
  e2e: {
    below: [...UNDER_APP, 'src/stress', 'scripts', 'scripts/demo'],
  },
};
