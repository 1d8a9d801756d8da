import { afterEach, expect, it, vi } from 'vitest';
import type { KeptCount } from '../../core/keyspace/count/keptCount.ts';
import { keepCount } from './keptCounts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A request or transaction that ends with this event. */
function ending<T extends object>(type: string, members: T): T & EventTarget {
  const target = Object.assign(new EventTarget(), members);
  setImmediate(() => target.dispatchEvent(new Event(type)));
  return target;
}

/** A browser that takes every value, and ends each transaction so. */
function browserThat(end: 'complete' | 'abort'): void {
  const error = end === 'abort' ? new Error('no room') : null;
  const objectStore = () => ({ put: () => ending('success', {}) });
  const database = { close: () => undefined, transaction: () => ending(end, { objectStore, error }) };
  vi.stubGlobal('indexedDB', { open: () => ending('success', { result: database }) });
}

it('a count is kept only when the browser has written it: without room it fails at the end', async () => {
  browserThat('complete');
  await expect(keepCount({} as KeptCount)).resolves.toBeUndefined();
  browserThat('abort');
  await expect(keepCount({} as KeptCount)).rejects.toThrow('no room');
});
