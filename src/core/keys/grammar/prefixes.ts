import type { KeyScheme, SchemeEntry } from '../base/keyScheme.ts';
import { floorTo, ticksText } from '../base/digits.ts';
import type { KeyRangeOptions, TableKeyRange } from '../base/scheme.ts';
import type { TimeCodec } from '../base/timeCodec.ts';
import {
  PREFIXED_TICKS_AT,
  prefixedHomes,
  prefixedRanges,
  prefixGroup,
  prefixOf,
  prefixText,
  TICKS_WIDTH,
} from '../forms/prefixedKey.ts';
import type { TableWindow } from './tableTime.ts';

/** How many prefixes a query reads, and whether also keys without one: a small event volume of some writers has none. */
function asked(
  volume: readonly number[],
  { volume: chosen, unprefixed = false }: KeyRangeOptions,
): readonly [count: number, hasUnprefixed: boolean] {
  const hasPlain = volume.includes(0);
  const count = chosen ?? (hasPlain ? 1 : 100);
  return count === 1 && hasPlain ? [0, true] : [count, unprefixed];
}

/** The members of a scheme whose writers spread their rows over prefixes: `N(D19)___ticks(D19)`. */
export function prefixedMembers(
  { volume = [] }: SchemeEntry,
  { read, step, orders: [order] }: TimeCodec,
  tablesOf: KeyTables,
): Partial<KeyScheme> {
  return {
    prefixed: true,
    ranges: (window, options) => {
      const texts = order?.texts(step);
      return texts === undefined
        ? []
        : (tablesOf(window, options.tableName) ?? [{ tableName: options.tableName, window }]).flatMap(
            (table) => prefixedRanges(texts, table.window, table.tableName, ...asked(volume, options)),
          );
    },
    homes: (options): readonly TableKeyRange[] => prefixedHomes(...asked(volume, options)),
    encode: (ticks, { prefix, roundingTicks = step, tableName }) => {
      const [table] = tablesOf({ from: ticks, to: ticks + 1n }, tableName) ?? [];
      const start = prefix === undefined && volume.includes(0) ? '' : prefixText(prefix ?? 0);
      return {
        ...(table?.tableName !== undefined && { tableName: table.tableName }),
        partitionKey: start + ticksText(floorTo(ticks, roundingTicks), TICKS_WIDTH, false),
      };
    },
    // A table holds both kinds of keys after its event volume was changed.
    rowTime: (partitionKey, _rowKey, into) => {
      const at = prefixOf(partitionKey) < 0 ? 0 : PREFIXED_TICKS_AT;
      return partitionKey.length >= at + TICKS_WIDTH && read(partitionKey, at, at + TICKS_WIDTH, into);
    },
    groupOf: prefixGroup,
  };
}

/** Which tables hold a window, and which part of it each holds; undefined if one table holds all times. */
export type KeyTables = (
  window: { readonly from: bigint; readonly to: bigint },
  tableName: string | undefined,
) => readonly TableWindow[] | undefined;
