import { keyRanges } from '../../core/keys/keyRanges.ts';
import type { KeyRangeOptions, TableKeyRange, TickSpan } from '../../core/keys/base/scheme.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import { allOf } from '../../core/odata/builders.ts';
import { formatFilter } from '../../core/odata/filter.ts';
import { spanFilter } from '../../core/plan/spans.ts';
import { USUAL_ROUNDINGS } from '../../core/keys/base/rounding.ts';
import { durationText } from '../../core/time/durationText.ts';
import { TICKS_PER_SECOND, TICKS_PER_HOUR, TICKS_PER_MINUTE } from '../../core/time/ticks.ts';

interface RangeFilter {
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

/** The intervals that writers round to, as choices. The first one is the default of each writer. */
export const ROUNDINGS: readonly { readonly id: string; readonly label: string }[] = [
  { id: '', label: 'Default' },
  ...USUAL_ROUNDINGS.map((ticks) => ({ id: String(ticks / TICKS_PER_SECOND), label: durationText(ticks) })),
];

/** The ticks of a chosen interval (ids are seconds), to be spread into options; nothing for the default. */
export function roundingOption(id: string): { readonly roundingTicks?: bigint } {
  return id === '' ? {} : { roundingTicks: BigInt(id) * TICKS_PER_SECOND };
}

/** No zone is further from UTC. */
const FARTHEST_HOURS = 14;
const OFFSET = /^([+\-\u2212])(\d{1,2})(?::?([0-5]\d))?$/;

/**
 * A writer's clock minus UTC, in ticks, as people type it (`+02:00`, `-8`, `UTC`); undefined for any other
 * text.
 */
export function clockOffsetTicks(text: string): bigint | undefined {
  const typed = text.trim().toUpperCase();
  if (typed === '' || typed === 'UTC' || typed === 'Z') return 0n;
  const match = OFFSET.exec(typed);
  if (match === null) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const ticks = BigInt(hours ?? '0') * TICKS_PER_HOUR + BigInt(minutes) * TICKS_PER_MINUTE;
  if (ticks > BigInt(FARTHEST_HOURS) * TICKS_PER_HOUR) return undefined;
  return sign === '+' ? ticks : -ticks;
}
