import { type ExportFileKind, FileRows, type ReadFile } from '../core/entities/files/fileRows.ts';
import { templateSchemes } from '../core/keys/templates/templateScheme.ts';
import { encodingOfText } from './keyText.ts';
import type { WorkStep } from './serveCalls.ts';

export interface FileRequest {
  /** The file. The worker reads it as a stream. */
  readonly source: Blob;
  readonly kind: ExportFileKind;
  /** Helps to recognize the scheme of the keys. Empty if unknown. */
  readonly tableName: string;
  /** The user's own key templates as text, because schemes cannot be sent to a worker, which makes them again. */
  readonly templates?: readonly { readonly partition: string; readonly row: string }[];
  /** Reading ends when one of these amounts is reached. Undefined to read the whole file. */
  readonly room?: { readonly rows: number; readonly bytes: number };
}

export interface FileProgress {
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
}

const MARK_BYTES = 4;
/** How much text the reader gets at once. A browser may deliver megabytes, which would be one long step. */
const PART_CHARS = 1 << 18;

/**
 * Reads an export to its end, or until there is no more room.
 * @yields progress, and undefined between pieces of the text
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
    // Reading may have been cancelled, and the rest of a large file must not be read.
    void reader.cancel().catch(() => undefined);
  }
  const steps = file.end(isCut);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield progress();
  }
}
