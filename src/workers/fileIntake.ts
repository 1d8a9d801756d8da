import { type ExportFileKind, FileRows, type ReadFile } from '../core/keyspace/sources/fileRows.ts';
import { templateSchemes } from '../core/keys/templates/templateScheme.ts';
import { encodingOfText } from './keyText.ts';
import type { WorkStep } from './serveCalls.ts';

export interface FileRequest {
  /** A file, which the worker reads as a stream. */
  readonly source: Blob;
  readonly kind: ExportFileKind;
  /** A hint for the scheme of its keys; '': unknown. */
  readonly tableName: string;
  /** The user's own key templates, as text: a worker makes their schemes anew. */
  readonly templates?: readonly { readonly partition: string; readonly row: string }[];
  /** Reading ends where one of these is reached; undefined: at the end of the file. */
  readonly room?: { readonly rows: number; readonly bytes: number };
}

export interface FileProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
}

const MARK_BYTES = 4;
/** Text passed to the reader at once; a browser may read megabytes. */
const PART_CHARS = 1 << 18;

/**
 * Reads an export to its end, or as far as there is room.
 * @yields progress, and pauses between pieces of its text
 */
export async function* readFile({
  source,
  kind,
  tableName,
  templates = [],
  room,
}: FileRequest): AsyncGenerator<WorkStep, ReadFile, undefined> {
  const head = new Uint8Array(await source.slice(0, MARK_BYTES).arrayBuffer());
  const decoder = new TextDecoder(encodingOfText(head));
  const file = new FileRows(kind, tableName, templateSchemes(templates));
  const reader = source.stream().getReader();
  let bytesRead = 0;
  const progress = (): WorkStep => ({
    kind: 'progress',
    progress: { bytesRead, bytesTotal: source.size, rows: file.rowCount },
  });
  const isFull = (): boolean => room !== undefined && (file.rowCount >= room.rows || bytesRead > room.bytes);
  let isCut = false;
  try {
    for (let isLast = false; !isLast && !isCut; ) {
      const chunk = await reader.read();
      isLast = chunk.done;
      bytesRead += chunk.value?.length ?? 0;
      const text = chunk.done ? decoder.decode() : decoder.decode(chunk.value, { stream: true });
      for (let at = 0; at < text.length && !isCut; at += PART_CHARS) {
        for (const _step of file.push(text.slice(at, at + PART_CHARS))) yield progress();
        yield undefined;
        isCut = isFull() && (bytesRead < source.size || at + PART_CHARS < text.length);
      }
      if (!isLast) yield progress();
    }
  } finally {
    // A cancelled file may be large.
    void reader.cancel().catch(() => undefined);
  }
  const steps = file.end(isCut);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield progress();
  }
}
