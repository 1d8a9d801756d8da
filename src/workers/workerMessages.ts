/** The calls of a worker by name, with their input and output. */
export type CallTable<Calls> = {
  readonly [K in keyof Calls]: { readonly input: unknown; readonly output: unknown };
};

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
