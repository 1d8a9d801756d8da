import { isDigits } from '../base/digits.ts';
import { utf8Bytes } from '../base/utf8.ts';
import { SEPARATOR, TICKS_WIDTH } from './prefixedKey.ts';

/** The identity of the writer in an agent's RowKey: everything before the row index of 19 digits. Undefined for other keys. */
export function agentIdentity(rowKey: string): string | undefined {
  const at = rowKey.lastIndexOf(SEPARATOR);
  const isIndexed = at >= 0 && rowKey.length === at + SEPARATOR.length + TICKS_WIDTH;
  return isIndexed && isDigits(rowKey, at + SEPARATOR.length) ? rowKey.slice(0, at) : undefined;
}

/** The last part of a writer's identity, the role instance, by which people know it: "Front_IN_62". */
export function writerName(identity: string): string {
  return identity.split(SEPARATOR).at(-1) ?? identity;
}

/**
 * Splits a row index of mdsd: `(thread << 54) | ((unix seconds & 0xFFFFF) << 32) + counter` (RowIndex.cc). The low 20 bits of the
 * seconds repeat every 12.1 days, so they are not an instant.
 */
export function rowIndexParts(rowIndex: bigint): { thread: bigint; unixLow20: bigint; counter: bigint } {
  return {
    thread: rowIndex >> 54n,
    unixLow20: (rowIndex >> 32n) & 0xfffffn,
    counter: rowIndex & 0xffffffffn,
  };
}

const HALF = 2 ** 32;

/**
 * mdsd's EasyHash of the identity: h * 37 + byte over UTF-8, modulo 2^64 (mdsdutil/Utility.cc), computed in two 32-bit halves. Only the
 * Linux agent uses this hash. The Windows agent has another one, so a prefix must never be derived from an identity.
 */
export function easyHash(text: string): bigint {
  let high = 0;
  let low = 0;
  for (const byte of utf8Bytes(text)) {
    low = low * 37 + byte;
    const carry = Math.floor(low / HALF);
    low -= carry * HALF;
    high = (high * 37 + carry) % HALF;
  }
  return BigInt(high) * 4_294_967_296n + BigInt(low);
}
