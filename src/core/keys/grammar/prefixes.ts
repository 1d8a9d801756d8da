import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { floorTo, padNumber, ticksText } from '../base/digits.ts';
import { keysBeginningWith, timeSpan, type TimeText } from '../base/keySpan.ts';
import type { KeyRangeOptions, KeySpan, TableKeyRange, TickSpan } from '../base/scheme.ts';
import { tableRange } from '../base/schemeSpec.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import { PREFIXED_TICKS_AT, prefixGroup, prefixOf, prefixText, TICKS_WIDTH } from '../forms/prefixedKey.ts';
import type { TableWindow } from './compileRanges.ts';

/** How many prefixes a query reads, and whether it also reads keys without a prefix. */
type Prefixes = readonly [count: number, hasUnprefixed: boolean];

/** Which prefixes a query asks for. Some writers use no prefix for a small event volume. */
function asked(volume: readonly number[], { volume: chosen, unprefixed = false }: KeyRangeOptions): Prefixes {
  const hasPlain = volume.includes(0);
  const count = chosen ?? (hasPlain ? 1 : 100);
  return count === 1 && hasPlain ? [0, true] : [count, unprefixed];
}

/** The range of all keys with prefixes of up to four digits. Read as plain ticks, they would be in the first millisecond of year 1. */
const PREFIXED = { from: prefixText(0), to: padNumber(10_000, TICKS_WIDTH) } as const;

/**
 * The spans of keys without a prefix. In a window that includes the first minute of year 1, all prefixed keys would lie in the middle, so
 * there are two spans around them. No key is lost, because these writers' keys hold whole minutes.
 */
function unprefixedSpans(time: TimeText, window: TickSpan): readonly KeySpan[] {
  const { from = '', to = '' } = timeSpan(time, window);
  if (from >= PREFIXED.to) return [{ from, to }];
  const above = { from: PREFIXED.to, to };
  return to > PREFIXED.to ? [{ from, to: PREFIXED.from }, above] : [{ from, to: PREFIXED.from }];
}

/** One range for each prefix, from 0 on, then the ranges without a prefix. No two ranges overlap. */
function prefixedRanges(
  time: TimeText,
  { window, tableName }: TableWindow,
  [count, hasUnprefixed]: Prefixes,
): readonly TableKeyRange[] {
  const ranges = Array.from({ length: count }, (_, prefix) =>
    tableRange({ tableName, prefix, partition: timeSpan(time, window, prefixText(prefix)) }),
  );
  const plain = hasUnprefixed ? unprefixedSpans(time, window) : [];
  return [...ranges, ...plain.map((partition) => tableRange({ tableName, partition }))];
}

/** The span of 19-digit ticks of the years 1585 to 2219. */
const UNPREFIXED_HOME = { from: '05', to: '07' };

/** The ranges of all keys with these prefixes, whatever their time. Each is `[N___, N__backtick)`, since U+0060 follows the underscore. */
export function prefixedHomes([count, hasUnprefixed]: Prefixes): readonly TableKeyRange[] {
  const homes = Array.from({ length: count }, (_, prefix) =>
    tableRange({ prefix, partition: keysBeginningWith(prefixText(prefix)) }),
  );
  return hasUnprefixed ? [...homes, tableRange({ partition: UNPREFIXED_HOME })] : homes;
}

/** The members of a scheme whose writers spread their rows over prefixes, as in `N(D19)___ticks(D19)`. */
export function prefixedMembers(
  { volume = [] }: SchemeEntry,
  { read, step, orders: [order] }: TimeCodec,
  tablesOf: KeyTables,
): Omit<KeyScheme, 'id' | 'title' | 'entry' | 'timeSource' | 'order' | 'read' | 'segments'> {
  return {
    prefixed: true,
    ranges: (window, options) => {
      const texts = order?.texts(step);
      const tables = tablesOf(window, options.tableName) ?? [{ tableName: options.tableName, window }];
      return tables.flatMap((table) => (texts ? prefixedRanges(texts, table, asked(volume, options)) : []));
    },
    homes: (options) => prefixedHomes(asked(volume, options)),
    encode: (ticks, { prefix, roundingTicks = step, tableName }) => {
      const [table] = tablesOf({ from: ticks, to: ticks + 1n }, tableName) ?? [];
      const start = prefix === undefined && volume.includes(0) ? '' : prefixText(prefix ?? 0);
      return {
        tableName: table?.tableName,
        partitionKey: start + ticksText(floorTo(ticks, roundingTicks), TICKS_WIDTH, false),
      };
    },
    // After a change of the event volume, a table holds both kinds of keys.
    rowTime: (partitionKey, _rowKey, into) => {
      const at = prefixOf(partitionKey) < 0 ? 0 : PREFIXED_TICKS_AT;
      const end = at === 0 ? partitionKey.length : at + TICKS_WIDTH;
      return read(partitionKey, at, end, into);
    },
    groupOf: prefixGroup,
  };
}

/** Which tables hold a window, and which part of it each table holds; undefined if one table holds all times. */
export type KeyTables = (
  window: { readonly from: bigint; readonly to: bigint },
  tableName: string | undefined,
) => readonly TableWindow[] | undefined;
