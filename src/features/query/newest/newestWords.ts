import { formatInstant } from '../../../core/time/formatInstant.ts';
import {
  clampTicks,
  type Ticks,
  TICKS_PER_HOUR,
  TICKS_PER_MINUTE,
  TICKS_PER_SECOND,
  type Interval,
} from '../../../core/time/ticks.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import type { TypedRange } from '../../../state/run/queryStore.ts';
import { formatCount } from '../../../ui/format.ts';
import { type Bounds, boundsWords, ceiled } from '../../shared/boundsWords.ts';
import type { ShownZone } from '../../shared/services.tsx';
import { ticksOf } from '../../shared/windowWords.ts';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';

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

interface Found {
  readonly form: QueryForm;
  readonly newest: NewestRows;
  /** When the search began, milliseconds since the Unix epoch. */
  readonly atMs: number;
}

/** The last search of each connection, dropped together with the connection. */
const FOUND = new WeakMap<object, Found>();

/** The keys that a form selects: the search ignores time, filter and columns. */
function keysOf(form: QueryForm): QueryForm {
  return { ...form, endpoint: '', from: '', to: '', filter: '', select: '', rounding: '' };
}

export function rememberNewest(connection: object, form: QueryForm, newest: NewestRows, atMs: number): void {
  FOUND.set(connection, { form: keysOf(form), newest, atMs });
}

/** After this time, newer rows may have been written since a search. */
const OLD_MS = 60_000;

/** Forgets a search that is a minute old or older, because its row may not be the newest one of a later result. */
export function forgetOldNewest(connection: object, nowMs: number): void {
  const found = FOUND.get(connection);
  if (found !== undefined && Math.abs(nowMs - found.atMs) >= OLD_MS) FOUND.delete(connection);
}

/** The newest rows found for the keys of a form; undefined if they were not searched. */
export function knownNewest(connection: object, form: QueryForm): NewestRows | undefined {
  const found = FOUND.get(connection);
  return found !== undefined && isSameQuery(found.form, keysOf(form)) ? found.newest : undefined;
}

/** "Newest row between 13:05 and 13:12 UTC, about 55 min ago". */
export function newestFact(newest: NewestRows, nowTicks: Ticks, zone: ShownZone): string {
  return `Newest row ${boundsWords(newest, nowTicks, zone)}`;
}

/** Whether a window that was read includes the newest row. If so, it is not the keys that hide it but a filter. */
export function isRead({ from }: NewestRows, window: Interval | undefined): boolean {
  return from !== undefined && (window === undefined || (from >= window.from && from < window.to));
}

/** Why a row inside a window that was read is not in the result. The search came after the run, so the row may be newer than the run. */
export function whyNotRead(filter: string | undefined): string {
  return filter === undefined || filter.trim() === ''
    ? 'it arrived after this query read its keys. Run again'
    : 'the filter leaves it out, or it arrived after this query read its keys';
}
