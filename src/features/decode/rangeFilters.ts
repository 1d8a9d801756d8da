import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { KeyRangeOptions, TableKeyRange, TickSpan } from '../../core/keys/base/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { allOf } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import { spanFilter } from '../../core/plan/spans.ts';

/** The filter of one range. */
export interface RangeFilter {
  /** "prefix 37", "unprefixed", or the table; empty where there is only one. */
  readonly label: string;
  /** Empty: every row of the table. */
  readonly filter: string;
}

export interface RangeFilters {
  readonly filters: readonly RangeFilter[];
  /** Why rows must be filtered after, in words, each reason once; empty: exact. */
  readonly reasons: readonly string[];
}

function labelOf(range: TableKeyRange, isPrefixed: boolean): string {
  const words = [
    ...(range.tableName === undefined ? [] : [range.tableName]),
    ...(isPrefixed ? [range.prefix === undefined ? 'unprefixed' : `prefix ${range.prefix}`] : []),
  ];
  return words.join(', ');
}

/** A window as the filters that select its keys, one for each prefix and table, as Query would send them. */
export function rangeFilters(schemeId: string, window: TickSpan, options: KeyRangeOptions): RangeFilters {
  const scheme = schemeById(schemeId);
  if (scheme === undefined || scheme.timeSource === 'none') return { filters: [], reasons: [] };
  const ranges = keyRanges(schemeId, window, options);
  const filters = ranges.map((range) => {
    const node = allOf([
      spanFilter('PartitionKey', range.partition),
      range.row === undefined ? undefined : spanFilter('RowKey', range.row),
    ]);
    return { label: labelOf(range, scheme.prefixed), filter: node === undefined ? '' : formatFilter(node) };
  });
  const reasons = ranges.map((range) => range.reason).filter((reason) => reason !== undefined);
  return { filters, reasons: [...new Set(reasons)] };
}
