import { UNPREFIXED } from '../../keys/forms/prefixedKey.ts';
import { type TimedRows, timesOfArrays } from '../../entities/order/timeColumn.ts';
import type { BulkList } from '../../keys/bulk/bulkList.ts';
import { NO_PREFIX } from '../../keys/grammar/fixedBytes.ts';

/** A list's keys, grouped for the map. */
export interface KeyMapRows {
  readonly rows: TimedRows;
  /** Labels of the prefixes, in order. They come before the schemes. */
  readonly prefixes: readonly string[];
}

/** Groups each key by its prefix, or by its scheme if it has none. */
export function keyMapRows(list: BulkList): KeyMapRows {
  const { columns, schemes } = list;
  const numbers = [...new Set(columns.prefix.subarray(0, columns.count))].toSorted((a, b) => a - b);
  const prefixes = numbers.filter((prefix) => prefix !== NO_PREFIX);
  const groupOf = new Map(prefixes.map((prefix, index) => [prefix, index]));
  const labels = prefixes.map(String);
  const unprefixed = (index: number): string =>
    prefixes.length > 0 ? UNPREFIXED : (schemes[index]?.title ?? '');
  const groups = Uint32Array.from(
    { length: columns.count },
    (_, index) =>
      groupOf.get(columns.prefix[index] as number) ?? prefixes.length + (columns.scheme[index] as number),
  );
  const times = timesOfArrays(columns);
  return {
    rows: {
      rowCount: columns.count,
      times: () => times,
      groups,
      groupLabels: [...labels, ...schemes.map((_, index) => unprefixed(index))],
      queryIndexes: new Uint32Array(0),
    },
    prefixes: labels,
  };
}
