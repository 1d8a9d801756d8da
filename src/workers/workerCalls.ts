import { type CallMoves, type CallTable, movedBuffers, type WorkerAnswer } from './workerMessages.ts';

/** The part of a Worker that the client uses, so that tests can provide another one. */
export interface WorkerLike {
  readonly postMessage: (message: unknown, transfer: ArrayBuffer[]) => void;
  readonly terminate: () => void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void;
}

/** What a call may have besides its input. */
export interface CallOptions<Progress = unknown> {
  /** When it aborts, the worker is told, and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most about ten times a second. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Takes the chunks of an answer. The next one is made once it has resolved; if it fails, the call is cancelled. */
  readonly onChunk?: ((bytes: Uint8Array<ArrayBuffer>) => void | Promise<void>) | undefined;
}

type OptionsOf<Call> = CallOptions<Call extends { readonly progress: infer Progress } ? Progress : never>;

interface OpenCall extends CallOptions<never> {
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
    options?: OptionsOf<Calls[K]>,
  ) => Promise<Calls[K]['output']>;
  /** Rejects all calls without an answer, and all future ones. */
  readonly die: (words: string) => void;
  readonly isDead: () => boolean;
  readonly pending: () => number;
  readonly onPending: (listener: () => void) => () => void;
}

/** Calls of a worker as methods: each takes the input of a call and promises its output. */
export type CallMethods<Calls extends CallTable<Calls>> = {
  readonly [P in keyof Calls]: (
    ...input: [Calls[P]['input']] extends [undefined]
      ? []
      : [input: Calls[P]['input'], options?: OptionsOf<Calls[P]>]
  ) => Promise<[Calls[P]['output']] extends [undefined] ? void : Calls[P]['output']>;
};

export function callMethods<Calls extends CallTable<Calls>>(
  moves: CallMoves<Calls>,
  call: WorkerCalls<Calls>['call'],
): CallMethods<Calls> {
  return Object.fromEntries(
    Object.keys(moves).map((kind) => [
      kind,
      (input: never, options: never) => call(kind as keyof Calls & string, input, options),
    ]),
  ) as unknown as CallMethods<Calls>;
}

/** The calls of a worker. `dispose` ends it: calls without an answer reject. */
export type WorkerClient<Calls extends CallTable<Calls>> = CallMethods<Calls> & {
  readonly dispose: () => void;
};

/** Makes a client that owns the worker. If the worker dies, every promise rejects with a message for the user. */
export function createWorkerClient<Calls extends CallTable<Calls>>(
  worker: WorkerLike,
  words: WorkerWords & { readonly closed: string },
  moves: CallMoves<Calls>,
): WorkerClient<Calls> {
  const calls = createWorkerCalls<Calls>(worker, words, moves, () => worker.terminate());
  const dispose = (): void => {
    calls.die(words.closed);
    worker.terminate();
  };
  return { ...callMethods(moves, calls.call), dispose };
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
    if (message.kind === 'chunk') void this.open.get(id)?.onChunk?.(message.bytes);
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
  moves: Partial<CallMoves<Calls>> = {},
  onDeath?: (words: string) => void,
): WorkerCalls<Calls> {
  const open = new OpenCalls();
  let nextId = 1;
  listenTo(worker, open, words, onDeath);

  const call: WorkerCalls<Calls>['call'] = async (kind, input, { signal, onProgress, onChunk } = {}) => {
    signal?.throwIfAborted();
    if (open.dead !== undefined) throw open.dead;
    const id = nextId++;
    const stop = (reason: unknown): void => {
      const given = open.close(id);
      if (given === undefined) return;
      worker.postMessage({ id, kind: 'abort' }, []);
      given.reject(reason);
    };
    const take = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
      try {
        await onChunk?.(bytes);
        worker.postMessage({ id, kind: 'next' }, []);
      } catch (error) {
        stop(error);
      }
    };
    const giveUp = (): void => stop(signal?.reason);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return await new Promise<never>((resolve, reject) => {
        open.add(id, { resolve, reject, onProgress, onChunk: take });
        worker.postMessage({ id, kind, input }, movedBuffers('input', moves[kind], input));
      });
    } finally {
      // A request that cannot be cloned was never sent.
      open.close(id);
      signal?.removeEventListener('abort', giveUp);
    }
  };

  return {
    call,
    die: (reason) => open.die(reason),
    isDead: () => open.dead !== undefined,
    pending: () => open.size,
    onPending: (listener) => {
      open.listeners.add(listener);
      return () => void open.listeners.delete(listener);
    },
  };
}
