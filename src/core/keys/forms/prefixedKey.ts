import { isDigits, numberAt, padNumber } from '../base/digits.ts';
import { utf8Bytes } from '../base/utf8.ts';

/** Number of digits of prefix, ticks and row index; mdsd writes all three as D19 (PipeStages.cc). */
export const TICKS_WIDTH = 19;
/** Joins the parts of WAD and MDS keys. */
export const SEPARATOR = '___';
/** Offset of the ticks in `N(D19)___ticks(D19)`. */
export const PREFIXED_TICKS_AT = TICKS_WIDTH + SEPARATOR.length;

/** Templates of the PartitionKeys that agents write by the million, for reading them from bytes. */
export const PREFIXED_BYTES = ['{Ticks}', '{Writer mod 100:D19}___{Ticks}'] as const;

/** A PartitionKey of the WAD and MDS agents. */
interface PrefixedKey {
  readonly prefix: number;
  /** The 19 digits of the ticks; text may follow them. */
  readonly ticksText: string;
}

/** Splits `N(D19)___ticks(D19)`; undefined if the text does not have that form, or the prefix has more than 4 digits. */
export function cutPrefixedKey(text: string): PrefixedKey | undefined {
  const ticksEnd = PREFIXED_TICKS_AT + TICKS_WIDTH;
  const prefix = prefixOf(text);
  return prefix < 0 || !isDigits(text, PREFIXED_TICKS_AT, ticksEnd)
    ? undefined
    : { prefix, ticksText: text.slice(PREFIXED_TICKS_AT, ticksEnd) };
}

/** The prefix as keys begin with it: `N(D19)___`. */
export function prefixText(prefix: number): string {
  return padNumber(prefix, TICKS_WIDTH) + SEPARATOR;
}

/** The prefix of a key as a number, read without allocation; -1 if it has none. */
export function prefixOf(partitionKey: string): number {
  return partitionKey.startsWith(SEPARATOR, TICKS_WIDTH) && numberAt(partitionKey, 0, 15) === 0
    ? numberAt(partitionKey, TICKS_WIDTH - 4, 4)
    : -1;
}

/** Label of keys without a prefix in a table that may have prefixes. */
export const UNPREFIXED = 'unprefixed';

/** The map row of a key: its prefix, or `UNPREFIXED`. */
export function prefixGroup(partitionKey: string): string {
  const prefix = prefixOf(partitionKey);
  return prefix < 0 ? UNPREFIXED : String(prefix);
}

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
