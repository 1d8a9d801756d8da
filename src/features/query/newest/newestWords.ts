import { formatInstant } from '../../../core/time/formatInstant.ts';
import { distanceText, durationText } from '../../../core/time/durationText.ts';
import {
  clampTicks,
  type Ticks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
} from '../../../core/time/ticks.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import type { TypedRange } from '../../../state/run/usedRanges.ts';
import { formatCount, formatPlural } from '../../../ui/format.ts';
import { clockText } from '../../shared/clockText.ts';
import { ticksOf, type WordsZone } from '../form/windowWords.ts';

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

/** A window of this length that ends just after the newest rows, on a whole minute or second. */
export function newestWindow(before: Ticks, length: bigint): TypedRange {
  const unit = length >= TICKS_PER_HOUR ? TICKS_PER_MINUTE : TICKS_PER_SECOND;
  const to = ((before + unit - 1n) / unit) * unit;
  return { from: isoText(to - length), to: isoText(to) };
}

function isoText(ticks: bigint): string {
  return formatInstant(clampTicks(ticks)).text.replace(/\.?0+Z$/, 'Z');
}

/** What was found and done, in words. */
export function newestWords(
  found: NewestRows,
  nowTicks: Ticks,
  { timeZone, name }: WordsZone,
  hasFilter: boolean,
): string {
  const { seen, before, looked, ranges, requests } = found;
  const at = seen ?? before;
  const { date } = formatInstant(at, timeZone);
  const when = `${date} ${clockText(at, timeZone)} ${name}, ${distanceText(at, nowTicks)}`;
  const where =
    looked < ranges ? `, looked for in ${formatCount(looked)} of ${formatCount(ranges)} prefixes` : '';
  const what = seen === undefined ? 'The newest rows are before' : 'Newest row:';
  const rest = seen === undefined ? 0n : (before - seen) / TICKS_PER_SECOND;
  const later = rest === 0n ? '' : `, or at most ${durationText((rest + 1n) * TICKS_PER_SECOND)} later`;
  const filter = hasFilter ? ' The filter was left out.' : '';
  return `${what} ${when}${later}${where} (${formatPlural(requests, 'request')}).${filter} The time range now ends there.`;
}
