import type { CallTable, WorkerAnswer } from './workerMessages.ts';

/** The part of a Worker that the client uses, so that tests can provide another one. */
export interface WorkerLike {
  readonly postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  readonly terminate: () => void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
}

/** Callbacks for messages that come before the answer. */
interface Listening {
  readonly onChunk?: ((bytes: Uint8Array<ArrayBuffer>) => void) | undefined;
  readonly onProgress?: ((progress: never) => void) | undefined;
}

interface OpenCall extends Listening {
  readonly resolve: (output: never) => void;
  readonly reject: (reason: unknown) => void;
}

interface WorkerWords {
  /** The beginning of a sentence, such as "The key decoder's worker". */
  readonly name: string;
  readonly nextStep: string;
}

/** Sends requests to one worker and keeps track of those without an answer. Each has an id. */
export interface WorkerCalls<Calls extends CallTable<Calls>> {
  /** Rejects with a message for the user if the worker fails or dies. */
  readonly call: <K extends keyof Calls & string>(
    kind: K,
    input: Calls[K]['input'],
    transfer?: ArrayBuffer[],
  ) => Promise<Calls[K]['output']>;
  /** Like `call`, but the signal can cancel it. The worker is told, and the promise rejects with the reason. */
  readonly callUntil: <K extends keyof Calls & string>(
    kind: K,
    input: Calls[K]['input'],
    transfer: ArrayBuffer[],
    signal: AbortSignal | undefined,
    onProgress?: (progress: never) => void,
  ) => Promise<Calls[K]['output']>;
  /**
   * Passes on the chunks of an answer. The next one is made once `onChunk` has resolved. If the signal aborts, or `onChunk` fails, the call
   * is cancelled.
   */
  readonly callChunks: <K extends keyof Calls & string>(
    kind: K,
    input: Calls[K]['input'],
    onChunk: (bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>,
    signal: AbortSignal | undefined,
    onProgress?: (progress: never) => void,
  ) => Promise<Calls[K]['output']>;
  /** Rejects all calls without an answer, and all future ones. */
  readonly die: (words: string) => void;
  readonly isDead: () => boolean;
  readonly pending: () => number;
  readonly onPending: (listener: () => void) => () => void;
}

/** Calls of a worker as methods: each takes the input of a call and promises its output. */
export type CallMethods<Calls extends CallTable<Calls>, K extends keyof Calls> = {
  readonly [P in K]: (
    ...input: [Calls[P]['input']] extends [undefined] ? [] : [input: Calls[P]['input']]
  ) => Promise<[Calls[P]['output']] extends [undefined] ? void : Calls[P]['output']>;
};

export function callMethods<Calls extends CallTable<Calls>, K extends keyof Calls & string>(
  kinds: readonly K[],
  call: (kind: K, input: never) => Promise<unknown>,
): CallMethods<Calls, K> {
  return Object.fromEntries(
    kinds.map((kind) => [kind, (input: never) => call(kind, input)]),
  ) as unknown as CallMethods<Calls, K>;
}

class OpenCalls {
  private readonly open = new Map<number, OpenCall>();
  readonly listeners = new Set<() => void>();
  dead: Error | undefined;

  get size(): number {
    return this.open.size;
  }

  add(id: number, call: OpenCall): void {
    this.open.set(id, call);
    this.tell();
  }

  /** Removes a call. Undefined if it was answered or cancelled before. */
  close(id: number): OpenCall | undefined {
    const call = this.open.get(id);
    if (call !== undefined) {
      this.open.delete(id);
      this.tell();
    }
    return call;
  }

  receive(message: WorkerAnswer): void {
    const { id } = message;
    if (message.kind === 'chunk') this.open.get(id)?.onChunk?.(message.bytes);
    else if (message.kind === 'progress') this.open.get(id)?.onProgress?.(message.progress as never);
    else if (message.kind === 'failed') this.close(id)?.reject(new Error(message.message));
    else this.close(id)?.resolve(message.output as never);
  }

