import { describe, expect, it } from 'vitest';
import type { BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import type { KeyDecoderClient } from '../../workers/keyDecoderClient.ts';
import { createActivity } from '../base/activity.ts';
import { createDecodeBulk } from './decodeBulk.ts';

const SUMMARY = { keys: 2, timedKeys: 2 } as BulkSummary;
const MATRIX = { rowCount: 1 } as KeyspaceMatrix;

/** A decoder whose lists end when the test says so. */
function scripted() {
  const told: string[] = [];
  const open: { readonly end: (summary: BulkSummary) => void; readonly fail: (error: Error) => void }[] = [];
  const client: KeyDecoderClient = {
    decode: (_source, options) =>
      new Promise((resolve, reject) => {
        options?.onProgress?.({ bytesRead: 1, bytesTotal: 2, lines: 1, keys: 1 });
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error));
        open.push({ end: resolve, fail: reject });
      }),
    keys: ({ from, to }) => {
      told.push(`keys ${from} ${to}`);
      return Promise.resolve([{ index: from, line: 1, text: 'k', schemeId: 'none', title: 'None' }]);
    },
    matrix: () => Promise.resolve(MATRIX),
    exportCsv: async (_request, { onChunk } = {}) => {
      await onChunk?.(new Uint8Array([1]));
      await onChunk?.(new Uint8Array([2]));
      return undefined;
    },
    reset: () => {
      told.push('reset');
      return Promise.resolve();
    },
    dispose: () => void told.push('dispose'),
  };
  let started = 0;
  const activity = createActivity((done) => queueMicrotask(done));
  const bulk = createDecodeBulk(() => {
    started += 1;
    return client;
  }, activity);
  return { bulk, open, told, idle: activity.idle, started: () => started };
}

describe('a long list in the worker', () => {
  it('starts the worker with the first list, shows progress, then the content of the list', async () => {
    const { bulk, open, idle, started } = scripted();
    expect([started(), bulk.get()]).toEqual([0, { kind: 'none' }]);
    bulk.read('a\nb', 'list');
    expect(bulk.get()).toMatchObject({ kind: 'reading', name: 'list', progress: { keys: 1 } });
    open[0]?.end(SUMMARY);
    await idle();
    expect(bulk.get()).toEqual({
      kind: 'read',
      name: 'list',
      version: 1,
      summary: SUMMARY,
      matrix: MATRIX,
    });
    expect(started()).toBe(1);
  });

  it('can be cancelled, and read again', async () => {
    const { bulk, open, idle } = scripted();
    bulk.read('a', 'first');
    bulk.cancel();
    await idle();
    expect(bulk.get()).toEqual({ kind: 'cancelled', name: 'first' });
    bulk.read('b', 'second');
    open[1]?.end(SUMMARY);
    await idle();
    expect(bulk.get()).toMatchObject({ kind: 'read', name: 'second' });
  });

  it('a newer list replaces one still being read', async () => {
    const { bulk, open, idle } = scripted();
    bulk.read('a', 'first');
    bulk.read('b', 'second');
    open[1]?.end(SUMMARY);
    await idle();
    expect(bulk.get()).toMatchObject({ kind: 'read', name: 'second' });
  });

  it('reports why a list failed, and starts a new worker for the next', async () => {
    const { bulk, open, told, idle, started } = scripted();
    bulk.read('a', 'list');
    open[0]?.fail(new Error('The worker stopped.'));
    await idle();
    expect(bulk.get()).toEqual({ kind: 'failed', name: 'list', message: 'The worker stopped.' });
    expect(told).toEqual(['dispose']);
    bulk.read('a', 'list');
    expect(started()).toBe(2);
    bulk.cancel();
  });

  it('drops the list here and in the worker', async () => {
    const { bulk, open, told, idle } = scripted();
    bulk.read('a', 'list');
    open[0]?.end(SUMMARY);
    await idle();
    bulk.clear();
    await idle();
    expect([bulk.get(), told]).toEqual([{ kind: 'none' }, ['reset']]);
  });

  it('fetches the keys around the visible ones once, and again for a new list', async () => {
    const { bulk, open, told, idle } = scripted();
    bulk.read('a', 'list');
    open[0]?.end(SUMMARY);
    await idle();
    bulk.keys.show(0, 40);
    bulk.keys.show(3, 43);
    await idle();
    expect(told).toEqual(['keys 0 384']);
    expect(bulk.keys.keyAt(0)?.text).toBe('k');
    expect(bulk.keys.keyAt(300)).toBeUndefined();
    bulk.read('b', 'other');
    open[1]?.end(SUMMARY);
    await idle();
    bulk.keys.show(0, 40);
    await idle();
    expect(told).toEqual(['keys 0 384', 'keys 0 384']);
  });

  it.each([
    [0, 1, 0, 384],
    [255, 256, 0, 384],
    [256, 256, 128, 640],
    [256, 512, 128, 640],
    [511, 513, 128, 896],
    [600, 700, 384, 896],
  ])('for keys %i to %i fetches %i to %i', async (from, to, first, last) => {
    const { bulk, open, told, idle } = scripted();
    expect(bulk.keys.keyAt(0)).toBeUndefined();
    bulk.read('a', 'list');
    open[0]?.end(SUMMARY);
    await idle();
    bulk.keys.show(from, to);
    await idle();
    expect(told).toEqual([`keys ${first} ${last}`]);
    expect([bulk.keys.keyAt(first)?.index, bulk.keys.keyAt(first + 1)]).toEqual([first, undefined]);
  });

  it('delivers the CSV in chunks', async () => {
    const { bulk } = scripted();
    const parts = await bulk.csv();
    expect(parts.map((part) => [...part])).toEqual([[1], [2]]);
  });
});
