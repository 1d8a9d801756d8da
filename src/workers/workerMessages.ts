/** The calls of a worker, by kind: input and output. */
export type CallTable<Calls> = {
  readonly [K in keyof Calls]: { readonly input: unknown; readonly output: unknown };
};

/** Main thread to worker. `next` asks for the next chunk of an answer, `abort` cancels a call. */
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

/** Worker to main thread: chunks or progress, then `done` or `failed`. */
export type WorkerAnswer =
  | { readonly id: number; readonly kind: 'done'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: unknown }
  | { readonly id: number; readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
