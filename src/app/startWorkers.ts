import keyDecoderUrl from '../workers/keyDecoder.worker.ts?worker&url';
import keyspaceUrl from '../workers/keyspace.worker.ts?worker&url';
import regexUrl from '../workers/regex.worker.ts?worker&url';
import rowStoreUrl from '../workers/rowStore.worker.ts?worker&url';
import sqlUrl from '../workers/sql/sql.worker.ts?worker&url';
import type { WorkerLike } from '../workers/workerCalls.ts';

/** The part of the Trusted Types API that is used here; browsers without it take the plain address. */
interface TrustedTypesApi {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/** Only these addresses, files of this build, may become workers. */
const WORKER_URLS: ReadonlySet<string> = new Set([rowStoreUrl, keyDecoderUrl, keyspaceUrl, regexUrl, sqlUrl]);

// One policy for all workers: index.html allows a single name, and a name can be used only once.
const policy = (globalThis as { trustedTypes?: TrustedTypesApi }).trustedTypes?.createPolicy(
  'keyscope-worker',
  {
    createScriptURL: (url) => {
      if (!WORKER_URLS.has(url)) throw new TypeError('Not the address of a worker of this page.');
      return url;
    },
  },
);

function startWorker(url: string, name: string): WorkerLike {
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module', name });
}

export function startRowStoreWorker(): WorkerLike {
  return startWorker(rowStoreUrl, 'row store');
}

/** The worker that decodes long lists of keys: started with the first of them. */
export function startKeyDecoderWorker(): WorkerLike {
  return startWorker(keyDecoderUrl, 'key decoder');
}

/** A worker of the keyspace view: exports of tables, simulations. Started with the first of them. */
export function startKeyspaceWorker(): WorkerLike {
  return startWorker(keyspaceUrl, 'keyspace');
}

/** The worker that runs regular expressions. One waits for the first expression, and another takes over when one takes too long. */
export function startRegexWorker(): WorkerLike {
  return startWorker(regexUrl, 'regular expressions');
}

/** The worker with DuckDB, for SQL over open results. */
export function startSqlWorker(): WorkerLike {
  return startWorker(sqlUrl, 'SQL');
}
