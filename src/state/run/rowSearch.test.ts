import { describe, expect, it } from 'vitest';
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
  }[] = [];
  const pauses: (() => void)[] = [];
  const activity = createActivity((done) => done());
  const search = createRowSearch(
    {
      search: ({ text }: SearchRequest, { signal } = {}) =>
        new Promise((resolve, reject) => {
          calls.push({ text, end: resolve, fail: reject, isGivenUp: () => signal?.aborted === true });
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
    const told: ((progress: { rowsDone: number; rows: number }) => void)[] = [];
    const ends: { resolve: (found: RowsFound) => void; reject: (why: unknown) => void }[] = [];
    const pauses: (() => void)[] = [];
    const search = createRowSearch(
      {
        search: (_request, { onProgress } = {}) =>
          new Promise((resolve, reject) => {
            told.push(onProgress as never);
            ends.push({ resolve, reject });
          }),
      },
      createActivity((done) => done()),
      (run) => void pauses.push(run),
    );
    const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
    const asked = { version: 1, question: { query: { order: 'arrival' }, text: 't' } } as const;
    search.ask(asked);
    // Several keys within one pause make one search.
    search.ask({ ...asked, version: 2 });
    expect(pauses).toHaveLength(1);
    pauses.shift()?.();
    told[0]?.({ rowsDone: 5, rows: 9 });
    expect(search.get()).toEqual({ progress: { rowsDone: 5, rows: 9 } });
    ends[0]?.resolve(NONE);
    await turn();
    expect(search.get()).toEqual({ question: { ...asked, version: 2 }, answer: NONE });
    search.ask({ ...asked, question: { ...asked.question, query: { order: 'time-asc' } } });
    pauses.shift()?.();
    told[1]?.({ rowsDone: 1, rows: 9 });
    ends[1]?.reject('odd');
    await turn();
    expect(search.get()).toEqual({
      question: { ...asked, version: 2 },
      answer: NONE,
      fault: 'The rows could not be searched.',
    });
  });
});
