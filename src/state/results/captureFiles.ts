import type { Activity } from '../base/activity.ts';
import { createStore, type ReadableStore } from '../base/store.ts';
import type { ResultsStore } from './resultsStore.ts';

/** A capture that is being read, or why it was not opened. */
export interface CaptureFileState {
  readonly name: string;
  readonly rows: number;
  /** What is wrong with it, and where. */
  readonly fault?: string;
}

/** Opens captures, whichever view they are dropped on. */
export interface CaptureFiles extends ReadableStore<CaptureFileState | undefined> {
  /** True: it is open now, and in sight. */
  readonly open: (file: Blob, name: string) => Promise<boolean>;
  readonly dismiss: () => void;
}

const LOST =
  'The part of this page that reads captures could not be loaded. Reload the page, then open the file again.';

/** Loads the code that reads captures. */
export const loadCaptureReader = () => import('./capture/openCapture.ts');

/** The code that reads a capture loads with the first one. */
export function createCaptureFiles(results: ResultsStore, activity: Activity): CaptureFiles {
  const store = createStore<CaptureFileState | undefined>(undefined);
  const read = async (file: Blob, name: string): Promise<boolean> => {
    store.set({ name, rows: 0 });
    const fault = await results.takeCapture(async (intake) => {
      const { openCapture } = await loadCaptureReader().catch(() => ({ openCapture: undefined }));
      if (openCapture === undefined) return { ok: false, error: LOST };
      return openCapture(file, intake, (rows) => store.set({ name, rows }));
    });
    store.set(fault === undefined ? undefined : { name, rows: 0, fault });
    return fault === undefined;
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    open: (file, name) => activity.track(read(file, name)),
    dismiss: () => store.set(undefined),
  };
}
