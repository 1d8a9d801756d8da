import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { KeyRangeOptions, TableKeyRange, TickSpan } from '../../core/keys/base/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { allOf } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import { spanFilter } from '../../core/plan/spans.ts';

export interface RangeFilter {
  /** "prefix 37", "unprefixed", or the table. Empty if there is only one range. */
  readonly label: string;
  /** Empty if the range is every row of the table. */
  readonly filter: string;
}

export interface RangeFilters {
  readonly filters: readonly RangeFilter[];
  /** Why the rows must be filtered afterwards, as texts, each reason once. Empty if the filters are exact. */
  readonly reasons: readonly string[];
}

function labelOf(range: TableKeyRange, isPrefixed: boolean): string {
  const words = [
    ...(range.tableName === undefined ? [] : [range.tableName]),
    ...(isPrefixed ? [range.prefix === undefined ? 'unprefixed' : `prefix ${range.prefix}`] : []),
  ];
  return words.join(', ');
}

/** The filters that select the keys of a window, one for each prefix and table, as Query would send them. */
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
