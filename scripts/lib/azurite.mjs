import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { lookByKeys } from './azuriteKeys.mjs';

/**
 * @import { DemoProperty, DemoRow } from '../demo/rows.mjs'
 * @import { Collection, Store } from './azuriteKeys.mjs'
 */

/**
 * A CORS rule of the table service; lists are comma-separated. An empty header list makes Azurite answer 400.
 * @typedef {{
 *   readonly allowedOrigins: string,
 *   readonly allowedMethods: string,
 *   readonly allowedHeaders: string,
 *   readonly exposedHeaders: string,
 *   readonly maxAgeInSeconds: number,
 * }} CorsRule
 */

/**
 * A running Azurite table service.
 * @typedef {object} Azurite
 * @property {string} endpoint path-style, without a slash at the end
 * @property {string} accountName its only account
 * @property {string} accountKey Base64, random for this run, so nothing else on the machine can sign for it
 * @property {(rules: readonly CorsRule[]) => Promise<void>} setCors replaces all rules
 * @property {(name: string, rows: readonly DemoRow[]) => Promise<void>} createTable rows must be in key order
 * @property {() => Promise<void>} close ends all connections
 */

// Azurite has no public API for embedding, so its version is pinned. scripts/lib/azurite.test.ts reads every kind of property back through
// HTTP, and so would notice a change of the internals used here.
/**
 * @typedef {Store & {
 *   readonly db: { readonly getCollection: (name: string) => Collection & { readonly insert: (docs: object[]) => unknown } | null },
 *   readonly createTable: (context: object, table: { account: string, table: string }) => Promise<void>,
 *   readonly setServiceProperties: (
 *     context: object,
 *     properties: { accountName: string, cors: readonly CorsRule[] },
 *   ) => Promise<unknown>,
 * }} MetadataStore
 * @typedef {{
 *   readonly start: () => Promise<void>,
 *   readonly close: () => Promise<void>,
 *   readonly getHttpServerAddress: () => string,
 *   readonly metadataStore: MetadataStore,
 * }} TableServer
 */

const ACCOUNT = 'devstoreaccount1';
/** One key for the whole process, because Azurite reads its accounts from the environment again and again. */
const ACCOUNT_KEY = randomBytes(64).toString('base64');
/** Longer than any pause between two requests, because a closed keep-alive socket looks like a random reset to clients. */
const KEEP_ALIVE_SECONDS = 300;

/**
 * Starts Azurite's table service in this process: in memory, without telemetry or log, with its own key.
 * @param {{ host?: string, port?: number, tls?: { certFile: string, keyFile: string } }} [options] port 0: any free one.
 *   With TLS, it takes access tokens too: their claims are checked, their signature is not.
 * @returns {Promise<Azurite>}
 */
export async function startAzurite({ host = '127.0.0.1', port = 0, tls } = {}) {
  const server = createServer(host, port, tls);
  // Must stay set, because Azurite reads it again from time to time.
  process.env['AZURITE_ACCOUNTS'] = `${ACCOUNT}:${ACCOUNT_KEY}`;
  await server.start();
  const store = server.metadataStore;
  const lookInOrder = lookByKeys(store);

  return {
    endpoint: `${server.getHttpServerAddress()}/${ACCOUNT}`,
    accountName: ACCOUNT,
    accountKey: ACCOUNT_KEY,
    setCors: async (rules) => {
      await store.setServiceProperties({}, { accountName: ACCOUNT, cors: rules });
    },
    createTable: async (name, rows) => {
      await store.createTable({}, { account: ACCOUNT, table: name });
      const collection = store.db.getCollection(`${ACCOUNT}$${name}`);
      if (collection === null) throw new Error(`Azurite made no collection for table ${name}.`);
      if (rows.length > 0) collection.insert(rows.map(toDocument));
      lookInOrder(collection);
    },
    close: () => server.close(),
  };
}

/**
 * @param {string} host
 * @param {number} port
 * @param {{ certFile: string, keyFile: string } | undefined} tls
 * @returns {TableServer}
 */
function createServer(host, port, tls) {
  const require = createRequire(import.meta.url);
  /** @type {{ default: new (...args: unknown[]) => object }} */
  const { default: TableConfiguration } = require('azurite/dist/src/table/TableConfiguration');
  /** @type {{ default: new (configuration: object) => TableServer }} */
  const { default: Server } = require('azurite/dist/src/table/TableServer');
  const configuration = new TableConfiguration(
    host,
    port,
    KEEP_ALIVE_SECONDS,
    '', // no database file
    false, // no debug log
    false, // no access log
    undefined,
    undefined,
    true, // loose: unknown headers and parameters do not matter
    true, // any API version
    tls?.certFile ?? '',
    tls?.keyFile ?? '',
    '',
    tls === undefined ? undefined : 'basic', // OAuth, which it has over https alone
    false, // host-style addresses allowed
    true, // in memory
  );
  return new Server(configuration);
}

/**
 * An entity as Azurite stores it.
 * @param {DemoRow} row
 * @returns {object}
 */
function toDocument(row) {
  /** @type {Map<string, unknown>} */
  const properties = new Map([
    ['PartitionKey', row.partitionKey],
    ['RowKey', row.rowKey],
    ['Timestamp', row.timestamp],
    ['Timestamp@odata.type', 'Edm.DateTime'],
  ]);
  for (const property of row.properties) {
    const [name, type] = property;
    properties.set(name, storedValue(property));
    if (type !== 'String' && type !== 'Int32' && type !== 'Boolean') {
      properties.set(`${name}@odata.type`, `Edm.${type}`);
    }
  }
  return {
    PartitionKey: row.partitionKey,
    RowKey: row.rowKey,
    properties: Object.fromEntries(properties),
    lastModifiedTime: row.timestamp,
    eTag: `W/"datetime'${encodeURIComponent(row.timestamp)}'"`,
  };
}

/**
 * @param {DemoProperty} property
 * @returns {string | number | boolean}
 */
function storedValue([, type, text]) {
  switch (type) {
    case 'Int32':
      return Number(text);
    case 'Double':
      // Values that are not numbers in JSON, such as NaN, are stored as text with their type.
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'Boolean':
      return text === 'true';
    case 'Guid':
      return Buffer.from(text, 'utf8').toString('base64');
    default:
      return text;
  }
}
