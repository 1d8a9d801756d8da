/** The calls of a worker by name, with their input and output. */
export type CallTable<Calls> = {
  readonly [K in keyof Calls]: {
    readonly input: unknown;
    readonly output: unknown;
    readonly progress?: unknown;
  };
};

type Moves = 'none' | 'input' | 'output' | 'both';

/** The buffers of which side of each call are transferred instead of cloned, so that the sender's arrays are empty afterwards. */
export type CallMoves<Calls> = { readonly [K in keyof Calls]: Moves };

/** A message from the page to a worker. `next` asks for the next chunk of an answer, `abort` cancels a call. */
export type WorkerRequest<Calls extends CallTable<Calls>> =
  | {
      readonly [K in keyof Calls]: {
        readonly id: number;
        readonly kind: K;
        readonly input: Calls[K]['input'];
      };
    }[keyof Calls]
  | { readonly id: number; readonly kind: 'next' }
  | { readonly id: number; readonly kind: 'abort' };

/** A message from a worker to the page. An answer has chunks or progress, and ends with `done` or `failed`. */
export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  | { readonly id: number; readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };

/** The buffers of all typed arrays in a message, at any depth, if its side of the call is transferred. */
export function movedBuffers(
  side: 'input' | 'output',
  moves: Moves | undefined,
  value: unknown,
): ArrayBuffer[] {
  return moves === side || moves === 'both' ? [...buffersOf(value)] : [];
}

function buffersOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of value instanceof Map ? value.values() : Object.values(value)) buffersOf(part, found);
  }
  return found;
}
