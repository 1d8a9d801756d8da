import { describe, expect, it } from 'vitest';
import type { SearchProgress } from '../../core/entities/views/searchRows.ts';
import type { RowsFound, SearchRequest } from '../../core/rows/rowTypes.ts';
import { createActivity } from '../base/activity.ts';
import { createRowSearch } from './rowSearch.ts';

/** A row store whose searches end when the test says so, and a virtual clock. */
function rig() {
  const calls: {
    text: string;
    end: (found: RowsFound) => void;
    fail: (error: Error) => void;
    isGivenUp: () => boolean;
    progress: ((progress: SearchProgress) => void) | undefined;
  }[] = [];
  const pauses: (() => void)[] = [];
  const activity = createActivity((done) => done());
  const search = createRowSearch(
    {
      search: ({ text }: SearchRequest, { signal, onProgress: progress } = {}) =>
        new Promise((resolve, reject) => {
          calls.push({
            text,
            end: resolve,
            fail: reject,
            isGivenUp: () => signal?.aborted === true,
            progress,
          });
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    },
    activity,
    (run) => void pauses.push(run),
  );
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    calls,
    search,
    activity,
    type: (text: string, version = 1) =>
      search.ask({ version, question: { query: { order: 'arrival' }, text } }),
    pass: async () => {
      for (const run of pauses.splice(0)) run();
      await settle();
    },
    settle,
  };
}

const NONE = { positions: new Uint32Array(0) };

describe('the search of the list', () => {
  it('treats a quickly typed word as one search', async () => {
    const { calls, type, pass } = rig();
    for (const text of ['t', 'ti', 'tim']) type(text);
    expect(calls).toHaveLength(0);
    await pass();
    expect(calls.map(({ text }) => text)).toEqual(['tim']);
  });

  it('is abandoned on the next keystroke', async () => {
    const { calls, search, type, pass } = rig();
    type('t');
    await pass();
    type('ti');
    expect(calls[0]?.isGivenUp()).toBe(true);
    await pass();
    calls[1]?.end({ positions: Uint32Array.of(4) });
    await pass();
    expect(search.get()).toMatchObject({
      question: { question: { text: 'ti' } },
      answer: { positions: Uint32Array.of(4) },
    });
    expect(search.get().fault).toBeUndefined();
  });

  it('is not abandoned when rows arrive: they are searched afterwards, all at once', async () => {
    const { calls, type, pass, settle } = rig();
    type('t');
    await pass();
    for (const version of [2, 3, 4]) type('t', version);
    expect(calls[0]?.isGivenUp()).toBe(false);
    calls[0]?.end(NONE);
    await settle();
    expect(calls).toHaveLength(2);
    calls[1]?.end(NONE);
    await settle();
    expect(calls).toHaveLength(2);
  });

  it('for an empty text does nothing, notifies nobody, and keeps the page idle', async () => {
    const { calls, search, activity, type, pass } = rig();
    let told = 0;
    search.subscribe(() => {
      told += 1;
    });
    type('');
    type('', 2);
    expect([activity.pending(), told]).toEqual([0, 0]);
    type('t');
    type('');
    await pass();
    expect(calls).toHaveLength(0);
  });

  it('reports progress until it has an answer or a fault', async () => {
    const { calls, search, type, pass, settle } = rig();
    type('t');
    await pass();
    const progress: SearchProgress = { found: 5, looked: 9 };
    calls[0]?.progress?.(progress);
    expect(search.get()).toEqual({ progress });
    calls[0]?.end(NONE);
    await settle();
    const found = {
      question: { version: 1, question: { query: { order: 'arrival' }, text: 't' } },
      answer: NONE,
    };
    expect(search.get()).toEqual(found);
    type('ti');
    await pass();
    calls[1]?.progress?.(progress);
    calls[1]?.fail('odd' as unknown as Error);
    await settle();
    expect(search.get()).toEqual({ ...found, fault: 'The rows could not be searched.' });
  });
});
