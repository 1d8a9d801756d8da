// Runs copied queries as a person would: with the text in a file and the credential in the environment.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoRow } from '../../scripts/demo/rows.mjs';
import { type Azurite, startAzurite } from '../../scripts/lib/azurite.mjs';
import { createAccountSas } from '../../scripts/lib/sas.mjs';
import type { SnippetCredential, SnippetPlan, SnippetQuery } from '../../src/core/snippets/snippet.ts';
import { selfSignedFiles } from '../support/selfSigned.ts';
import { createToken } from './tokenCheck.ts';

const SAS_LIFE_MS = 3_600_000;
const TABLE = 'SnippetRows';

/** Keys that would end a string too early in one language or another. */
export const HOSTILE_KEYS: readonly string[] = [
  "it's",
  '"quoted"',
  '$HOME $(id) ${x} `id`',
  "';--",
  '%27 & + =',
  'curly \u2018\u2019',
  'smile \u{1f600} é',
  '!bang {0} *',
];

function row(partitionKey: string, rowKey: string): DemoRow {
  return {
    partitionKey,
    rowKey,
    timestamp: '2026-11-20T21:00:00.0000000Z',
    properties: [['Level', 'Int32', '2']],
  };
}

/** More rows than a page holds, and some with hostile keys. */
const ROWS: readonly DemoRow[] = [
  ...HOSTILE_KEYS.map((key) => row(key, key)),
  ...Array.from({ length: 1203 }, (_, at) => row('page', String(at).padStart(5, '0'))),
  row('unasked', '1'),
].toSorted((a, b) =>
  a.partitionKey < b.partitionKey ? -1 : a.partitionKey > b.partitionKey ? 1 : a.rowKey < b.rowKey ? -1 : 1,
);

const eq = (key: string): string => `PartitionKey eq '${key.replaceAll("'", "''")}'`;

const QUERIES: readonly SnippetQuery[] = [
  { tableName: TABLE, filter: eq('page') },
  ...HOSTILE_KEYS.map((key) => ({ tableName: TABLE, filter: eq(key), select: ['PartitionKey', 'RowKey'] })),
];

/** What all queries together should read, as `PartitionKey RowKey`. */
export const TRUE_ROWS: readonly string[] = ROWS.filter(({ partitionKey }) => partitionKey !== 'unasked')
  .map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`)
  .toSorted();

export interface SnippetRig {
  readonly plan: SnippetPlan;
  /** The folder in which files run and into which they write. */
  readonly folder: string;
  /** Runs a text as a file with this name and command. Rejects with what it wrote to standard error. */
  readonly run: (command: string, fileName: string, text: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** With a token it uses https, since Azurite does not accept one over http. `permissions` are those of the SAS. */
export async function startSnippetRig(
  credential: SnippetCredential = 'sas',
  permissions = 'rl',
): Promise<SnippetRig> {
  // Must be below node_modules, where Node finds packages.
  const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'node_modules', '.tmp');
  mkdirSync(root, { recursive: true });
  const folder = mkdtempSync(join(root, 'snippets-'));
  const azurite: Azurite = await startAzurite(
    credential === 'token' ? { tls: selfSignedFiles('127.0.0.1', folder) } : {},
  );
  await azurite.createTable(TABLE, ROWS);
  const token = createToken({ name: azurite.accountName, key: azurite.accountKey }, Date.now());
  const sas = createAccountSas({
    accountName: azurite.accountName,
    accountKey: azurite.accountKey,
    permissions,
    startsAt: new Date(Date.now() - SAS_LIFE_MS),
    expiresAt: new Date(Date.now() + SAS_LIFE_MS),
  });
  // Nothing trusts a certificate that was just made. Node is told by a variable, curl and Python by a file.
  writeFileSync(join(folder, '.curlrc'), 'insecure');
  writeFileSync(
    join(folder, 'sitecustomize.py'),
    'import ssl\nssl._create_default_https_context = ssl._create_unverified_context\n',
  );
  const trusting =
    credential === 'token' ? { NODE_TLS_REJECT_UNAUTHORIZED: '0', HOME: folder, PYTHONPATH: folder } : {};
  const secrets = { TABLE_SAS: sas, TABLE_TOKEN: token };
  return {
    folder,
    plan: { credential, endpoint: azurite.endpoint, queries: QUERIES },
    run: (command, fileName, text) => {
      const path = join(folder, fileName);
      writeFileSync(path, text);
      return new Promise((resolve, reject) => {
        const options = {
          cwd: folder,
          env: { ...process.env, ...trusting, ...secrets },
          maxBuffer: 1 << 26,
        };
        execFile(command, [path], options, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else
            reject(
              new Error(
                `${command} ${fileName}: ${stderr.replaceAll(sas, '<SAS>').replaceAll(token, '<token>')}`,
              ),
            );
        });
      });
    },
    close: async () => {
      rmSync(folder, { recursive: true, force: true });
      await azurite.close();
    },
  };
}

/** Both keys of an entity, under whichever names its reader gives them. */
export function keysOf(entity: object): string {
  const {
    PartitionKey,
    RowKey,
    partitionKey = PartitionKey,
    rowKey = RowKey,
  } = entity as Record<string, unknown>;
  return `${String(partitionKey)} ${String(rowKey)}`;
}
