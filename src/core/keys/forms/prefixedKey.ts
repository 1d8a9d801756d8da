import { isDigits, numberAt, padNumber } from '../base/digits.ts';
import { keysBeginningWith, timeSpan, type TimeText } from '../base/keySpan.ts';
import type { KeySpan, TableKeyRange, TickSpan } from '../base/scheme.ts';
import { tableRange } from '../base/schemeSpec.ts';

/** Number of digits of prefix, ticks and row index; mdsd writes all three as D19 (PipeStages.cc). */
export const TICKS_WIDTH = 19;
/** Joins the parts of WAD and MDS keys. */
export const SEPARATOR = '___';
/** Offset of the ticks in `N(D19)___ticks(D19)`. */
export const PREFIXED_TICKS_AT = TICKS_WIDTH + SEPARATOR.length;

/** PartitionKeys that agents write by the million. */
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
  if (!text.startsWith(SEPARATOR, TICKS_WIDTH) || numberAt(text, 0, 15) !== 0) return undefined;
  const prefix = numberAt(text, 15, 4);
  return prefix < 0 || !isDigits(text, PREFIXED_TICKS_AT, ticksEnd)
    ? undefined
    : { prefix, ticksText: text.slice(PREFIXED_TICKS_AT, ticksEnd) };
}

/** `N(D19)___` */
export function prefixText(prefix: number): string {
  return padNumber(prefix, TICKS_WIDTH) + SEPARATOR;
}

/** The prefix of a key as a number, without allocation; -1 if it has none. */
export function prefixOf(partitionKey: string): number {
  return partitionKey.startsWith(SEPARATOR, TICKS_WIDTH) ? numberAt(partitionKey, TICKS_WIDTH - 4, 4) : -1;
}

/** Label of keys without a prefix in a table that may have prefixes. */
export const UNPREFIXED = 'unprefixed';

/** The map row of a key: its prefix, or `UNPREFIXED`. */
export function prefixGroup(partitionKey: string): string {
  const prefix = prefixOf(partitionKey);
  return prefix < 0 ? UNPREFIXED : String(prefix);
}

/** The range of all keys with prefixes of up to four digits. As plain ticks, they would be the first 1 ms of year 1. */
const PREFIXED = { from: prefixText(0), to: padNumber(10_000, TICKS_WIDTH) } as const;

/**
 * The spans of keys without a prefix. If the window includes the first minute of year 1, all prefixed keys are in its middle, so
 * there are two spans around them. No key is lost, because the writer's keys hold whole minutes.
 */
function unprefixedSpans(time: TimeText, window: TickSpan): readonly KeySpan[] {
  const { from = '', to = '' } = timeSpan(time, window);
  if (from >= PREFIXED.to) return [{ from, to }];
  const above = { from: PREFIXED.to, to };
  return to > PREFIXED.to ? [{ from, to: PREFIXED.from }, above] : [{ from, to: PREFIXED.from }];
}

/** One range for each of `count` prefixes, from 0 on, then the unprefixed ranges. No key is in two ranges. */
export function prefixedRanges(
  time: TimeText,
  window: TickSpan,
  tableName: string | undefined,
  count: number,
  hasUnprefixed: boolean,
): readonly TableKeyRange[] {
  const ranges = Array.from({ length: count }, (_, prefix) =>
    tableRange({ tableName, prefix, partition: timeSpan(time, window, prefixText(prefix)) }),
  );
  const plain = hasUnprefixed ? unprefixedSpans(time, window) : [];
  return [...ranges, ...plain.map((partition) => tableRange({ tableName, partition }))];
}

/** Ticks of the years 1585 .. 2219 in 19 digits. */
const UNPREFIXED_HOME = { from: '05', to: '07' };

/** The ranges of all keys with these prefixes, at any time: `[N___, N__backtick)`, since U+0060 follows the underscore. */
export function prefixedHomes(count: number, hasUnprefixed: boolean): readonly TableKeyRange[] {
  const homes = Array.from({ length: count }, (_, prefix) =>
    tableRange({ prefix, partition: keysBeginningWith(prefixText(prefix)) }),
  );
  return hasUnprefixed ? [...homes, tableRange({ partition: UNPREFIXED_HOME })] : homes;
}
