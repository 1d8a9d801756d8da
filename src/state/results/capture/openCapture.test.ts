import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RowStoreClient } from '../../../workers/rowStoreClient.ts';
import type { CaptureAnswer, CapturePiece } from '../../../workers/rowStoreProtocol.ts';
import type { FileProgress } from '../../../workers/fileIntake.ts';
import { ROWS, WHOLE } from './captureSummary.fixture.ts';
import { openCapture } from './openCapture.ts';

const MIB = 1_048_576;
const SUMMARY: CaptureAnswer = { kind: 'summary', rows: ROWS, summary: { result: WHOLE } };
const END: CaptureAnswer = { kind: 'end', rows: ROWS, rowsByQuery: [ROWS] };
const more = (rows: number): CaptureAnswer => ({ kind: 'more', rows });
const CUT_OFF = 'The file is cut off: its end is missing.';

/** A row store that gives these answers, one for each piece, and records its calls. */
function store(answers: readonly (CaptureAnswer | Error)[]) {
  const left = [...answers];
  const pieces: CapturePiece[] = [];
  const told: string[] = [];
  const rows = {
    readCapture: (piece: CapturePiece) => {
      pieces.push(piece);
      const answer = left.shift() ?? more(0);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
    begin: ({ runId, schemeId, queries }: Parameters<RowStoreClient['begin']>[0]) => {
      told.push(`begin ${runId} ${schemeId} ${queries.length} after ${pieces.length}`);
      return Promise.resolve();
    },
    reset: () => {
      told.push('reset');
      return Promise.reject(new Error('it is dead'));
    },
  };
  return { rows: rows as unknown as RowStoreClient, pieces, told };
}

/** A file whose bytes arrive in these pieces. */
function fileOf(...parts: readonly Uint8Array<ArrayBuffer>[]) {
  const whole = new Blob([...parts]);
  let cancelled = 0;
  const left = [...parts];
  const file = {
    size: whole.size,
    slice: (from: number, to: number) => whole.slice(from, to),
    stream: () =>
      new ReadableStream<Uint8Array<ArrayBuffer>>(
        {
          pull: (out) => {
            const part = left.shift();
            if (part === undefined) out.close();
            else out.enqueue(part);
          },
          cancel: () => void (cancelled += 1),
        },
        { highWaterMark: 0 },
      ),
  };
  return { file: file as unknown as Blob, cancelled: () => cancelled };
}

const filled = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(0x41);
const intake = (rows: RowStoreClient, bytes = 1e9) => ({ rows, runId: 6, room: { rows: 77, bytes } });

async function opened(
  parts: readonly Uint8Array<ArrayBuffer>[],
  answers: readonly (CaptureAnswer | Error)[],
  bytes?: number,
) {
  const { rows, pieces, told } = store(answers);
  const result = await openCapture(fileOf(...parts).file, intake(rows, bytes));
  return { words: result.ok ? result.value.words.savedAtMs : result.error, pieces, told };
}

describe('a capture that is opened', () => {
  it('is sent to the worker in pieces of 1 MiB, rows after the query', async () => {
    const { rows, pieces, told } = store([SUMMARY, more(3), more(5), more(9), more(25), END]);
    const seen: FileProgress[] = [];
    const { file } = fileOf(filled(2.5 * MIB), filled(10));
    const result = await openCapture(file, intake(rows), (progress) => void seen.push(progress));
    expect(result.ok && result.value.run.runId).toBe(6);
    expect(
      pieces.map(({ bytes, isFirst, isLast, queries }) => [bytes.length, isFirst, isLast, queries]),
    ).toStrictEqual([
      [MIB, true, false, 0],
      [0, false, false, 1],
      [MIB, false, false, 1],
      [MIB / 2, false, false, 1],
      [10, false, false, 1],
      [0, false, true, 1],
    ]);
    expect(new Set(pieces.map(({ runId, mostRows }) => `${runId} ${mostRows}`))).toStrictEqual(
      new Set(['6 77']),
    );
    expect(told).toStrictEqual([`begin 6 ${WHOLE.plan.request.schemeId ?? ''} 1 after 1`]);
    const total = 2.5 * MIB + 10;
    expect(seen.every(({ bytesTotal }) => bytesTotal === total)).toBe(true);
    expect(seen.filter(({ bytesRead }) => bytesRead > 0).map(({ bytesRead }) => bytesRead)).toContain(
      2.5 * MIB,
    );
    expect(seen.at(-1)).toStrictEqual({ bytesRead: total, bytesTotal: total, rows: 25 });
    expect(new Set(seen.map((progress) => progress.rows))).toStrictEqual(new Set([0, 3, 5, 9, 25]));
  });

  it('is decompressed only if it begins like gzip', async () => {
    const plain = new TextEncoder().encode('a capture');
    for (const [bytes, read] of [
      [Uint8Array.from(gzipSync(plain)), plain],
      [Uint8Array.of(0x1f, 0x8c, 1), Uint8Array.of(0x1f, 0x8c, 1)],
      [Uint8Array.of(0x1e, 0x8b, 1), Uint8Array.of(0x1e, 0x8b, 1)],
      [plain, plain],
    ] as const) {
      const { pieces } = await opened([bytes], [more(0)]);
      expect(pieces.flatMap((piece) => [...piece.bytes])).toStrictEqual([...read]);
    }
    const broken = Uint8Array.from(gzipSync(filled(5000))).fill(0, 12, 20);
    expect(await opened([broken], [])).toMatchObject({
      words: 'The file is damaged or cut off: it cannot be read or unpacked to its end.',
      told: expect.arrayContaining(['reset']) as unknown,
    });
  });

  it('fails with the message it was given, and then the store is empty', async () => {
    const given = async (answers: readonly (CaptureAnswer | Error)[], bytes?: number, size = 2_000_001) => {
      const { words, told } = await opened([filled(size)], answers, bytes);
      return [words, told.includes('reset')];
    };
    expect(await given([SUMMARY, more(0), END], 2_000_001)).toStrictEqual([WHOLE.savedAtMs, false]);
    expect(await given([], 2_000_000)).toStrictEqual([
      'It unpacks to more than 2 MB. Close a result first.',
      true,
    ]);
    expect(await given([END])).toStrictEqual(['It holds no result.', true]);
    expect(await given([{ kind: 'refused', words: 'Line 3 is odd.' }])).toStrictEqual([
      'Line 3 is odd.',
      true,
    ]);
    expect(await given([{ ...SUMMARY, rows: 24 }])).toStrictEqual([
      'Line 2: the result counts 25 and 25 rows, and the file 24.',
      true,
    ]);
    expect(await given([SUMMARY])).toStrictEqual([CUT_OFF, true]);
    expect(await given([new RangeError('Array buffer allocation failed')])).toStrictEqual([
      'It is larger than the memory that this page may use.',
      true,
    ]);
    expect(await given([new Error('The worker ended.')])).toStrictEqual(['The worker ended.', true]);
  });

  it('is cancelled between two pieces, and the rest of the file is not read', async () => {
    const stop = new AbortController();
    const { rows, pieces, told } = store([SUMMARY, more(3)]);
    const { file, cancelled } = fileOf(filled(10), filled(10), filled(10));
    const result = await openCapture(
      file,
      intake(rows),
      (progress) => {
        if (progress.rows > 0) stop.abort();
      },
      stop.signal,
    );
    expect(result).toStrictEqual({ ok: false, error: 'It was cancelled before the end: nothing was kept.' });
    expect([pieces.length, told.at(-1), cancelled()]).toStrictEqual([2, 'reset', 1]);
  });
});
