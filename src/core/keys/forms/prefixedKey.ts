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

/** Digits of prefix, ticks and row index: mdsd writes all three as D19 (PipeStages.cc). */
export const D19 = 19;
/** Joins the parts of WAD and MDS keys. */
export const SEPARATOR = '___';
/** The shape of `N(D19)___ticks(D19)`, whole or cut. */
export const PREFIXED_SHAPE = beginsWithDigits(D19, UNDERSCORE);
/** Offset of the ticks in `N(D19)___ticks(D19)`. */
export const PREFIXED_TICKS_AT = D19 + SEPARATOR.length;

/** A PartitionKey of the WAD and MDS agents. */
interface PrefixedKey {
  readonly prefix: number;
  /** The digits of the ticks, 19 in a whole key. */
  readonly ticksText: string;
  /** What follows the ticks; usually empty. */
  readonly tail: string;
}

let lastText = '';
let lastKey: PrefixedKey | undefined;

/**
 * Cuts `N(D19)___ticks(D19)`; undefined if the text is not that, or the prefix has more than 4 digits. Keeps the last
 * result, because every scheme of an agent needs it.
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

/** Cuts `N(D19)___` and fewer than 19 digits of ticks: a key cut short, as people type them; undefined for any other. */
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

/** The prefix of a key as a number, without allocation; -1 where it has none. */
export function prefixOf(partitionKey: string): number {
  return partitionKey.startsWith(SEPARATOR, D19) ? numberAt(partitionKey, D19 - 4, 4) : -1;
}

/** The heat-map row: the prefix, or "unprefixed". */
export function prefixGroup(partitionKey: string): string {
  const prefix = prefixOf(partitionKey);
  return prefix < 0 ? 'unprefixed' : String(prefix);
}

/** The agents' word for an eventVolume. */
export function volumeWord(volume: EventVolume): 'Small' | 'Medium' | 'Large' {
  if (volume === 1) return 'Small';
  return volume === 10 ? 'Medium' : 'Large';
}

/** Coloured parts of a prefixed key, whole or cut short; undefined for any other key. */
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

/** All keys with prefixes of up to four digits are in this range. As plain ticks they would be the first 1 ms of year 1. */
const PREFIXED = { from: prefixText(0), to: padNumber(10_000, D19) } as const;

/**
 * The spans of keys without prefix. If the window includes the first minute of year 1, all prefixed keys are in the middle,
 * so there are two spans around them. Keys hold whole minutes, so no key of the writer is left out.
 */
function unprefixedSpans(time: TimeText, window: TickSpan): readonly KeySpan[] {
  const { from = '', to = '' } = timeSpan(time, window);
  if (from >= PREFIXED.to) return [{ from, to }];
  const above = { from: PREFIXED.to, to };
  return to > PREFIXED.to ? [{ from, to: PREFIXED.from }, above] : [{ from, to: PREFIXED.from }];
}

/** One range for each prefix, 0 .. volume - 1, then the unprefixed ones. No key is in two ranges. */
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

/** The ranges of all keys with these prefixes, of any time: `[N___, N__backtick)`, since U+0060 follows the underscore. */
export function prefixedHomes(volume: EventVolume, hasUnprefixed: boolean): readonly TableKeyRange[] {
  const homes = Array.from({ length: volume }, (_, prefix) =>
    tableRange({ prefix, partition: keysBeginningWith(prefixText(prefix)) }),
  );
  if (hasUnprefixed) homes.push(tableRange({ partition: UNPREFIXED_HOME }));
  return homes;
}
