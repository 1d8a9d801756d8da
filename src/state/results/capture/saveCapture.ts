import { fail, ok, type Result } from '../../../core/result.ts';
import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import { exportFileName } from '../../base/exportFile.ts';
import type { EndedRun } from '../../run/runState.ts';
import { captureSummary } from './captureSummary.ts';

/** A capture, ready to be saved. */
export interface CaptureFile {
  readonly name: string;
  readonly parts: readonly Uint8Array<ArrayBuffer>[];
}

/** Writes a result to a compressed file. Fails with a message. */
export async function captureFile(
  rows: RowStoreClient,
  run: EndedRun,
  savedAtMs: number,
): Promise<Result<CaptureFile, string>> {
  const summary = captureSummary(run, savedAtMs);
  if (!summary.ok) return fail(summary.error);
  const gzip = new CompressionStream('gzip');
  const writer = gzip.writable.getWriter();
  const collected = collect(gzip.readable);
  await rows.writeCapture(summary.value, { onChunk: (bytes) => writer.write(bytes) });
  await writer.close();
  const name = exportFileName(run.plan.request.tableName, run.completeness, 'keyscope');
  return ok({ name, parts: await collected });
}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
  }
}
