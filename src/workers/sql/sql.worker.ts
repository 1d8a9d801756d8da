import {
  createDuckDB,
  DEFAULT_RUNTIME,
  type DuckDBBindings,
  PACKAGE_VERSION,
  VoidLogger,
} from '@duckdb/duckdb-wasm/blocking';
import { serveWorker } from '../workerHost.ts';
import { sqlHandlers } from './sqlDatabase.ts';

/** Source: `SQL_POLICY` in scripts/lib/hostHeaders.mjs. */
const REACH = "connect-src 'self'";
const OFF = 'SQL is off here: the host of this page';

/**
 * Fails unless this worker was served with a policy of its own, without which SQL could send rows anywhere. The check itself sends no data.
 */
async function checkPolicy(): Promise<void> {
  const { headers } = await fetch(location.href, { cache: 'force-cache' });
  const policies = (headers.get('Content-Security-Policy') ?? '').split(',');
  const isOpen = await fetch('data:,').then(
    () => true,
    () => false,
  );
  if (isOpen || !policies.some((policy) => policy.split(';').some((part) => part.trim() === REACH)))
    throw new Error(
      `${OFF} does not send the policy for the folder "sql". The sample files for hosts have it.`,
    );
}

/**
 * The module is stored compressed, because some hosts refuse large files. A host may decompress it while sending, so the first byte
 * decides.
 */
async function moduleAnswer(): Promise<Response> {
  const answer = await fetch(new URL(`duckdb-${PACKAGE_VERSION}.wasm.gz`, location.href));
  if (!answer.ok) throw new Error(`${OFF} does not have DuckDB's module (${answer.status}).`);
  const bytes = await answer.arrayBuffer();
  const isGzip = new Uint8Array(bytes, 0, 1)[0] === 0x1f;
  const stream = new Blob([bytes]).stream();
  return new Response(isGzip ? stream.pipeThrough(new DecompressionStream('gzip')) : stream, {
    headers: { 'Content-Type': 'application/wasm' },
  });
}

type Instantiated = (instance: WebAssembly.Instance, module: WebAssembly.Module) => void;

async function compile(imports: WebAssembly.Imports, done: Instantiated): Promise<void> {
  const { instance, module } = await WebAssembly.instantiateStreaming(moduleAnswer(), imports);
  done(instance, module);
}

async function start(): Promise<DuckDBBindings> {
  await checkPolicy();
  const bundle = { mainModule: '', mainWorker: '' };
  // With this runtime, DuckDB has no access to files or the network.
  const db = await createDuckDB({ mvp: bundle, eh: bundle }, new VoidLogger(), DEFAULT_RUNTIME);
  const failed = new Promise<never>((_resolve, reject) => {
    Object.assign(db, {
      instantiateWasm: (imports: WebAssembly.Imports, done: Instantiated) => {
        Object.assign(globalThis, { DUCKDB_RUNTIME: DEFAULT_RUNTIME });
        void compile(imports, done).catch(reject);
        return [];
      },
    });
  });
  await Promise.race([db.instantiate(), failed]);
  return db;
}

// An error of the database as a whole is reported like one that nothing catches, so that the page hears of it and ends the worker.
serveWorker(sqlHandlers(start, reportError), {});
