import type { BulkHint, BulkKey, BulkProgress, BulkSummary } from '../core/keys/bulk/bulkTypes.ts';
import type { KeyspaceMatrix } from '../core/keyspace/map/matrix.ts';
import type { CallMoves } from './workerMessages.ts';
import type { KeyMapRequest, KeysRequest } from '../core/keyspace/sources/keyList.ts';

/**
 * A list of keys, one or more on a line: a file, which the worker reads; UTF-8 bytes, which are transferred; or a text, in which lone
 * surrogates become U+FFFD.
 */
export type KeySource = Blob | Uint8Array<ArrayBuffer> | string;

export interface DecodeRequest extends BulkHint {
  readonly source: KeySource;
}

/** The calls that this worker answers, with their input and output. */
export interface KeyDecoderCalls {
  /** Reads a list of keys, which replaces the previous one; a decode in progress rejects. */
  readonly decode: {
    readonly input: DecodeRequest;
    readonly output: BulkSummary;
    readonly progress: BulkProgress;
  };
  /** Keys by index, for a list that draws only visible rows. */
  readonly keys: { readonly input: KeysRequest; readonly output: readonly BulkKey[] };
  /** Counts of keys by time and prefix: in order, then `unprefixed`. If no key has a prefix, the rows are the schemes. */
  readonly matrix: { readonly input: KeyMapRequest; readonly output: KeyspaceMatrix };
  /**
   * Answers with chunks of CSV (RFC 4180, UTF-8, CRLF) with line, key, scheme, time (ISO, 7 digits), prefix, and the end of the window if
   * the time is rounded.
   */
  readonly exportCsv: { readonly input: object; readonly output: undefined };
  readonly reset: { readonly input: undefined; readonly output: undefined };
}

export const KEY_DECODER_MOVES: CallMoves<KeyDecoderCalls> = {
  decode: 'input',
  keys: 'none',
  matrix: 'output',
  exportCsv: 'none',
  reset: 'none',
};
