import { addUnits, startOfUnit } from '../../time/calendar.ts';
import { MAX_TICKS } from '../../time/ticks.ts';
import { numberAt } from '../base/digits.ts';
import type { TickSpan } from '../base/scheme.ts';
import { dateKeyText, dateTextTicks } from './dateLayouts.ts';

/** A table that holds one month, and the part of the window in that month. */
interface MonthTable {
  readonly tableName: string;
  readonly window: TickSpan;
}

/** Whether digits are a plausible month. Other digits at the end of a table name are not. */
function isLikelyMonth(text: string): boolean {
  const year = numberAt(text, 0, 4);
  return year >= 2010 && year <= 2099 && dateTextTicks(text, 'yyyyMM') !== undefined;
}

/** Splits `<prefix>yyyyMM`; undefined if the name does not end in a month. */
export function cutMonthName(
  name: string,
): { readonly prefix: string; readonly month: TickSpan } | undefined {
  const at = name.length - 6;
  const digits = name.slice(at);
  const before = name.charCodeAt(at - 1);
  if (at < 1 || (before >= 48 && before <= 57) || !isLikelyMonth(digits)) return undefined;
  const from = dateTextTicks(digits, 'yyyyMM') ?? 0n;
  return { prefix: name.slice(0, at), month: { from, to: addUnits(from, 1, 'M') ?? MAX_TICKS + 1n } };
}

/** 2000 .. 2200: there are no older tables, and no later ones for a long time. */
const LIKELY: TickSpan = { from: 630822816000000000n, to: 693937152000000000n };
/** Two centuries. */
const LONGEST_WINDOW = LIKELY.to - LIKELY.from;

/**
 * Returns the window unchanged, unless it spans more than two centuries. Then it returns the part in 2000 .. 2200, so that an
 * open window does not name a hundred thousand tables that cannot exist.
 */
export function likelyWindow(window: TickSpan): TickSpan {
  if (window.to - window.from <= LONGEST_WINDOW) return window;
  return {
    from: window.from > LIKELY.from ? window.from : LIKELY.from,
    to: window.to < LIKELY.to ? window.to : LIKELY.to,
  };
}

/** The month tables of a window, oldest first; see likelyWindow. */
export function monthTables(prefix: string, asked: TickSpan): readonly MonthTable[] {
  const window = likelyWindow(asked);
  const tables: MonthTable[] = [];
  let start: bigint = startOfUnit(window.from, 'M');
  while (start < window.to) {
    const end: bigint = addUnits(start, 1, 'M') ?? MAX_TICKS + 1n;
    tables.push({
      tableName: prefix + dateKeyText(start, 'yyyyMM'),
      window: {
        from: window.from > start ? window.from : start,
        to: window.to < end ? window.to : end,
      },
    });
    start = end;
  }
  return tables;
}