  die(words: string): void {
    this.dead ??= new Error(words);
    const calls = [...this.open.values()];
    this.open.clear();
    for (const call of calls) call.reject(this.dead);
    if (calls.length > 0) this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const NOT_LOADED =
  'the network is off, or a new version of this page was published. Try again when the network is back. If that does not help, save your results and reload the page.';

function listenTo(
  worker: WorkerLike,
  open: OpenCalls,
  words: WorkerWords,
  onDeath: ((words: string) => void) | undefined,
): void {
  const die = (text: string): void => {
    const isFirst = open.dead === undefined;
    open.die(text);
    if (isFirst) onDeath?.(text);
  };
  worker.addEventListener('message', (event) => open.receive(event.data as WorkerAnswer));
  worker.addEventListener('error', (event) => {
    // If a script does not load, the event is a plain one without a message.
    const { message } = event as Partial<ErrorEvent>;
    if (message === undefined) {
      die(`${words.name} could not be loaded: ${NOT_LOADED}`);
      return;
    }
    const cause = message === '' ? '' : ` (${message})`;
    die(`${words.name} stopped working${cause}. ${words.nextStep}`);
  });
  worker.addEventListener('messageerror', () => {
    die(`${words.name} sent an answer that could not be read. ${words.nextStep}`);
  });
}

/**
 * Makes the calls of a worker, which answers each request `{ id, kind, input }` with chunks or progress and finally `done` or `failed`.
 * @param onDeath Called once, with a message, when the worker dies.
 */
export function createWorkerCalls<Calls extends CallTable<Calls>>(
  worker: WorkerLike,
  words: WorkerWords,
  onDeath?: (words: string) => void,
): WorkerCalls<Calls> {
  const open = new OpenCalls();
  let nextId = 1;
  listenTo(worker, open, words, onDeath);

  const started = <K extends keyof Calls & string>(
    kind: K,
    input: Calls[K]['input'],
    transfer: ArrayBuffer[],
    listen?: (id: number) => Listening,
  ): Promise<Calls[K]['output']> =>
    new Promise((resolve, reject) => {
      if (open.dead !== undefined) {
        reject(open.dead);
        return;
      }
      const id = nextId++;
      open.add(id, { resolve, reject, ...listen?.(id) });
      try {
        worker.postMessage({ id, kind, input }, transfer);
      } catch (error) {
        open.close(id)?.reject(error);
      }
    });

  /** `listen` gets a function that cancels the call. */
  const until = async <K extends keyof Calls & string>(
    kind: K,
    input: Calls[K]['input'],
    transfer: ArrayBuffer[],
    signal: AbortSignal | undefined,
    listen: (stop: (reason: unknown) => void, id: number) => Listening,
  ): Promise<Calls[K]['output']> => {
    signal?.throwIfAborted();
    let giveUp = () => {};
    const done = started(kind, input, transfer, (id) => {
      const stop = (reason: unknown) => {
        const given = open.close(id);
        if (given === undefined) return;
        worker.postMessage({ id, kind: 'abort' }, []);
        given.reject(reason);
      };
      giveUp = () => stop(signal?.reason);
      return listen(stop, id);
    });
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await done;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };

  const callChunks: WorkerCalls<Calls>['callChunks'] = (kind, input, onChunk, signal, onProgress) =>
    until(kind, input, [], signal, (stop, id) => {
      const take = async (bytes: Uint8Array<ArrayBuffer>) => {
        try {
          await onChunk(bytes);
          worker.postMessage({ id, kind: 'next' }, []);
        } catch (error) {
          stop(error);
        }
      };
      return { onChunk: (bytes) => void take(bytes), onProgress };
    });

  return {
    call: (kind, input, transfer = []) => started(kind, input, transfer),
    callUntil: (kind, input, transfer, signal, onProgress) =>
      until(kind, input, transfer, signal, () => ({ onProgress })),
    callChunks,
    die: (reason) => open.die(reason),
    isDead: () => open.dead !== undefined,
    pending: () => open.size,
    onPending: (listener) => {
      open.listeners.add(listener);
      return () => void open.listeners.delete(listener);
    },
  };
}
