import type { BulkHint, BulkKey, BulkProgress, BulkSummary } from '../core/keys/bulk/bulkTypes.ts';
import type { TickSpan } from '../core/keys/base/scheme.ts';
import type { KeyspaceMatrix } from '../core/keyspace/matrix.ts';

/** A list of keys, one or more a line: a file, read in the worker, or its bytes as UTF-8, moved there. */
export type KeySource = Blob | Uint8Array<ArrayBuffer>;

export interface DecodeRequest extends BulkHint {
  readonly source: KeySource;
}

/** Part of the keys of the list, by index, half-open. */
export interface KeysRequest {
  readonly from: number;
  readonly to: number;
}

export interface KeysView {
  /** Keys in the list. */
  readonly total: number;
  readonly keys: readonly BulkKey[];
}

export interface KeyMapRequest {
  /** Default: from the first instant to the last. */
  readonly window?: TickSpan;
  /** Most columns wanted, 1 .. 4096. */
  readonly columns: number;
}

export interface CsvRequest {
  /** Puts `'` before cells that a spreadsheet would take for a formula. Default: true. */
  readonly formulaGuard?: boolean;
}

export interface CsvReceipt {
  readonly rows: number;
  readonly bytes: number;
}

/** What the main thread may ask, by kind: its input and its answer. */
export interface KeyDecoderCalls {
  readonly decode: { readonly input: DecodeRequest; readonly output: BulkSummary };
  readonly keys: { readonly input: KeysRequest; readonly output: KeysView };
  /** Keys by prefix (or scheme, where keys have no prefix) and time. */
  readonly matrix: { readonly input: KeyMapRequest; readonly output: KeyspaceMatrix };
  readonly exportCsv: { readonly input: CsvRequest; readonly output: CsvReceipt };
  readonly reset: { readonly input: undefined; readonly output: undefined };
}

export type KeyDecoderCall = keyof KeyDecoderCalls;

/** Main thread to worker. `next` asks for the next chunk of an export, `abort` ends a decode or an export. */
export type KeyDecoderRequest =
  | {
      readonly [K in KeyDecoderCall]: {
        readonly id: number;
        readonly kind: K;
        readonly input: KeyDecoderCalls[K]['input'];
      };
    }[KeyDecoderCall]
  | { readonly id: number; readonly kind: 'next' }
  | { readonly id: number; readonly kind: 'abort' };

/** Worker to main thread. */
export type KeyDecoderResponse =
  | { readonly id: number; readonly kind: 'done'; readonly output: KeyDecoderCalls[KeyDecoderCall]['output'] }
  | { readonly id: number; readonly kind: 'progress'; readonly progress: BulkProgress }
  | { readonly id: number; readonly kind: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string };
