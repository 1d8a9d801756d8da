/** Where the bytes of a file go. */
export interface SaveTarget {
  /** As the person left it, or changed it. */
  readonly name: string;
  /** `disk`: written as the bytes arrive; `download`: held in memory until `close`. */
  readonly kind: 'disk' | 'download';
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Leaves no half file behind. */
  readonly abort: () => Promise<void>;
}

/** Opens a file to save to; undefined: the person closed the browser's dialog. Call it in the handler of a press. */
export type OpenSaveTarget = (suggestedName: string, mediaType: string) => Promise<SaveTarget | undefined>;

/** The parts of the File System Access API that are used. */
interface WritableFile {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}
export interface FileHandle {
  readonly name: string;
  createWritable(): Promise<WritableFile>;
}
export type PickFile = (options: { readonly suggestedName: string }) => Promise<FileHandle>;

export interface SaveEnv {
  /** The browser's dialog; undefined: it has none. Asked each time. */
  readonly picker: () => PickFile | undefined;
  /** Saves a whole file as a download. */
  readonly saveFile: (name: string, parts: readonly Uint8Array<ArrayBuffer>[], type: string) => void;
  readonly nowMs: () => number;
}

/** Nobody closes a dialog as fast: a browser without a screen, or under a policy, refuses to show one. */
const FASTEST_PERSON_MS = 400;

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}

function download({ saveFile }: SaveEnv, name: string, type: string): SaveTarget {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    name,
    kind: 'download',
    write: (bytes) => {
      parts.push(bytes);
      return Promise.resolve();
    },
    close: () => {
      saveFile(name, parts, type);
      return Promise.resolve();
    },
    abort: () => {
      parts = [];
      return Promise.resolve();
    },
  };
}

/** Opens files on disk where the browser can (Chromium), and collects a download elsewhere. */
export function createSaveTargets(env: SaveEnv): OpenSaveTarget {
  return async (suggestedName, mediaType) => {
    const pick = env.picker();
    if (pick === undefined) return download(env, suggestedName, mediaType);
    const startMs = env.nowMs();
    let handle: FileHandle;
    try {
      handle = await pick({ suggestedName });
    } catch (error) {
      const isClosed = nameOf(error) === 'AbortError' && env.nowMs() - startMs >= FASTEST_PERSON_MS;
      return isClosed ? undefined : download(env, suggestedName, mediaType);
    }
    const writable = await handle.createWritable();
    return {
      name: handle.name,
      kind: 'disk',
      write: (bytes) => writable.write(bytes),
      close: () => writable.close(),
      abort: () => writable.abort(),
    };
  };
}
