import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { AzureNamedKeyCredential, generateAccountSas, generateTableSas } from '@azure/data-tables';

const ACCOUNT = 'devstoreaccount1';

interface TableServer {
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly getHttpServerAddress: () => string;
  readonly metadataStore: {
    readonly createTable: (context: object, table: { account: string; table: string }) => Promise<void>;
    readonly db: {
      readonly getCollection: (name: string) => { readonly insert: (docs: object[]) => unknown };
    };
  };
}

export interface TestAzurite {
  /** Path-style: the account is part of the path. No trailing slash. */
  readonly endpoint: string;
  readonly accountSas: string;
  readonly tableSas: (table: string) => string;
  /** Rows must be in key order, with properties as the service writes them, including `@odata.type`. */
  readonly createTable: (name: string, rows: readonly Readonly<Record<string, string>>[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts Azurite in memory, on a free loopback port, with a random key. It has no public API for embedding, so its version is pinned. */
export async function startTestAzurite(): Promise<TestAzurite> {
  const require = createRequire(import.meta.url);
  const load = (path: string): (new (...args: readonly unknown[]) => unknown) =>
    (require(path) as { default: new (...args: readonly unknown[]) => unknown }).default;
  const Configuration = load('azurite/dist/src/table/TableConfiguration');
  const Server = load('azurite/dist/src/table/TableServer');
  const key = randomBytes(64).toString('base64');
  process.env['AZURITE_ACCOUNTS'] = `${ACCOUNT}:${key}`;
  // host, port, keep-alive seconds, no file, no logs, loose, any API version, no TLS, in memory
  const settings: readonly unknown[] = [
    '127.0.0.1',
    0,
    300,
    '',
    false,
    false,
    undefined,
    undefined,
    true,
    true,
    '',
    '',
    '',
    undefined,
    false,
    true,
  ];
  const configuration = new Configuration(...settings);
  const server = new Server(configuration) as TableServer;
  await server.start();
  const endpoint = `${server.getHttpServerAddress()}/${ACCOUNT}`;
  const credential = new AzureNamedKeyCredential(ACCOUNT, key);
  const expiresOn = new Date(Date.now() + 3_600_000);
  return {
    endpoint,
    accountSas: generateAccountSas(credential, {
      permissions: { query: true, list: true },
      services: { table: true },
      resourceTypes: 'sco',
      expiresOn,
    }),
    tableSas: (table) => generateTableSas(table, credential, { permissions: { query: true }, expiresOn }),
    createTable: async (name, rows) => {
      await server.metadataStore.createTable({}, { account: ACCOUNT, table: name });
      const documents = rows.map((row, index) => ({
        PartitionKey: row['PartitionKey'],
        RowKey: row['RowKey'],
        properties: {
          ...row,
          Timestamp: '2026-11-20T00:00:00.0000000Z',
          'Timestamp@odata.type': 'Edm.DateTime',
        },
        lastModifiedTime: '2026-11-20T00:00:00.0000000Z',
        eTag: `W/"datetime'${index}'"`,
      }));
      server.metadataStore.db.getCollection(`${ACCOUNT}$${name}`).insert(documents);
    },
    close: () => server.close(),
  };
}
