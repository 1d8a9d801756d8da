import { isDigits, numberAt, padNumber } from '../base/digits.ts';

/** Number of digits of prefix, ticks and row index; mdsd writes all three as D19 (PipeStages.cc). */
export const TICKS_WIDTH = 19;
/** Joins the parts of WAD and MDS keys. */
export const SEPARATOR = '___';
/** Offset of the ticks in `N(D19)___ticks(D19)`. */
export const PREFIXED_TICKS_AT = TICKS_WIDTH + SEPARATOR.length;

/** Templates of the PartitionKeys that agents write by the million, for reading them from bytes. */
export const PREFIXED_BYTES = ['{Ticks}', '{Writer mod 100:D19}___{Ticks}'];

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
