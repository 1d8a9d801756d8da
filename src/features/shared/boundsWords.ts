import { distanceText } from '../../core/time/durationText.ts';
import { formatInstant } from '../../core/time/formatInstant.ts';
import {
  clampTicks,
  type Ticks,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  ticksFromParts,
} from '../../core/time/ticks.ts';
import { clockText } from './windowWords.ts';
import type { ShownZone } from './shownTime.ts';
import { instantsOf } from '../../core/keys/base/rounding.ts';
import { schemeById } from '../../core/keys/schemeRegistry.ts';
import type { QueryPlan } from '../../core/plan/queryPlan.ts';
import type { RowView } from '../../core/rows/rowTypes.ts';

/** The half-open interval that an instant is in; `from` is undefined if the beginning is not known. */
export interface Bounds {
  readonly from: Ticks | undefined;
  readonly before: Ticks;
}

/**
 * The text is "13:06:53.0004750 UTC, 55 min ago" if the instant is known, or "between 13:05 and 13:12 UTC, about 55 min ago" if only an
 * interval is: it must not read like an instant. The date is included if it is not today's.
 */
export function boundsWords({ from, before }: Bounds, nowTicks: Ticks, zone: ShownZone): string {
  const { timeZone, name } = zone;
  if (from !== undefined && before - from === 1n) {
    const clock = formatInstant(from, timeZone).timeOfDay;
    return `${dated(from, clock, nowTicks, timeZone)} ${name}, ${distanceText(from, nowTicks)}`;
  }
  const unit = before - (from ?? 0n) >= TICKS_PER_MINUTE ? TICKS_PER_MINUTE : TICKS_PER_SECOND;
  const to = ceiled(before, unit);
  const age = (ticks: Ticks): string => distanceText(floored(ticks, unit), floored(nowTicks, unit));
  if (from === undefined) return `before ${timeWords(to, nowTicks, timeZone)} ${name}, ${age(to)}`;
  const since = floored(from, unit);
  const about = `about ${age(since)}`.replace(/^about in /, 'in about ');
  return `between ${timeWords(since, nowTicks, timeZone)} and ${timeWords(to, since, timeZone)} ${name}, ${about}`;
}

/** A time, rounded down to the second: "13:05", or "13:05:12" if it has seconds. The date is included if it is not that of `nowTicks`. */
export function timeWords(ticks: Ticks, nowTicks: Ticks, timeZone: string | undefined): string {
  const clock = clockText(floored(ticks, TICKS_PER_SECOND), timeZone).replace(/^(\d\d:\d\d):00(?=$| )/, '$1');
  return dated(ticks, clock, nowTicks, timeZone);
}

function dated(ticks: Ticks, clock: string, nowTicks: Ticks, timeZone: string | undefined): string {
  const { date } = formatInstant(ticks, timeZone);
  return date === formatInstant(nowTicks, timeZone).date ? clock : `${date} ${clock}`;
}

function floored(ticks: bigint, unit: bigint): Ticks {
  return clampTicks(ticks - (ticks % unit));
}

/** Rounds up to a whole unit. */
export function ceiled(ticks: bigint, unit: bigint): Ticks {
  return floored(ticks + unit - 1n, unit);
}

/**
 * When a row was written, [from, before): exact if a property tells the time, otherwise the interval that its key states. Undefined if
 * neither is known.
 */
export function boundsOfRow(
  { request }: Pick<QueryPlan, 'request'>,
  { time }: Pick<RowView, 'time'>,
): { readonly from: Ticks; readonly before: Ticks } | undefined {
  const scheme = schemeById(request.schemeId);
  if (time === undefined || scheme === undefined) return undefined;
  const ticks = ticksFromParts(time.seconds, time.fraction);
  const { from, to } =
    time.basis === 'key' ? instantsOf(scheme, ticks, request.roundingTicks) : { from: ticks, to: ticks + 1n };
  return { from: clampTicks(from), before: clampTicks(to) };
}
