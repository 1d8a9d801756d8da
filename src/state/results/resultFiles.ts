import type { Result } from '../../core/result.ts';
import type { FileProgress } from '../../workers/fileIntake.ts';
import type { Activity } from '../base/activity.ts';
import type { SavedTemplate } from '../base/savedTemplates.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { CaptureIntake, OpenedCapture } from './capture/openCapture.ts';
import type { OpenedExport } from './file/openExport.ts';
import type { ResultsStore } from './resultsStore.ts';

/** A file that is being read, or why it was not opened. */
export interface ResultFileState {
  readonly name: string;
  readonly progress?: FileProgress;
  /** What is wrong with it, and where. */
  readonly fault?: string;
}

/** Opens captures and exports of a table, whichever view they are dropped on. */
export interface ResultFiles extends ReadableStore<ResultFileState | undefined> {
  /** Opens files that were dropped together: one with rows, perhaps with its companion. Resolves to true if it is open and shown. */
  readonly open: (files: readonly File[]) => Promise<boolean>;
  /** Ends the reading; nothing is kept. */
  readonly cancel: () => void;
  readonly dismiss: () => void;
  /** Reports a file that could not even be taken. */
  readonly refuse: (name: string, fault: string) => void;
}

const LOST =
  'The part of this page that reads files could not be loaded. Reload the page, then open the file again.';

const UNREADABLE =
  'This browser cannot read the file: it is a folder, or it was moved, changed or locked. Choose the file again.';

const CAPTURE_NAME = /\.keyscope$/iu;
const CAPTURE_HEAD = '{"keyscope":"capture"';

/** Load the code that reads captures and exports. */
export const loadCaptureReader = () => import('./capture/openCapture.ts');
export const loadExportReader = () => import('./file/openExport.ts');

/** Whether a file is a capture, by its name or its beginning: compressed, or with the first line of a capture. */
async function isCapture(file: File): Promise<boolean> {
  if (CAPTURE_NAME.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, CAPTURE_HEAD.length).arrayBuffer());
  const [first, second] = head;
  return (first === 0x1f && second === 0x8b) || new TextDecoder().decode(head) === CAPTURE_HEAD;
}

async function read(
  files: readonly File[],
  intake: CaptureIntake,
  templates: readonly SavedTemplate[],
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
): Promise<Result<OpenedCapture | OpenedExport, string>> {
  const [file] = files;
  const isOne = file !== undefined && files.length === 1;
  const kind = isOne && (await isCapture(file).catch(() => 'unreadable' as const));
  if (kind === 'unreadable') return { ok: false, error: UNREADABLE };
  if (isOne && kind) {
    const { openCapture } = await loadCaptureReader().catch(() => ({ openCapture: undefined }));
    if (openCapture === undefined) return { ok: false, error: LOST };
    return openCapture(file, intake, onProgress, signal);
  }
  const { openExport } = await loadExportReader().catch(() => ({ openExport: undefined }));
  if (openExport === undefined) return { ok: false, error: LOST };
  return openExport(files, { ...intake, templates }, onProgress, signal);
}

/** The code that reads a file loads with the first one. */
export function createResultFiles(
  results: ResultsStore,
  activity: Activity,
  templates: () => readonly SavedTemplate[] = () => [],
): ResultFiles {
  const store = createStore<ResultFileState | undefined>(undefined);
  let current = new AbortController();
  const open = async (files: readonly File[]): Promise<boolean> => {
    const name = files[0]?.name ?? '';
    const { signal } = (current = new AbortController());
    store.set({ name });
    const fault = await results.takeRows((intake) =>
      read(files, intake, templates(), (progress) => store.set({ name, progress }), signal),
    );
    store.set(fault === undefined ? undefined : { name, fault });
    return fault === undefined;
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: (files) => {
      // Another file is still being read, which the view shows.
      if (store.get()?.fault === undefined && store.get() !== undefined) return Promise.resolve(false);
      return activity.track(open(files));
    },
    cancel: () => current.abort(),
    dismiss: () => store.set(undefined),
    refuse: (name, fault) => store.set({ name, fault }),
  };
}
