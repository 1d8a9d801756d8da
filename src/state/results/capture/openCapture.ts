import { knowTemplates } from '../../../core/keys/templates/templateScheme.ts';
import { countText } from '../../../core/words.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import type { ReadAmount } from '../../../tables/progress/runBudget.ts';
import type { FileProgress } from '../../../workers/fileIntake.ts';
import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import type { EndedRun } from '../../run/runState.ts';
import { type CaptureWords, readSummary } from './captureSummary.ts';

export interface OpenedCapture {
  readonly run: EndedRun;
  readonly words: CaptureWords;
}

export const CANCELLED = 'It was cancelled before the end: nothing was kept.';

// A capture may be opened before any view has registered the schemes of key templates.
knowTemplates();

/** Bytes sent to the worker per message. */
const PIECE_BYTES = 1 << 20;

/** Where the rows of a capture go. */
export interface CaptureIntake {
  readonly rows: RowStoreClient;
  readonly runId: number;
  /** How much of the page's limit the other results leave. */
  readonly room: ReadAmount;
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** The decompressed bytes of a file. `onBytes`: reports the bytes of the file read so far. */
async function plainBytes(
  file: Blob,
  onBytes: (count: number) => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  let count = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, out) => {
      count += piece.length;
      onBytes(count);
      out.enqueue(piece);
    },
  });
  const stream = file.stream().pipeThrough(counting);
  return (await isGzip(file)) ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
}

/** Reads a capture into a row store. Fails with what is wrong and where; the store is then empty. */
export async function openCapture(
  file: Blob,
  intake: CaptureIntake,
  onProgress: (progress: FileProgress) => void = () => undefined,
  signal?: AbortSignal,
): Promise<Result<OpenedCapture, string>> {
  let progress: FileProgress = { bytesRead: 0, bytesTotal: file.size, rows: 0 };
  const tell = (change: Partial<FileProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const reader = (await plainBytes(file, (bytesRead) => tell({ bytesRead }))).getReader();
  const drop = (): Promise<void> => intake.rows.reset().catch(() => undefined);
  try {
    const read = await readAll(reader, intake, (rows) => {
      tell({ rows });
      signal?.throwIfAborted();
    });
    if (!read.ok) await drop();
    return read;
  } catch (caught) {
    await drop();
    if (signal?.aborted === true) return fail(CANCELLED);
    return fail(readFaultWords(caught));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Why a file was not read, as a message. */
export function readFaultWords(caught: unknown): string {
  if (caught instanceof RangeError) return 'It is larger than the memory that this page may use.';
  return caught instanceof Error ? caught.message : 'The file could not be read.';
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  { rows, runId, room }: CaptureIntake,
  onRows: (rows: number) => void,
): Promise<Result<OpenedCapture, string>> {
  let opened: OpenedCapture | undefined;
  let isFirst = true;
  let taken = 0;
  const take = async (
    bytes: Uint8Array<ArrayBuffer>,
    isLast: boolean,
  ): Promise<Result<OpenedCapture, string> | undefined> => {
    const planned = opened?.run.plan.queries ?? [];
    const queries = planned.length;
    const isAnswer = planned[0]?.isAnswer === true;
    const answer = await rows.readCapture({
      runId,
      bytes,
      isFirst,
      isLast,
      mostRows: room.rows,
      queries,
      isAnswer,
    });
    isFirst = false;
    if (answer.kind === 'refused') return fail(answer.words);
    if (answer.kind === 'end') return opened === undefined ? fail('It holds no result.') : ok(opened);
    if (answer.kind === 'more') {
      onRows(answer.rows);
      return undefined;
    }
    const read = readSummary(answer.summary, runId, answer.rows);
    if (!read.ok) return read;
    opened = read.value;
    const { plan } = opened.run;
    await rows.begin({ runId, schemeId: plan.request.schemeId, queries: plan.queries });
    // Lets the worker continue with the rest of the bytes that it has.
    return take(new Uint8Array(0), isLast);
  };
  for (;;) {
    const read = await reader.read().catch(() => undefined);
    if (read === undefined)
      return fail('The file is damaged or cut off: it cannot be read or unpacked to its end.');
    const { done, value } = read;
    const piece = done ? new Uint8Array(0) : value;
    taken += piece.length;
    if (taken > room.bytes)
      return fail(
        `It unpacks to more than ${countText(Math.floor(room.bytes / 1e6))} MB. Close a result first.`,
      );
    for (let from = 0; from === 0 || from < piece.length; from += PIECE_BYTES) {
      const result = await take(piece.slice(from, from + PIECE_BYTES), done);
      if (result !== undefined) return result;
    }
    if (done) return fail('The file is cut off: its end is missing.');
  }
}
