import { describe, expect, it } from 'vitest';
import { type CallHandlers, serveCalls, type WorkStep } from './serveCalls.ts';
import type { CallMoves, WorkerAnswer, WorkerRequest } from './workerMessages.ts';

interface Calls {
  readonly now: { readonly input: number; readonly output: number };
  readonly steps: { readonly input: readonly WorkStep[]; readonly output: string };
  readonly slow: { readonly input: undefined; readonly output: string };
  readonly array: {
    readonly input: undefined;
    readonly output: { readonly counts: Uint32Array<ArrayBuffer> };
  };
  readonly given: { readonly input: unknown; readonly output: unknown };
  readonly drop: { readonly input: undefined; readonly output: undefined };
  readonly lateDrop: { readonly input: undefined; readonly output: undefined };
}

/** A worker whose message queue and clock only move when the test moves them. */
function server({
  moves = {},
  stepMs = 0,
  idleSteps = 0,
}: {
  moves?: Partial<CallMoves<Calls>>;
  stepMs?: number;
  idleSteps?: number;
} = {}) {
  const log: string[] = [];
  const moved: number[] = [];
  const queue: (() => void)[] = [];
  const release: ((words: string) => void)[] = [];
  let nowMs = 0;
  const handlers: CallHandlers<Calls> = {
    now: (input) => {
      if (input < 0) throw new RangeError('below zero');
      return input + 1;
    },
    steps: function* (input) {
      try {
        for (const [at, step] of input.entries()) {
          log.push(`step ${at}`);
          yield step;
        }
        return 'whole';
      } finally {
        log.push('let go');
      }
    },
    slow: async function* () {
      const words = await new Promise<string>((resolve) => release.push(resolve));
      if (words === 'fault') throw new Error('the file is gone');
      yield { kind: 'progress', progress: words };
      return words;
    },
    array: () => ({ counts: new Uint32Array([1, 2]) }),
    given: (input) => input,
    drop: (_input, call) => {
      call.endOthers('gone');
      return undefined;
    },
    lateDrop: function* (_input, call) {
      yield { kind: 'listen' };
      call.endOthers('gone');
      return undefined;
    },
  };
  let idleLeft = idleSteps;
  let idleBegun = 0;
  /**
   * Idle work of two steps. The very last step fails.
   * @yields after each step
   */
  function* idleWork(): Generator<undefined, void, undefined> {
    idleBegun += 1;
    for (let step = 0; step < 2 && idleLeft > 0; step++) {
      log.push(`idle ${idleLeft}`);
      idleLeft -= 1;
      if (idleLeft === 0) throw new Error('out of memory');
      yield undefined;
    }
  }
  const handle = serveCalls<Calls>(
    {
      post: (message: WorkerAnswer, transfer) => {
        moved.push(transfer.length);
        const { id, kind } = message;
        const words =
          message.kind === 'failed'
            ? ` ${message.message}`
            : message.kind === 'done' && typeof message.output !== 'object'
              ? ` ${JSON.stringify(message.output) ?? 'nothing'}`
              : '';
        log.push(`${id} ${kind}${words}`);
      },
      later: (run) => queue.push(run),
      nowMs: () => {
        nowMs += stepMs;
        return nowMs;
      },
    },
    handlers,
    moves,
    idleSteps === 0 ? undefined : () => (idleLeft > 0 ? idleWork() : undefined),
  );
  const call = <K extends keyof Calls>(id: number, kind: K, input: Calls[K]['input']): void =>
    handle({ id, kind, input } as WorkerRequest<Calls>);
  const turn = async (): Promise<void> => {
    queue.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { log, moved, queue, release, handle, call, turn, idleBegun: () => idleBegun };
}

describe('a worker that serves calls', () => {
  it('answers at once, and tells what went wrong in words', () => {
    const { call, log } = server();
    call(1, 'now', 4);
    call(2, 'now', -1);
    call(3, 'now', 0);
    expect(log).toEqual(['1 done 5', '2 failed below zero', '3 done 1']);
  });

  it('leaves work off after a slice of time, and hears other calls before it goes on', async () => {
    const { call, log, queue, turn } = server({ stepMs: 10 });
    call(1, 'steps', [undefined, undefined, undefined, undefined]);
    call(2, 'now', 1);
    expect(log).toEqual(['step 0', 'step 1', 'step 2', '2 done 2']);
    expect(queue).toHaveLength(1);
    await turn();
    expect(log.slice(4)).toEqual(['step 3', 'let go', '1 done "whole"']);
  });

  it('works for itself when no call is open, in slices, and never spoils an answer', async () => {
    const { call, log, queue, turn } = server({ stepMs: 10, idleSteps: 4 });
    call(1, 'steps', [undefined, undefined, undefined]);
    // No idle work is done while a call is open.
    expect([log, queue.length]).toEqual([['step 0', 'step 1', 'step 2'], 1]);
    await turn();
    expect(log.slice(3)).toEqual(['let go', '1 done "whole"']);
    await turn();
    // One slice of idle work, then messages that wait are handled.
    expect(log.slice(5)).toEqual(['idle 4']);
    call(2, 'now', 1);
    await turn();
    await turn();
    await turn();
    await turn();
    expect(log.slice(6)).toEqual(['2 done 2', 'idle 3', 'idle 2', 'idle 1']);
    // The idle work has failed, so it is not tried again.
    call(3, 'now', 1);
    expect([log.at(-1), queue.length]).toEqual(['3 done 2', 0]);
  });

  it('lets all that waits be heard first where work asks for it', async () => {
    const { call, log, handle, turn } = server();
    call(1, 'steps', [{ kind: 'listen' }, undefined]);
    handle({ id: 1, kind: 'abort' });
    await turn();
    expect(log).toEqual(['step 0', 'let go']);
  });

  it('makes the next chunk once it is asked for, and none after it was given up', () => {
    const chunk = (): WorkStep => ({ kind: 'chunk', bytes: new Uint8Array(3) });
    const { call, log, handle, moved } = server();
    call(1, 'steps', [chunk(), chunk(), chunk()]);
    expect(log).toEqual(['step 0', '1 chunk']);
    handle({ id: 1, kind: 'next' });
    expect(log.slice(2)).toEqual(['step 1', '1 chunk']);
    handle({ id: 1, kind: 'abort' });
    handle({ id: 1, kind: 'next' });
    expect(log.slice(4)).toEqual(['let go']);
    expect(moved).toEqual([1, 1]);
  });

  it('goes on with work that waits for a file, and tells how that failed', async () => {
    const { call, log, release, turn } = server();
    call(1, 'slow', undefined);
    call(2, 'slow', undefined);
    await turn();
    release[1]?.('fault');
    release[0]?.('read');
    await turn();
    expect(log).toEqual(expect.arrayContaining(['2 failed the file is gone', '1 progress', '1 done "read"']));
    expect(log).toHaveLength(3);
  });

  it('says nothing of work that was given up while it waited', async () => {
    const { call, log, release, handle, turn } = server();
    call(1, 'slow', undefined);
    call(2, 'slow', undefined);
    await turn();
    handle({ id: 1, kind: 'abort' });
    handle({ id: 2, kind: 'abort' });
    release[0]?.('read');
    release[1]?.('fault');
    await turn();
    expect(log).toEqual([]);
  });

  it('ends the others where what they are about is gone, and not the one that says so', () => {
    const chunk: WorkStep = { kind: 'chunk', bytes: new Uint8Array(1) };
    const { call, log, handle } = server();
    call(1, 'steps', [chunk]);
    call(2, 'drop', undefined);
    handle({ id: 1, kind: 'next' });
    expect(log).toEqual(['step 0', '1 chunk', 'let go', '1 failed gone', '2 done nothing']);
  });

  it('moves the arrays of an answer that was made for whoever asked, and only of those', () => {
    const given = server();
    given.call(1, 'array', undefined);
    const kept = server({ moves: { array: 'output' } });
    kept.call(1, 'array', undefined);
    kept.call(2, 'now', 1);
    expect([given.moved, kept.moved]).toEqual([[0], [1, 0]]);
  });

  it('ends the work that nobody waits for with the data that it is about', async () => {
    const { call, turn, idleBegun } = server({ stepMs: 10, idleSteps: 9 });
    call(1, 'now', 1);
    await turn();
    expect(idleBegun()).toBe(1);
    call(2, 'drop', undefined);
    await turn();
    expect(idleBegun()).toBe(2);
  });

  it('moves each array once, wherever it is in the answer', () => {
    const { call, log, moved } = server({ moves: { given: 'output' } });
    const one = new Uint8Array(8);
    const answers: readonly (readonly [unknown, number])[] = [
      [null, 0],
      [undefined, 0],
      ['text', 0],
      [one, 1],
      [[one, one.subarray(4)], 1],
      [{ a: { b: [null, new Float64Array(1)] }, c: new DataView(new ArrayBuffer(4)) }, 2],
      [new Map([['x', new Uint32Array(2)]]), 1],
      [{ next: 1 }, 0],
      [{ return: new Uint8Array(1) }, 1],
    ];
    for (const [at, [answer]] of answers.entries()) call(at, 'given', answer);
    expect(moved).toEqual(answers.map(([, buffers]) => buffers));
    expect(log.every((line) => line.includes(' done'))).toBe(true);
  });

  it('tells progress again after 100 ms, and not before', () => {
    const progress = { kind: 'progress', progress: 1 } as const;
    const times = (count: number, stepMs: number) => {
      const { call, log, queue } = server({ stepMs });
      call(
        1,
        'steps',
        Array.from({ length: count }, () => progress),
      );
      while (queue.length > 0) queue.shift()?.();
      return log.filter((line) => line === '1 progress').length;
    };
    // The clock advances each time it is read, which happens once more at the end of a slice.
    expect(times(1, 1)).toBe(1);
    expect(times(2, 100)).toBe(2);
    expect(times(90, 1)).toBe(1);
    expect(times(101, 1)).toBe(2);
    expect(times(40, 5)).toBe(3);
  });
});
