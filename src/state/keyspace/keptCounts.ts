import type { KeptCount } from '../../core/keyspace/count/keptCount.ts';

/*
 * Stores one count in this browser if the user asks for it. No other file uses IndexedDB (`bundleWords.mjs`): counts of a large table do
 * not fit into local storage.
 */

const DATABASE = 'keyscope-counts';
const STORE = 'counts';
const KEY = 'last';

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser refused.')));
  });
}

/** Waits for the end of a transaction: a browser without room accepts a value first, and fails only then. */
function written(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser refused.')),
    );
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await done(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const [answer] = await Promise.all([done(ask(transaction.objectStore(STORE))), written(transaction)]);
    return answer;
  } finally {
    database.close();
  }
}

/** The stored count; undefined: none, or one of another version. Rejects if the browser has no IndexedDB. */
export async function readCount(): Promise<KeptCount | undefined> {
  const kept = (await inStore('readonly', (store) => store.get(KEY) as IDBRequest<unknown>)) as
    | KeptCount
    | undefined;
  return kept?.version === 2 ? kept : undefined;
}

export async function keepCount(kept: KeptCount): Promise<void> {
  await inStore('readwrite', (store) => store.put(kept, KEY));
}

export async function forgetCount(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(KEY));
}
