import type { BulkList, TextCoder } from './bulkList.ts';
import { exportBulkCsv } from './bulkCsv.ts';
import type { BulkHint, BulkKey, BulkSummary } from './bulkTypes.ts';
import { readBulk } from './readBulk.ts';
import { summarizeBulk } from './summarizeBulk.ts';
import { d19 } from '../keyRanges.fixture.ts';
import { runSteps } from '../../steps.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

export const coder: TextCoder = {
  decode: (bytes) => decoder.decode(bytes),
  encode: (text) => encoder.encode(text),
};

export const prefixed = (prefix: number, ticks: bigint): string => `${d19(prefix)}___${d19(ticks)}`;

export interface BulkResult {
  readonly list: BulkList;
  readonly summary: BulkSummary;
  readonly keys: readonly BulkKey[];
}

/** A list read to its end. */
export function bulkOf(source: string | Uint8Array, hint: BulkHint = {}): BulkResult {
  const bytes = typeof source === 'string' ? encoder.encode(source) : source;
  const list = runSteps(readBulk(bytes, hint, coder));
  const summary = runSteps(summarizeBulk(list));
  const keys = Array.from({ length: list.columns.count }, (_, index) => {
    const key = list.key(index);
    if (key === undefined) throw new Error(`The list has no key ${index}.`);
    return key;
  });
  return { list, summary, keys };
}

export function csvOf(list: BulkList): string {
  return [...exportBulkCsv(list)].map((chunk) => decoder.decode(chunk)).join('');
}
