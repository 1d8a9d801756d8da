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

/** How long a window is shown if the form has none. */
const USUAL_LENGTH = TICKS_PER_HOUR;

/** How long the window of the form is; an hour if an end is open or no time. */
export function windowLength(range: TypedRange, nowTicks: Ticks): bigint {
  const [from, to] = [ticksOf(range.from, nowTicks), ticksOf(range.to, nowTicks)];
  return from === undefined || to === undefined || to <= from ? USUAL_LENGTH : to - from;
}

/** How exact the end must be: an eighth of the window, but a second at least. */
export function newestPrecision(length: bigint): bigint {
  return length / 8n > TICKS_PER_SECOND ? length / 8n : TICKS_PER_SECOND;
}

/**
 * A window of this length that ends just after the newest row, on a whole minute or second; now, if that is as near: then the rows of
 * ranges that were not searched are in it, too.
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

/** What "Newest" found and did. `row`: the last row that was read since; undefined: none yet, or none at all. */
export function newestWords(
  found: NewestRows,
  row: { readonly bounds: Bounds; readonly group: string } | undefined,
  state: {
    readonly isReading: boolean;
    readonly isWhole: boolean;
    readonly hasFilter: boolean;
    /** The time range ends now, so ranges that were not searched hold no newer rows. */
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
