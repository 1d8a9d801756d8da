import type { BulkHint, BulkKey, BulkProgress, BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import type { KeyDecoderClient } from '../../workers/keyDecoderClient.ts';
import type { Activity } from '../base/activity.ts';
import { type Answer, createLatest, type Latest } from '../base/latest.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { KeyMapRequest, KeysRequest } from '../../core/keyspace/sources/keyList.ts';

/** A list of keys too long for one screen, held in the worker. `name`: of the file, or of the pasted text. */
export type BulkState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string; readonly progress?: BulkProgress }
  | {
      readonly kind: 'read';
      readonly name: string;
      /** Grows with every list, so that questions about an earlier list become outdated. */
      readonly version: number;
      readonly summary: BulkSummary;
      /** Prefix by time; undefined if no key holds a time. */
      readonly matrix?: KeyspaceMatrix | undefined;
    }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'cancelled'; readonly name: string };

/** The keys around those on screen. */
export interface BulkKeys extends ReadableStore<Answer<KeysRequest, readonly BulkKey[]>> {
  readonly show: (from: number, to: number) => void;
  /** The key at an index, if its block has arrived. */
  readonly keyAt: (index: number) => BulkKey | undefined;
}

export interface DecodeBulk extends ReadableStore<BulkState> {
  /** Reads a list, replacing the previous one. */
  readonly read: (source: string | Blob, name: string, hint?: BulkHint) => void;
  readonly cancel: () => void;
  /** Drops the list. */
  readonly clear: () => void;
  readonly keys: BulkKeys;
  /** Other maps of the list: finer columns, or part of its time. `version`: that of the list. */
  readonly map: Latest<{ readonly version: number; readonly question: KeyMapRequest }, KeyspaceMatrix>;
  /** The list as CSV, in chunks; rejects with a message. */
  readonly csv: () => Promise<readonly Uint8Array<ArrayBuffer>[]>;
}

const MAP_COLUMNS = 120;
/** Keys fetched at a time. */
const BLOCK_KEYS = 256;

function wordsOf(caught: unknown): string {
  return caught instanceof Error ? caught.message : 'The list could not be read.';
}

/** `start` creates the worker when the first list is read. */
export function createDecodeBulk(start: () => KeyDecoderClient, activity: Activity): DecodeBulk {
  const store = createStore<BulkState>({ kind: 'none' });
  let client: KeyDecoderClient | undefined;
  let version = 0;
  let current = new AbortController();
  const decoder = (): KeyDecoderClient => {
    client ??= start();
    return client;
  };

  const work = async (source: string | Blob, name: string, hint: BulkHint): Promise<void> => {
    current.abort();
    const mine = new AbortController();
    current = mine;
    const set = (state: BulkState): void => {
      if (current === mine) store.set(state);
    };
    set({ kind: 'reading', name });
    try {
      const summary = await decoder().decode(
        { ...hint, source },
        { signal: mine.signal, onProgress: (progress) => set({ kind: 'reading', name, progress }) },
      );
      if (current !== mine) return;
      const matrix = summary.timedKeys === 0 ? undefined : await decoder().matrix({ columns: MAP_COLUMNS });
      if (current !== mine) return;
      // Cancelled while the map was made, when the worker already holds the list.
      if (mine.signal.aborted) await decoder().reset();
      mine.signal.throwIfAborted();
      version += 1;
      set({ kind: 'read', name, version, summary, matrix });
    } catch (caught) {
      if (mine.signal.aborted) {
        set({ kind: 'cancelled', name });
        return;
      }
      // A worker that failed may be dead: the next list gets a new one.
      client?.dispose();
      client = undefined;
      set({ kind: 'failed', name, message: wordsOf(caught) });
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    read: (source, name, hint = {}) => void activity.track(work(source, name, hint)),
    cancel: () => current.abort(),
    clear: () => {
      current.abort();
      current = new AbortController();
      store.set({ kind: 'none' });
      // Drops the worker's copy too. If the worker is in the middle of a list, it drops it at the end.
      void activity.track((client?.reset() ?? Promise.resolve()).catch(() => undefined));
    },
    keys: createBulkKeys(
      (request) => decoder().keys(request),
      () => version,
      activity,
    ),
    map: createLatest(({ question }) => decoder().matrix(question), activity),
    csv: async () => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      await decoder().exportCsv({}, { onChunk: (bytes) => void parts.push(bytes) });
      return parts;
    },
  };
}

function createBulkKeys(
  keys: (request: KeysRequest) => Promise<readonly BulkKey[]>,
  version: () => number,
  activity: Activity,
): BulkKeys {
  const latest = createLatest(keys, activity);
  let asked = '';
  return {
    get: latest.get,
    subscribe: latest.subscribe,
    show: (from, to) => {
      const first = Math.max(0, Math.floor(from / BLOCK_KEYS) * BLOCK_KEYS - BLOCK_KEYS / 2);
      const last = Math.ceil(Math.max(to, from + 1) / BLOCK_KEYS) * BLOCK_KEYS + BLOCK_KEYS / 2;
      const name = `${version()} ${first} ${last}`;
      if (name === asked) return;
      asked = name;
      latest.ask({ from: first, to: last });
    },
    keyAt: (index) => {
      const { question, answer } = latest.get();
      return question === undefined ? undefined : answer?.[index - question.from];
    },
  };
}
