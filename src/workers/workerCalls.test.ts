import { describe, expect, it } from 'vitest';
import { createWorkerCalls, type WorkerLike } from './workerCalls.ts';
import type { WorkerAnswer } from './workerMessages.ts';

interface Calls {
  readonly one: { readonly input: number; readonly output: string };
  readonly many: { readonly input: undefined; readonly output: number };
}

/** A worker whose answers come from the test. */
function rig() {
  const listeners = new Map<string, (event: unknown) => void>();
  const sent: unknown[] = [];
  const deaths: string[] = [];
  const worker = {
    postMessage: (message: unknown) => void sent.push(message),
    terminate: () => undefined,
    addEventListener: (type: string, listener: (event: never) => void) =>
      void listeners.set(type, listener as (event: unknown) => void),
  } as WorkerLike;
  const words = { name: 'The worker', nextStep: 'Try again.' };
  const calls = createWorkerCalls<Calls>(worker, words, {}, (text) => void deaths.push(text));
  let told = 0;
  const forget = calls.onPending(() => void (told += 1));
  const answer = (data: WorkerAnswer): void => listeners.get('message')?.({ data });
  const tell = (type: string, event: unknown): void => listeners.get(type)?.(event);
  return { calls, sent, deaths, answer, tell, forget, told: () => told };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('calls of a worker', () => {
  it('are answered by their number, in any order, and told when they begin and end', async () => {
    const { calls, sent, answer, told, forget } = rig();
    const [first, second] = [calls.call('one', 1), calls.call('one', 2)];
    expect([sent, calls.pending(), told()]).toStrictEqual([
      [
        { id: 1, kind: 'one', input: 1 },
        { id: 2, kind: 'one', input: 2 },
      ],
      2,
      2,
    ]);
    answer({ id: 2, kind: 'done', output: 'b' });
    answer({ id: 2, kind: 'done', output: 'again' });
    answer({ id: 9, kind: 'failed', message: 'unknown' });
    answer({ id: 1, kind: 'failed', message: 'It is odd.' });
    expect(await second).toBe('b');
    await expect(first).rejects.toThrow('It is odd.');
    expect([calls.pending(), told()]).toStrictEqual([0, 4]);
    forget();
    void calls.call('one', 3);
    expect(told()).toBe(4);
  });

  it('all end with the worker, and no later one begins; who listens is told once, and only if any was open', async () => {
    const { calls, sent, deaths, told } = rig();
    calls.die('Closed.');
    expect([calls.isDead(), told(), deaths]).toStrictEqual([true, 0, []]);
    await expect(calls.call('one', 1)).rejects.toThrow('Closed.');
    expect(sent).toStrictEqual([]);
    const open = rig();
    const both = Promise.allSettled([open.calls.call('one', 1), open.calls.call('one', 2)]);
    open.calls.die('Closed.');
    open.calls.die('Closed again.');
    expect([open.told(), open.calls.pending()]).toStrictEqual([3, 0]);
    expect((await both).map((each) => each.status === 'rejected' && String(each.reason))).toStrictEqual([
      'Error: Closed.',
      'Error: Closed.',
    ]);
  });

  it.each([
    ['error', { message: 'out of memory' }, 'The worker stopped working (out of memory). Try again.'],
    ['error', { message: '' }, 'The worker stopped working. Try again.'],
    ['error', {}, expect.stringMatching(/^The worker could not be loaded: /) as string],
    ['messageerror', {}, 'The worker sent an answer that could not be read. Try again.'],
  ])('end with the words of what happened: %s %j', async (type, event, words) => {
    const { calls, deaths, tell } = rig();
    const call = calls.call('one', 1).catch((error: unknown) => (error as Error).message);
    tell(type, event);
    tell('error', { message: 'later' });
    expect([await call, deaths]).toStrictEqual([words, [words]]);
  });

  it('that are given up tell the worker once, and end with the reason', async () => {
    const { calls, sent, answer } = rig();
    const stop = new AbortController();
    const seen: unknown[] = [];
    const call = calls.call('many', undefined, {
      signal: stop.signal,
      onProgress: (at) => void seen.push(at),
    });
    await turn();
    answer({ id: 1, kind: 'progress', progress: 5 });
    stop.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    answer({ id: 1, kind: 'progress', progress: 6 });
    answer({ id: 1, kind: 'done', output: 1 });
    expect([seen, sent.slice(1)]).toStrictEqual([[5], [{ id: 1, kind: 'abort' }]]);
    await expect(calls.call('many', undefined, { signal: stop.signal })).rejects.toThrow('enough');
    expect(sent).toHaveLength(2);
    // Aborting after the answer has no effect.
    const late = new AbortController();
    const done = calls.call('many', undefined, { signal: late.signal });
    await turn();
    answer({ id: 2, kind: 'done', output: 7 });
    expect(await done).toBe(7);
    late.abort();
    expect(sent.at(-1)).toStrictEqual({ id: 2, kind: 'many', input: undefined });
  });

  it('in chunks ask for the next one when the last one was taken, and stop if it cannot be', async () => {
    const { calls, sent, answer } = rig();
    const taken: number[] = [];
    let free: () => void = () => undefined;
    const call = calls.call('many', undefined, {
      onChunk: (bytes) => {
        taken.push(bytes.length);
        return bytes.length === 3
          ? Promise.reject(new Error('The disk is full.'))
          : new Promise<void>((resolve) => (free = resolve));
      },
    });
    await turn();
    answer({ id: 1, kind: 'chunk', bytes: new Uint8Array(2) });
    await turn();
    expect([taken, sent.length]).toStrictEqual([[2], 1]);
    free();
    await turn();
    expect(sent[1]).toStrictEqual({ id: 1, kind: 'next' });
    answer({ id: 1, kind: 'chunk', bytes: new Uint8Array(3) });
    await expect(call).rejects.toThrow('The disk is full.');
    expect([taken, sent[2]]).toStrictEqual([[2, 3], { id: 1, kind: 'abort' }]);
  });
});
