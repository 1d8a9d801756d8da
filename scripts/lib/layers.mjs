// The import directions of ARCHITECTURE.md, written by hand: the configurations of oxlint and TypeScript are tested against them, so they
// must not be derived from those.

const UNDER_ROWS = ['core/time', 'core/keys', 'core/odata', 'core/entities', 'core/plan', 'core/keyspace'];
const DESIGN = ['core/design', 'core/series'];
const CORE = [...UNDER_ROWS, 'core/rows', ...DESIGN, 'core/snippets', 'core/advice'];
/**
 * The rooms of src/tables and src/state, each with the rooms of its layer directly below it. It may import these and all below them; upward
 * and sideways imports are refused.
 * @type {Readonly<Record<'tables' | 'state', Readonly<Record<string, readonly string[]>>>>}
 */
export const ROOMS = {
  tables: {
    base: [],
    sas: ['base'],
    wire: ['base', 'sas'],
    pacing: ['base', 'sas', 'wire'],
    progress: ['base', 'sas', 'wire', 'pacing'],
    page: ['base', 'sas', 'wire', 'pacing', 'progress'],
    run: ['base', 'sas', 'wire', 'pacing', 'progress', 'page'],
    connection: ['base', 'sas', 'wire', 'pacing'],
    diagnosis: ['base', 'sas', 'wire', 'pacing', 'connection'],
  },
  state: {
    base: [],
    address: ['base'],
    connection: ['base'],
    run: ['base', 'address', 'connection'],
    decode: ['base', 'address'],
    results: ['base', 'address', 'connection', 'run'],
    keyspace: ['base', 'address', 'connection', 'run', 'results'],
    design: ['base', 'address'],
    services: ['base', 'address', 'connection', 'run', 'results', 'decode', 'keyspace', 'design'],
  },
};
const TABLES = Object.keys(ROOMS.tables).map((room) => `tables/${room}`);
const STATE = Object.keys(ROOMS.state).map((room) => `state/${room}`);

/**
 * @param {'tables' | 'state'} layer
 * @param {readonly string[]} below the layers under it
 * @returns {[string, string[]][]}
 */
function rooms(layer, below) {
  return Object.entries(ROOMS[layer]).map(([room, beside]) => [
    `${layer}/${room}`,
    [...below, ...beside.map((name) => `${layer}/${name}`)],
  ]);
}

const FEATURES = ['connect', 'decode', 'query', 'keyspace', 'design', 'stress'].map(
  (name) => `features/${name}`,
);

/**
 * Each folder below src, with the folders that it may import. All other imports must be refused.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const MAY_IMPORT = new Map([
  ['core/time', []],
  ['core/keys', ['core/time']],
  ['core/odata', ['core/time']],
  ['core/entities', ['core/time', 'core/keys']],
  ['core/plan', ['core/time', 'core/keys', 'core/odata']],
  ['core/keyspace', ['core/time', 'core/keys', 'core/entities', 'core/plan']],
  ['core/rows', UNDER_ROWS],
  // The lab describes keys and computes their cost; it knows no stored rows.
  ...DESIGN.map((name) => /** @type {[string, string[]]} */ ([name, UNDER_ROWS])),
  // A plan as text to run elsewhere.
  ['core/snippets', ['core/time', 'core/odata']],
  ['core/advice', [...UNDER_ROWS, ...DESIGN]],
  ...rooms('tables', CORE),
  ['workers', CORE],
  ...rooms('state', [...CORE, ...TABLES, 'workers']),
  ['ui', CORE],
  ['features/shared', [...CORE, ...STATE, 'ui']],
  ...FEATURES.map(
    (name) => /** @type {[string, string[]]} */ ([name, [...CORE, ...STATE, 'ui', 'features/shared']]),
  ),
  ['app', [...CORE, ...TABLES, 'workers', ...STATE, 'ui', 'features/shared', ...FEATURES]],
]);

const UI_PACKAGES = ['react', 'react-dom/client', 'react-aria-components', 'recharts', 'lucide-react'];
const NETWORK = ['fetch("x")', 'new XMLHttpRequest()', 'new WebSocket("x")'];

/**
 * Packages that a folder must not import.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const NO_PACKAGES = new Map([
  ...CORE.map(
    (name) =>
      /** @type {[string, string[]]} */ ([
        name,
        [
          ...UI_PACKAGES,
          '@tanstack/react-query',
          '@azure/data-tables',
          'hyparquet-writer',
          'valibot',
          'node:fs',
        ],
      ]),
  ),
  ...TABLES.map(
    (name) =>
      /** @type {[string, string[]]} */ ([
        name,
        [...UI_PACKAGES, '@tanstack/react-query', 'hyparquet-writer', 'node:fs'],
      ]),
  ),
  ['workers', [...UI_PACKAGES, '@tanstack/react-query', '@azure/data-tables', 'node:fs']],
  ...STATE.map(
    (name) =>
      /** @type {[string, string[]]} */ ([
        name,
        [...UI_PACKAGES, '@tanstack/react-query', '@azure/data-tables', 'hyparquet-writer', 'node:fs'],
      ]),
  ),
  ['ui', ['@azure/data-tables', '@tanstack/react-query', 'hyparquet-writer', 'node:fs']],
  ['features/shared', ['@azure/data-tables', 'hyparquet-writer', 'node:fs']],
  ...FEATURES.map(
    (name) =>
      /** @type {[string, string[]]} */ ([name, ['@azure/data-tables', 'hyparquet-writer', 'node:fs']]),
  ),
  ['app', ['@azure/data-tables', 'hyparquet-writer', 'node:fs']],
]);

/**
 * Expressions that a folder must not contain: the network outside src/tables, and clock, random, DOM and timers in core.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const NO_EXPRESSIONS = new Map([
  ...CORE.map(
    (name) =>
      /** @type {[string, string[]]} */ ([
        name,
        [
          ...NETWORK,
          'document',
          'window',
          'globalThis',
          'navigator',
          'localStorage',
          'performance.now()',
          'crypto',
          'process',
          'console',
          'setTimeout(String, 1)',
          'Date.now()',
          'Math.random()',
        ],
      ]),
  ),
  ['workers', [...NETWORK, 'localStorage']],
  ...STATE.map((name) => /** @type {[string, string[]]} */ ([name, NETWORK])),
  ['ui', [...NETWORK, 'localStorage', 'sessionStorage']],
  ['features/shared', NETWORK],
  ...FEATURES.map((name) => /** @type {[string, string[]]} */ ([name, NETWORK])),
  ['app', NETWORK],
]);
