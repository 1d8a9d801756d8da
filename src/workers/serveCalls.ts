import {
  type CallMoves,
  type CallTable,
  movedBuffers,
  type WorkerAnswer,
  type WorkerRequest,
} from './workerMessages.ts';
import type { Steps } from '../core/steps.ts';

/** What the server needs from its worker: a port, a queue and a clock. Tests provide their own. */
export interface WorkerHost {
  readonly post: (message: WorkerAnswer, transfer: ArrayBuffer[]) => void;
  /** Runs a function after the messages that are waiting already. */
  readonly later: (run: () => void) => void;
  readonly nowMs: () => number;
}

/** A step of work, after which the worker may handle other messages. Undefined if there is nothing to report. */
export type WorkStep =
  | undefined
  /** Progress. Sent at most about ten times a second. */
  | { readonly kind: 'progress'; readonly progress: unknown }
  /** A piece of the answer, whose buffer is transferred. The next piece is made when the reader asks for it. */
  | { readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Asks to handle waiting messages first, because one of them may cancel this call. */
  | { readonly kind: 'listen' };

/** Work in steps of a few milliseconds. It can be cancelled between two steps. */
export type Work<Output> =
  | Generator<WorkStep, Output, undefined>
  | AsyncGenerator<WorkStep, Output, undefined>;

/**
 * Makes steps of what other work yields.
 * @yields whenever the work does
 */
export function* stepsOf<Yielded, Output>(
  work: Generator<Yielded | undefined, Output, undefined>,
  stepOf: (yielded: Yielded) => WorkStep,
): Generator<WorkStep, Output, undefined> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    yield value === undefined ? undefined : stepOf(value);
  }
}

/** The same for work that yields its progress. */
export function progressOf<Output>(
  work: Generator<unknown, Output, undefined>,
): Generator<WorkStep, Output, undefined> {
  return stepsOf(work, (progress) => ({ kind: 'progress', progress }));
}

export interface ServedCall {
  /** Rejects all other calls without an answer, with this message, because their data is gone. */
  readonly endOthers: (words: string) => void;
}

/** A handler for each call. It returns the answer, or work in steps. */
export type CallHandlers<Calls extends CallTable<Calls>> = {
  readonly [K in keyof Calls]: (
    input: Calls[K]['input'],
    call: ServedCall,
  ) => Calls[K]['output'] | Work<Calls[K]['output']>;
};

type Moves = Parameters<typeof movedBuffers>[1];

interface OpenWork {
  readonly work: Work<unknown>;
  readonly moves: Moves;
  untilMs: number;
  reportedAtMs: number;
}

/** After this many milliseconds, work lets other messages be handled. */
const SLICE_MS = 25;
/** The same for work that nobody waits for. It is shorter, because a call that arrives meanwhile must wait for its end. */
const IDLE_SLICE_MS = 6;
/** Least time between two progress messages, in milliseconds. */
const REPORT_MS = 100;

/** Begins work that nobody waits for, in steps. Returns undefined if there is none. */
export type IdleWork = () => Steps<void> | undefined;

/**
 * Answers requests `{ id, kind, input }` in order, with chunks or progress and finally `done` or `failed`.
 * @param idle Work for the time in which no call is open.
 */
export function serveCalls<Calls extends CallTable<Calls>>(
  host: WorkerHost,
  handlers: CallHandlers<Calls>,
  moves: Partial<CallMoves<Calls>> = {},
  idle?: IdleWork,
): (request: WorkerRequest<Calls>) => void {
  const server = new Server(host, idle);
  return (request) => {
    const { id } = request;
    if (request.kind === 'next') server.goOn(id);
    else if (request.kind === 'abort') server.giveUp(id);
    else {
      const { kind, input } = request as Extract<WorkerRequest<Calls>, { readonly input: unknown }>;
      server.answer(id, moves[kind], (call) => handlers[kind](input, call));
    }
  };
}

class Server {
  private readonly host: WorkerHost;
  private readonly open = new Map<number, OpenWork>();
  private idle: IdleWork | undefined;
  private idleWork: ReturnType<IdleWork>;
  /** Whether a slice of idle work is waiting in the queue. */
  private willRest = false;

