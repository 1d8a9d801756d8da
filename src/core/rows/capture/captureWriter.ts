import { ByteWriter, CHUNK_BYTES } from '../../byteWriter.ts';
import { encodeUtf8 } from '../../entities/bytes/utf8.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';
import type { FilePiece } from '../../entities/views/filePiece.ts';
import { exportNdjson } from '../../entities/views/exportNdjson.ts';
import { BLOCK_ROWS, ByteSum, CAPTURE_VERSION, type CaptureHead } from './captureFormat.ts';

/** Consecutive rows of one query. */
interface Block {
  readonly query: number;
  readonly rows: Uint32Array;
}

/** The rows in the order in which they were read, so that views of the opened capture list them in the same order as now. */
function blocksOf(store: EntityStore): readonly Block[] {
  const all = store.readingOrder() ?? Uint32Array.from({ length: store.rowCount }, (_, row) => row);
  const counted = store.countedRows();
  const rows = counted === undefined ? all : all.filter((row) => counted[row] === 1);
  const { queryIndexes } = store;
  const queryAt = (at: number): number => queryIndexes[rows[at] as number] as number;
  const blocks: Block[] = [];
  for (let from = 0; from < rows.length; ) {
    const query = queryAt(from);
    let to = from + 1;
    while (to < rows.length && to - from < BLOCK_ROWS && queryAt(to) === query) to += 1;
    blocks.push({ query, rows: rows.subarray(from, to) });
    from = to;
  }
  return blocks;
}

/**
 * The rows of a store as a capture.
 * @param summary the second line: JSON without a line break
 * @yields pieces of about 1 MiB
 */
export function* writeCapture(store: EntityStore, summary: string): Generator<FilePiece, void, undefined> {
  const out = new ByteWriter();
  const sum = new ByteSum();
  const blocks = blocksOf(store);
  const put = (bytes: Uint8Array): void => {
    sum.add(bytes);
    out.all(bytes);
  };
  const line = (value: object): void => put(encodeUtf8(`${JSON.stringify(value)}\n`));
  const head: CaptureHead = {
    keyscope: 'capture',
    version: CAPTURE_VERSION,
    rows: blocks.reduce((total, { rows }) => total + rows.length, 0),
    blocks: blocks.length,
  };
  line(head);
  put(encodeUtf8(`${summary}\n`));
  let rowsDone = 0;
  for (const { query, rows } of blocks) {
    line({ block: { query, rows: rows.length } });
    for (const { bytes } of exportNdjson(store, rows, { keepsEtags: true })) put(bytes);
    rowsDone += rows.length;
    if (out.length >= CHUNK_BYTES) yield { bytes: out.cut(), rowsDone };
  }
  out.all(encodeUtf8(`${JSON.stringify({ end: { rows: rowsDone, sum: sum.text } })}\n`));
  yield { bytes: out.cut(), rowsDone };
}
