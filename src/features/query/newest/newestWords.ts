import { formatInstant } from '../../../core/time/formatInstant.ts';
import {
  clampTicks,
  type Ticks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../../../core/time/ticks.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import type { TypedRange } from '../../../state/run/usedRanges.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Bounds, boundsWords, ceiled } from '../../shared/boundsWords.ts';
import type { ShownZone } from '../../shared/useZone.ts';
import { ticksOf } from '../../shared/windowWords.ts';

/** The length of the new window if the form has none. */
const USUAL_LENGTH = TICKS_PER_HOUR;

/** The length of the form's window; an hour if an end is open or not a time. */
export function windowLength(range: TypedRange, nowTicks: Ticks): bigint {
  const [from, to] = [ticksOf(range.from, nowTicks), ticksOf(range.to, nowTicks)];
  return from === undefined || to === undefined || to <= from ? USUAL_LENGTH : to - from;
}

/** How exactly the newest row must be found: to an eighth of the window, but not finer than a second. */
export function newestPrecision(length: bigint): bigint {
  return length / 8n > TICKS_PER_SECOND ? length / 8n : TICKS_PER_SECOND;
}

/**
 * A window of this length that ends just after the newest row, at a whole minute or second. If `now` is almost as near it ends now, so that
 * it also includes newer rows of ranges that were not searched.
 */
export function newestWindow(before: Ticks, length: bigint, nowTicks: Ticks): TypedRange {
  const isNear = before < nowTicks && nowTicks - before <= newestPrecision(length);
  const unit = length >= TICKS_PER_HOUR ? TICKS_PER_MINUTE : TICKS_PER_SECOND;
  const to = ceiled(isNear ? nowTicks : before, unit);
  return { from: isoText(to - length), to: isoText(to) };
}

function isoText(ticks: bigint): string {
  return formatInstant(clampTicks(ticks)).text.replace(/\.?0+Z$/, 'Z');
}

/** What "Newest" found and did. `row`: the last row that was read since then; undefined if there is none, or not yet. */
export function newestWords(
  found: NewestRows,
  row: { readonly bounds: Bounds; readonly group: string } | undefined,
  state: {
    readonly isReading: boolean;
    readonly isWhole: boolean;
    readonly hasFilter: boolean;
    /** The time range ends now, so it includes any newer rows of ranges that were not searched. */
    readonly isToNow: boolean;
  },
  nowTicks: Ticks,
  zone: ShownZone,
): string {
  const { looked, ranges } = found;
  const { isReading, isWhole, hasFilter, isToNow } = state;
  const kind = hasFilter && row !== undefined ? 'Newest row that meets the filter' : 'Newest row';
  const where = row === undefined || row.group === '' ? '' : `, in ${row.group}`;
  const what = `${kind}: ${boundsWords(row?.bounds ?? found, nowTicks, zone)}${where}.`;
  const notes = [
    ...(isReading ? ['Reading it now.'] : []),
    ...(!isReading && row === undefined && hasFilter ? ['The filter leaves it out.'] : []),
    ...(!isReading && !isWhole ? ['Not all rows were read: there may be newer ones.'] : []),
    ...(looked < ranges && !isToNow
      ? [`Searched in ${formatCount(looked)} of ${formatCount(ranges)} prefixes: others may have newer rows.`]
      : []),
  ];
  return [what, ...notes].join(' ');
}