  constructor(host: WorkerHost, idle: IdleWork | undefined) {
    this.host = host;
    this.idle = idle;
  }

  answer(id: number, moves: Moves, handle: (call: ServedCall) => unknown): void {
    try {
      const output = handle({ endOthers: (words) => this.endOthers(id, words) });
      if (isWork(output)) {
        // The first progress is sent at once, because it says how much work there is.
        this.open.set(id, { work: output, moves, untilMs: 0, reportedAtMs: Number.NEGATIVE_INFINITY });
        this.goOn(id);
      } else this.done(id, output, moves);
    } catch (error) {
      this.fail(id, error);
    }
  }

  goOn(id: number): void {
    const open = this.open.get(id);
    if (open === undefined) return;
    open.untilMs = this.host.nowMs() + SLICE_MS;
    this.step(id, open);
  }

  giveUp(id: number): void {
    const open = this.open.get(id);
    this.open.delete(id);
    // Allows the work to release what it holds. Nobody waits for that.
    if (open !== undefined) Promise.resolve(open.work.return(undefined)).catch(() => undefined);
    this.rest();
  }

  private endOthers(own: number, words: string): void {
    // The idle work would go on with data that was dropped, and keep it in memory.
    this.idleWork = undefined;
    for (const id of this.open.keys()) {
      if (id === own) continue;
      this.giveUp(id);
      this.host.post({ id, kind: 'failed', message: words }, []);
    }
  }

  private step(id: number, open: OpenWork): void {
    try {
      for (;;) {
        const step = open.work.next();
        if (step instanceof Promise) {
          step.then(
            (came) => {
              if (this.open.get(id) === open && this.take(id, open, came)) this.step(id, open);
            },
            (error: unknown) => {
              if (this.open.get(id) === open) this.fail(id, error);
            },
          );
          return;
        }
        if (!this.take(id, open, step)) return;
      }
    } catch (error) {
      this.fail(id, error);
    }
  }

  /** Handles a step. Returns whether the work may continue at once. */
  private take(id: number, open: OpenWork, { done, value }: IteratorResult<WorkStep, unknown>): boolean {
    if (done === true) {
      this.open.delete(id);
      this.done(id, value, open.moves);
      return false;
    }
    const step = value;
    if (step?.kind === 'chunk') {
      this.host.post({ id, kind: 'chunk', bytes: step.bytes }, [step.bytes.buffer]);
      return false;
    }
    const nowMs = this.host.nowMs();
    if (step?.kind === 'progress' && nowMs - open.reportedAtMs >= REPORT_MS) {
      open.reportedAtMs = nowMs;
      this.host.post({ id, kind: 'progress', progress: step.progress }, []);
    }
    if (step?.kind !== 'listen' && nowMs < open.untilMs) return true;
    this.host.later(() => this.goOn(id));
    return false;
  }

  private done(id: number, output: unknown, moves: Moves): void {
    this.host.post({ id, kind: 'done', output }, movedBuffers('output', moves, output));
    this.rest();
  }

  /** Does idle work after the messages that are waiting, as long as no call is open. */
  private rest(): void {
    if (this.idle === undefined || this.willRest || this.open.size > 0) return;
    this.willRest = true;
    this.host.later(() => {
      this.willRest = false;
      if (this.open.size === 0 && this.idleSlice()) this.rest();
    });
  }

  /** Returns whether there is more to do. A fault ends idle work for good and is not reported, since no answer depends on it. */
  private idleSlice(): boolean {
    const untilMs = this.host.nowMs() + IDLE_SLICE_MS;
    try {
      do {
        this.idleWork ??= this.idle?.();
        if (this.idleWork === undefined) return false;
        if (this.idleWork.next().done === true) this.idleWork = undefined;
      } while (this.host.nowMs() < untilMs);
      return true;
    } catch {
      this.idle = undefined;
      this.idleWork = undefined;
      return false;
    }
  }

  private fail(id: number, error: unknown): void {
    this.open.delete(id);
    const message = error instanceof Error ? error.message : String(error);
    this.host.post({ id, kind: 'failed', message }, []);
    this.rest();
  }
}

function isWork(output: unknown): output is Work<unknown> {
  return typeof output === 'object' && output !== null && 'next' in output && 'return' in output;
}
