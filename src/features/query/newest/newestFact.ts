import type { Interval, Ticks } from '../../../core/time/ticks.ts';
import { isSameQuery, type QueryForm } from '../../../state/run/queryForm.ts';
import type { NewestRows } from '../../../state/run/newestRows.ts';
import { boundsWords } from '../../shared/boundsWords.ts';
import type { ShownZone } from '../../shared/useZone.ts';

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
