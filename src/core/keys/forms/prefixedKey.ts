import { isDigits, numberAt, padNumber } from '../base/digits.ts';
import { keysBeginningWith, timeSpan, type TimeText } from '../base/keySpan.ts';
import type {
  EventVolume,
  KeyRangeOptions,
  KeySegment,
  KeySpan,
  TableKeyRange,
  TickSpan,
} from '../base/scheme.ts';
import { tableRange } from '../base/schemeSpec.ts';
import { nonEmpty, segment, ticksSegments } from '../base/segmentBuild.ts';
import { truncatedSegments } from './truncatedTicks.ts';
import { UNDERSCORE } from '../base/keyShape.ts';
import { beginsWithDigits } from '../base/shapeTests.ts';

/** Number of digits of prefix, ticks and row index; mdsd writes all three as D19 (PipeStages.cc). */
export const D19 = 19;
/** Joins the parts of WAD and MDS keys. */
export const SEPARATOR = '___';
/** The shape of `N(D19)___ticks(D19)`, whole or cut short. */
export const PREFIXED_SHAPE = beginsWithDigits(D19, UNDERSCORE);
/** Offset of the ticks in `N(D19)___ticks(D19)`. */
export const PREFIXED_TICKS_AT = D19 + SEPARATOR.length;

/** PartitionKeys that agents write by the million. */
export const PREFIXED_BYTES = ['{Ticks}', '{Writer mod 100:D19}___{Ticks}'];

/** A PartitionKey of the WAD and MDS agents. */
interface PrefixedKey {
  readonly prefix: number;
  /** The digits of the ticks; 19 in a whole key. */
  readonly ticksText: string;
  /** The text after the ticks; usually empty. */
  readonly tail: string;
}

let lastText = '';
let lastKey: PrefixedKey | undefined;

/**
 * Splits `N(D19)___ticks(D19)`; undefined if the text does not have that form, or the prefix has more than 4 digits. The last
 * result is cached, because every agent scheme needs it.
 */
export function cutPrefixedKey(text: string): PrefixedKey | undefined {
  if (text !== lastText) {
    lastKey = cutPrefixed(text);
    lastText = text;
  }
  return lastKey;
}

function cutPrefixed(text: string): PrefixedKey | undefined {
  if (!text.startsWith(SEPARATOR, D19) || !isDigits(text, 0, D19)) return undefined;
  const ticksEnd = PREFIXED_TICKS_AT + D19;
  if (!isDigits(text, PREFIXED_TICKS_AT, ticksEnd)) return undefined;
  if (numberAt(text, 0, 15) !== 0) return undefined;
  return {
    prefix: numberAt(text, 15, 4),
    ticksText: text.slice(PREFIXED_TICKS_AT, ticksEnd),
    tail: text.slice(ticksEnd),
  };
}

/** Splits `N(D19)___` with fewer than 19 digits of ticks, which people type to shorten a key; undefined for any other text. */
export function cutShortKey(text: string): { readonly prefix: number; readonly digits: string } | undefined {
  const digits = text.slice(PREFIXED_TICKS_AT);
  if (!text.startsWith(SEPARATOR, D19) || !isDigits(text, 0, D19) || numberAt(text, 0, 15) !== 0)
    return undefined;
  if (digits.length >= D19 || (digits !== '' && !isDigits(digits))) return undefined;
  return { prefix: numberAt(text, 15, 4), digits };
}

/** `N(D19)___` */
export function prefixText(prefix: number): string {
  return padNumber(prefix, D19) + SEPARATOR;
}

/** The prefix of a key as a number, without allocation; -1 if it has none. */
export function prefixOf(partitionKey: string): number {
  return partitionKey.startsWith(SEPARATOR, D19) ? numberAt(partitionKey, D19 - 4, 4) : -1;
}

/** Label of keys without a prefix in a table that may have prefixes. */
export const UNPREFIXED = 'unprefixed';

/** The map row of a key: its prefix, or `UNPREFIXED`. */
export function prefixGroup(partitionKey: string): string {
  const prefix = prefixOf(partitionKey);
  return prefix < 0 ? UNPREFIXED : String(prefix);
}

/** The agents' name for an event volume. */
export function volumeWord(volume: EventVolume): 'Small' | 'Medium' | 'Large' {
  if (volume === 1) return 'Small';
  return volume === 10 ? 'Medium' : 'Large';
}

/** Segments of a prefixed key, whole or cut short; undefined for any other key. */
export function prefixedSegments(text: string): readonly KeySegment[] | undefined {
  const key = cutPrefixedKey(text);
  const short = key === undefined ? cutShortKey(text) : undefined;
  const prefix = key?.prefix ?? short?.prefix;
  const ticks =
    short === undefined
      ? ticksSegments(text, PREFIXED_TICKS_AT, D19, false)
      : (truncatedSegments(short.digits, false) ?? [segment('date', short.digits, 'ticks, cut short')]);
  if (prefix === undefined || ticks === undefined) return undefined;
  return nonEmpty([
    segment('prefix', text.slice(0, D19), 'prefix (one per writer)', String(prefix)),
    segment('separator', SEPARATOR, 'separator'),
    ...ticks,
    segment('text', key?.tail ?? '', 'tail'),
  ]);
}

/** The range of all keys with prefixes of up to four digits. As plain ticks, they would be the first 1 ms of year 1. */
const PREFIXED = { from: prefixText(0), to: padNumber(10_000, D19) } as const;

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

/** One range for each prefix, 0 .. volume - 1, then the unprefixed ranges. No key is in two ranges. */
export function prefixedRanges(
  time: TimeText,
  window: TickSpan,
  options: KeyRangeOptions,
  volume: EventVolume,
  hasUnprefixed: boolean,
): readonly TableKeyRange[] {
  const table = options.tableName === undefined ? {} : { tableName: options.tableName };
  const ranges = Array.from({ length: volume }, (_, prefix) =>
    tableRange({ ...table, prefix, partition: timeSpan(time, window, prefixText(prefix)) }),
  );
  if (hasUnprefixed) {
    ranges.push(...unprefixedSpans(time, window).map((partition) => tableRange({ ...table, partition })));
  }
  return ranges;
}

/** Ticks of the years 1585 .. 2219 in 19 digits. */
const UNPREFIXED_HOME = { from: '05', to: '07' };

/** The ranges of all keys with these prefixes, at any time: `[N___, N__backtick)`, since U+0060 follows the underscore. */
export function prefixedHomes(volume: EventVolume, hasUnprefixed: boolean): readonly TableKeyRange[] {
  const homes = Array.from({ length: volume }, (_, prefix) =>
    tableRange({ prefix, partition: keysBeginningWith(prefixText(prefix)) }),
  );
  if (hasUnprefixed) homes.push(tableRange({ partition: UNPREFIXED_HOME }));
  return homes;
}
