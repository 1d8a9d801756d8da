// The import directions of ARCHITECTURE.md, written down once more and by hand: the configurations of oxlint and
// TypeScript are tested against this, so it must not be derived from them.

const CORE = ['core/time', 'core/keys', 'core/odata', 'core/entities', 'core/plan', 'core/keyspace'];
const FEATURES = ['connect', 'decode', 'query', 'keyspace', 'design', 'stress'].map(
  (name) => `features/${name}`,
);

/**
 * Each folder below src, and the folders that it may import. Every other pair must be refused.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const MAY_IMPORT = new Map([
  ['core/time', []],
  ['core/keys', ['core/time']],
  ['core/odata', ['core/time']],
  ['core/entities', ['core/time', 'core/keys']],
  ['core/plan', ['core/time', 'core/keys', 'core/odata']],
  ['core/keyspace', ['core/time', 'core/keys', 'core/entities']],
  ['tables', CORE],
  ['workers', CORE],
  ['state', [...CORE, 'tables', 'workers']],
  ['ui', CORE],
  ['features/shared', [...CORE, 'state', 'ui']],
  ...FEATURES.map(
    (name) => /** @type {[string, string[]]} */ ([name, [...CORE, 'state', 'ui', 'features/shared']]),
  ),
  ['app', [...CORE, 'tables', 'workers', 'state', 'ui', 'features/shared', ...FEATURES]],
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
        [...UI_PACKAGES, '@tanstack/react-query', '@azure/data-tables', 'valibot', 'node:fs'],
      ]),
  ),
  ['tables', [...UI_PACKAGES, '@tanstack/react-query', 'node:fs']],
  ['workers', [...UI_PACKAGES, '@tanstack/react-query', '@azure/data-tables', 'node:fs']],
  ['state', [...UI_PACKAGES, '@tanstack/react-query', '@azure/data-tables', 'node:fs']],
  ['ui', ['@azure/data-tables', '@tanstack/react-query', 'node:fs']],
  ['features/shared', ['@azure/data-tables', 'node:fs']],
  ...FEATURES.map((name) => /** @type {[string, string[]]} */ ([name, ['@azure/data-tables', 'node:fs']])),
  ['app', ['@azure/data-tables', 'node:fs']],
]);

/**
 * Expressions that a folder must not hold: the network outside src/tables, and clock, random, DOM and timers in core.
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
  ['state', NETWORK],
  ['ui', [...NETWORK, 'localStorage', 'sessionStorage']],
  ['features/shared', NETWORK],
  ...FEATURES.map((name) => /** @type {[string, string[]]} */ ([name, NETWORK])),
  ['app', NETWORK],
]);
