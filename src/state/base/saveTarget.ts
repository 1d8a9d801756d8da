/** Where the bytes of a file go. */
export interface SaveTarget {
  /** The file's name: the suggested one, or the one that the user typed. */
  readonly name: string;
  /** `disk`: written as the bytes arrive; `download`: held in memory until `close`. */
  readonly kind: 'disk' | 'download';
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Leaves no partial file behind. `empty`: the browser could not remove the file that its dialog created. Never rejects. */
  readonly abort: () => Promise<'gone' | 'empty'>;
}

/** Opens a file to save to; undefined: the user closed the browser's dialog. Call it in a click handler. */
export type OpenSaveTarget = (suggestedName: string) => Promise<SaveTarget | undefined>;

/** The parts of the File System Access API that are used. */
interface WritableFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}
export interface FileHandle {
  readonly name: string;
  createWritable(): Promise<WritableFile>;
  /** Not supported by every browser. */
  remove?(): Promise<void>;
}
export type PickFile = (options: { readonly suggestedName: string }) => Promise<FileHandle>;

export type FilePart = Uint8Array<ArrayBuffer> | Blob;
export type SaveFile = (name: string, parts: readonly FilePart[]) => Promise<void>;

export interface SaveEnv {
  /** The browser's save dialog; undefined if it has none. Called for each file. */
  readonly picker: () => PickFile | undefined;
  /** Saves a whole file as a download. */
  readonly saveFile: SaveFile;
  readonly nowMs: () => number;
}

/** A dialog that closes faster than this was not closed by a person: the browser is headless, or a policy forbids dialogs. */
const FASTEST_PERSON_MS = 400;

/** The name of what was thrown, such as AbortError. */
export function errorName(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

/** Bytes passed to the browser at a time. Passing all at the end would copy them in one task. */
const GATHERED_BYTES = 8 << 20;

function download({ saveFile }: SaveEnv, name: string): SaveTarget {
  let given: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let gathered = 0;
  return {
    name,
    kind: 'download',
    write: (bytes) => {
      parts.push(bytes);
      gathered += bytes.length;
      if (gathered >= GATHERED_BYTES) {
        given.push(new Blob(parts));
        parts = [];
        gathered = 0;
      }
      return Promise.resolve();
    },
    close: () => saveFile(name, [...given, ...parts]),
    abort: () => {
      given = [];
      parts = [];
      gathered = 0;
      return Promise.resolve('gone');
    },
  };
}

/**
 * The browser's dialog has created the file, or emptied it. A file that is not written completely is removed,
 * because it would look like a result without rows. If writing is not allowed, the first write fails, so that
 * such a file is removed, too.
 */
async function onDisk(handle: FileHandle): Promise<SaveTarget> {
  const [opened] = await Promise.allSettled([handle.createWritable()]);
  const writable = (): Promise<WritableFile> =>
    opened.status === 'fulfilled' ? Promise.resolve(opened.value) : Promise.reject(opened.reason as Error);
  return {
    name: handle.name,
    kind: 'disk',
    write: async (bytes) => (await writable()).write(bytes),
    close: async () => (await writable()).close(),
    abort: async () => {
      // If `close` failed, the file is already closed, so `abort` fails, too.
      await writable()
        .then((file) => file.abort())
        .catch(() => undefined);
      if (handle.remove === undefined) return 'empty';
      return handle.remove().then(
        () => 'gone',
        () => 'empty',
      );
    },
  };
}

/** Opens files on disk where the browser can (Chromium), and collects a download elsewhere. */
export function createSaveTargets(env: SaveEnv): OpenSaveTarget {
  return async (suggestedName) => {
    const pick = env.picker();
    if (pick === undefined) return download(env, suggestedName);
    const startMs = env.nowMs();
    let handle: FileHandle;
    try {
      handle = await pick({ suggestedName });
    } catch (error) {
      const isClosed = errorName(error) === 'AbortError' && env.nowMs() - startMs >= FASTEST_PERSON_MS;
      return isClosed ? undefined : download(env, suggestedName);
    }
    return onDisk(handle);
  };
}
