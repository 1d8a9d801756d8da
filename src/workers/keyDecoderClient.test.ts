import { describe, expect, it } from 'vitest';
import { sumsOf } from '../core/keyspace/map/sums.fixture.ts';
import { keyDecoderHandlers } from './keyDecoderHandlers.ts';
import { keyDecoderPair } from './fakeWorker.fixture.ts';
import type { KeyDecoderCalls } from './keyDecoderProtocol.ts';
import { serveCalls } from './serveCalls.ts';

const MINUTE = 600_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const d19 = (value: bigint | number): string => String(value).padStart(19, '0');
const keyText = (index: number): string =>
  `${d19(index % 10)}___${d19(NEW_YEAR + BigInt(Math.floor(index / 10)) * MINUTE)}`;
const listOf = (count: number): string =>
  Array.from({ length: count }, (_, index) => keyText(index)).join('\n');
const encoder = new TextEncoder();
const decoder = new TextDecoder();

async function decodedPair(count: number) {
  const pair = keyDecoderPair();
  const summary = await pair.client.decode({ source: listOf(count) });
  return { ...pair, summary };
}

describe('key decoder', () => {
  it('reads texts, bytes and files alike, and moves bytes', async () => {
    const { client } = keyDecoderPair();
    const bytes = encoder.encode(listOf(30));
    const summaries = [
      await client.decode({ source: listOf(30) }),
      await client.decode({ source: new Blob([listOf(30)]) }),
      await client.decode({ source: bytes }),
    ];
    expect(summaries.map(({ keys }) => keys)).toStrictEqual([30, 30, 30]);
    expect(bytes.byteLength).toBe(0);
  });

  it('reads UTF-16 files, as Windows PowerShell writes them', async () => {
    const { client } = keyDecoderPair();
    const words = Uint16Array.from(`\ufeff${listOf(3)}`, (unit) => unit.charCodeAt(0));
    expect(await client.decode({ source: new Blob([words]) })).toMatchObject({ keys: 3, lines: 3 });
  });

  it('passes hints on', async () => {
    const { client } = keyDecoderPair();
    const { schemes } = await client.decode({
      source: listOf(10),
      tableName: 'WADLogsTable',
      part: 'partition',
    });
    expect(schemes.map(({ schemeId }) => schemeId)).toStrictEqual(['wad-prefixed']);
  });

  it('hands out parts of the list', async () => {
    const { client, summary } = await decodedPair(500);
    expect(summary.prefixes.length).toBe(10);
    const keys = await client.keys({ from: 498, to: 600 });
    expect(keys.map(({ index, line, text, prefix }) => [index, line, text, prefix])).toStrictEqual([
      [498, 499, keyText(498), 8],
      [499, 500, keyText(499), 9],
    ]);
  });

  it('maps prefixes by time', async () => {
    const { client } = await decodedPair(500);
    const whole = await client.matrix({ columns: 100 });
    expect(whole.labels).toStrictEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(sumsOf(whole).rows).toStrictEqual(Array.from({ length: 10 }, () => 50));
    const part = await client.matrix({
      columns: 5,
      window: { from: NEW_YEAR, to: NEW_YEAR + 5n * MINUTE },
    });
    expect(sumsOf(part).columns).toStrictEqual([10, 10, 10, 10, 10]);
    expect(part.outside.after).toBe(450);
  });

  it('streams CSV, the next chunk once the last was taken', async () => {
    const { client, worker } = await decodedPair(20_000);
    const asked: number[] = [];
    const chunks: string[] = [];
    await client.exportCsv(
      {},
      {
        onChunk: async (bytes) => {
          asked.push(worker.sent.filter(({ kind }) => kind === 'next').length);
          await Promise.resolve();
          chunks.push(decoder.decode(bytes));
        },
      },
    );
    expect(asked).toStrictEqual([0, 1, 2]);
    expect(chunks.join('').split('\r\n').length).toBe(20_002);
  });
});

describe('key decoder at work', () => {
  it('tells how far it is, and hears an end between two slices', async () => {
    const { client, worker } = keyDecoderPair();
    worker.tickMs = 60;
    const abort = new AbortController();
    const seen: number[] = [];
    const decoding = client.decode(
      { source: listOf(300_000) },
      {
        onProgress: ({ bytesRead, bytesTotal, keys }) => {
          seen.push(bytesRead / bytesTotal);
          if (keys > 0) abort.abort(new Error('never mind'));
        },
        signal: abort.signal,
      },
    );
    await expect(decoding).rejects.toThrow('never mind');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.at(-1)).toBeLessThan(1);
    expect(await client.keys({ from: 0, to: 5 })).toEqual([]);
    expect((await client.decode({ source: listOf(5) })).keys).toBe(5);
  });

  it('a file that cannot be read fails with words, and what cannot be sent fails at once', async () => {
    const file = { arrayBuffer: () => Promise.reject(new Error('gone')) } as unknown as Blob;
    let told = (_answer: unknown): void => undefined;
    const host = { post: (answer: unknown) => told(answer), later: setImmediate, nowMs: () => 0 };
    const handle = serveCalls<KeyDecoderCalls>(host, keyDecoderHandlers());
    const call = (request: Parameters<typeof handle>[0]): Promise<unknown> =>
      new Promise((resolve) => {
        told = (answer) => {
          if ((answer as { readonly kind: string }).kind !== 'progress') resolve(answer);
        };
        handle(request);
      });
    await call({ id: 6, kind: 'decode', input: { source: listOf(3) } });
    const shown = { from: 0, to: 5 };
    expect(await call({ id: 8, kind: 'keys', input: shown })).toMatchObject({ output: { length: 3 } });
    const answer = await call({ id: 7, kind: 'decode', input: { source: file } });
    expect(answer).toMatchObject({ id: 7, kind: 'failed', message: expect.stringContaining('gone') });
    // The list before is gone too, since its keys must not be taken for those of the file.
    expect(await call({ id: 9, kind: 'keys', input: shown })).toMatchObject({ output: [] });
    const { client } = await decodedPair(3);
    expect(await client.keys({ from: 0, to: 5 })).toHaveLength(3);
    await expect(client.decode({ source: file })).rejects.toThrow('could not be cloned');
  });
});
