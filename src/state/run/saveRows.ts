import type { RepeatedNames } from '../../core/entities/views/repeatedNames.ts';
import type { ExportProgress, ExportRequest } from '../../core/rows/rowTypes.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import { type OpenSaveTarget, type SaveTarget, errorName } from '../base/saveTarget.ts';

/** A file to write. */
export interface SaveJob {
  readonly request: ExportRequest;
  readonly suggestedName: string;
}

/** Progress of writing a file. */
export interface SaveProgress extends ExportProgress {
  readonly name: string;
  readonly bytes: number;
  /** The browser keeps the whole file in memory, and it is, or will become, too large for that. */
  readonly isLargeInMemory: boolean;
}

export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly name: string;
      readonly where: SaveTarget['kind'];
      readonly rows: number;
      readonly bytes: number;
      readonly lossyRows: number;
      /** Undefined: no row has a property twice. */
      readonly repeated?: RepeatedNames;
    }
  /** `empty`: the name of an empty file that the browser could not remove. */
  | { readonly kind: 'cancelled'; readonly empty?: string }
  /** `name`: the file that was not completely written; undefined if none was opened. */
  | {
      readonly kind: 'failed';
      readonly words: string;
      readonly name?: string | undefined;
      readonly empty?: string;
    };

export type SavedRows = Extract<SaveOutcome, { readonly kind: 'saved' }>;

/** Above this size, a download that the browser collects in memory may fail. */
const LARGE_BYTES = 256 << 20;

/** A message why a file was not written, and what to do. */
function saveFaultWords(error: unknown): string {
  switch (errorName(error)) {
    case 'QuotaExceededError':
      return 'The disk is full. The result is still here: make room, or export to another disk.';
    case 'NotAllowedError':
    case 'SecurityError':
    case 'NoModificationAllowedError':
      return 'The browser may not write to that file. The result is still here: export again to another place.';
    case 'NotFoundError':
    case 'InvalidStateError':
      return 'The file or its folder was removed or changed meanwhile. The result is still here: export again.';
    default: {
      const words = error instanceof Error ? error.message : 'The rows could not be read back.';
      return `${words.replace(/\.?$/, '.')} Nothing was saved.`;
    }
  }
}

/** Opens a file, and closes it once it is written. Never rejects. */
async function saving(
  openFile: OpenSaveTarget,
  suggestedName: string,
  write: (target: SaveTarget) => Promise<Omit<SavedRows, 'kind' | 'name' | 'where'>>,
  signal?: AbortSignal,
): Promise<SaveOutcome> {
  let target: SaveTarget | undefined;
  try {
    target = await openFile(suggestedName);
    if (target === undefined) return { kind: 'cancelled' };
    const written = await write(target);
    signal?.throwIfAborted();
    await target.close();
    return { kind: 'saved', name: target.name, where: target.kind, ...written };
  } catch (error) {
    const left = target !== undefined && (await target.abort()) === 'empty' ? { empty: target.name } : {};
    if (signal?.aborted === true) return { kind: 'cancelled', ...left };
    return { kind: 'failed', words: saveFaultWords(error), name: target?.name, ...left };
  }
}

/** Writes rows to a file, each piece once the previous one is written. Never rejects. */
export function saveRows(
  {
    rows,
    openFile,
  }: { readonly rows: Pick<RowStoreClient, 'exportRows'>; readonly openFile: OpenSaveTarget },
  { request, suggestedName }: SaveJob,
  signal: AbortSignal,
  onProgress: (progress: SaveProgress) => void,
): Promise<SaveOutcome> {
  const write = async (target: SaveTarget) => {
    const { name, kind } = target;
    let bytes = 0;
    const isLarge = ({ rowsDone, rows: all }: ExportProgress): boolean =>
      kind === 'download' && (bytes * all) / Math.max(1, rowsDone) > LARGE_BYTES;
    const receipt = await rows.exportRows(request, {
      signal,
      onChunk: async (piece) => {
        bytes += piece.length;
        await target.write(piece);
      },
      onProgress: (progress) => onProgress({ ...progress, name, bytes, isLargeInMemory: isLarge(progress) }),
    });
    return { ...receipt, bytes };
  };
  return saving(openFile, suggestedName, write, signal);
}

/** Writes a short text to a file. Never rejects. */
export function saveText(
  openFile: OpenSaveTarget,
  suggestedName: string,
  text: string,
): Promise<SaveOutcome> {
  const bytes = new TextEncoder().encode(text);
  return saving(openFile, suggestedName, async (target) => {
    await target.write(bytes);
    return { rows: 0, bytes: bytes.length, lossyRows: 0 };
  });
}
