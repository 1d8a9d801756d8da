import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import type { RowFacts } from '../../core/keyspace/sources/collectRows.ts';
import type { FileSummary } from '../../core/entities/files/fileRows.ts';
import { exportOf, fileCompleteness, kindOfFile, tableOfName } from '../results/file/fileCompleteness.ts';
import { createKeyspaceClient, type KeyspaceClient } from '../../workers/keyspaceClient.ts';
import type { FileProgress } from '../../workers/fileIntake.ts';
import type { WorkerLike } from '../../workers/workerCalls.ts';
import type { Activity } from '../base/activity.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { createLatest, type Latest, type Versioned } from '../base/latest.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { FactsRequest, RunMatrixRequest } from '../../core/rows/rowTypes.ts';
import { readFaultWords } from '../results/capture/openCapture.ts';

/** An export of a table in its worker: CSV, NDJSON or JSON. `name`: of the file, or of the pasted text. */
export type KeyFileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly name: string; readonly progress?: FileProgress }
  | {
      readonly kind: 'read';
      readonly name: string;
      /** Grows with every file, so that questions about an earlier one become outdated. */
      readonly version: number;
      readonly summary: FileSummary;
      /** The file, with its companion if there is one. */
      readonly files: readonly File[];
      /** Set if the export itself says that it lacks rows: the message. */
      readonly incomplete?: string | undefined;
    }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string }
  | { readonly kind: 'cancelled'; readonly name: string };

export interface KeyFile extends ReadableStore<KeyFileState> {
  /**
   * Takes dropped files, or pasted text as a file. It reads an export, and passes a list of keys on. Of several files
   * it reads one; a `<name>.completeness.json` among them says whether that one is complete.
   */
  readonly take: (files: readonly File[]) => void;
  readonly cancel: () => void;
  /** Drops the rows. */
  readonly clear: () => void;
  readonly map: Latest<Versioned<RunMatrixRequest>, KeyspaceMatrix>;
  readonly facts: Latest<Versioned<FactsRequest>, RowFacts>;
}

export interface KeyFileDeps {
  readonly start: () => WorkerLike;
  readonly activity: Activity;
  /** A list of keys, for the key decoder. */
  readonly readList: (file: File) => void;
  readonly clearList: () => void;
  /** The user's own key templates, which may match the keys of an export. */
  readonly templates: () => readonly SavedTemplate[];
}

/** `start` creates the worker when the first export is read. */
export function createKeyFile({ start, activity, readList, clearList, templates }: KeyFileDeps): KeyFile {
  const store = createStore<KeyFileState>({ kind: 'none' });
  let client: KeyspaceClient | undefined;
  let version = 0;
  let current = new AbortController();
  const worker = (): KeyspaceClient => {
    client ??= createKeyspaceClient(start());
    return client;
  };
  const drop = (): void => {
    client?.dispose();
    client = undefined;
  };

  const work = async (files: readonly File[]): Promise<void> => {
    current.abort();
    const mine = new AbortController();
    current = mine;
    const set = (state: KeyFileState): void => {
      if (current === mine) store.set(state);
    };
    const file = exportOf(files);
    if (file === undefined) return;
    const { name } = file;
    set({ kind: 'reading', name });
    try {
      const kind = await kindOfFile(file);
      if (current !== mine) return;
      // Only one list or file at a time: the previous one is dropped.
      if (kind.kind === 'list') {
        drop();
        set({ kind: 'none' });
        readList(file);
        return;
      }
      clearList();
      const incomplete = await fileCompleteness(name, files);
      const summary = await worker().readFile(
        { source: file, kind, tableName: tableOfName(name), templates: templates() },
        { signal: mine.signal, onProgress: (progress) => set({ kind: 'reading', name, progress }) },
      );
      mine.signal.throwIfAborted();
      version += 1;
      set({ kind: 'read', name, version, summary, files, incomplete });
    } catch (caught) {
      if (mine.signal.aborted) set({ kind: 'cancelled', name });
      else {
        // A worker that failed may be dead, or hold the memory of half a file.
        drop();
        set({ kind: 'failed', name, message: readFaultWords(caught) });
      }
    }
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    take: (files) => void activity.track(work(files)),
    cancel: () => current.abort(),
    clear: () => {
      current.abort();
      current = new AbortController();
      drop();
      store.set({ kind: 'none' });
    },
    map: createLatest(({ question }) => worker().matrix(question), activity),
    facts: createLatest(({ question }) => worker().facts(question), activity),
  };
}
