import { FILETIME_EPOCH_TICKS, TICKS_PER_DAY } from '../../time/ticks.ts';
import { floorTo } from '../base/digits.ts';
import { likelyWindow } from './monthTables.ts';
import type { TickSpan } from '../base/scheme.ts';
import { dateKeyText, dateTextTicks } from './dateLayouts.ts';

/** Ten days. Tables begin at whole multiples since 1601-01-01 (mdsd MdsTime::RoundTenDay; checked with four real names). */
const TABLE_TICKS = 10n * TICKS_PER_DAY;

/** Whether such a table can begin at an instant. */
export function isTableStart(ticks: bigint): boolean {
  return (ticks - FILETIME_EPOCH_TICKS) % TABLE_TICKS === 0n;
}

/** The ten days of the table that begins at an instant. */
export function tenDaysFrom(start: bigint): TickSpan {
  return { from: start, to: start + TABLE_TICKS };
}

/** Splits `<prefix>yyyyMMdd`; undefined if the name does not end in a day. */
export function cutDayName(name: string): { readonly prefix: string; readonly start: bigint } | undefined {
  const start = dateTextTicks(name.slice(-8), 'yyyyMMdd');
  return start === undefined ? undefined : { prefix: name.slice(0, -8), start };
}

/** The name of the table that holds an instant; undefined before 1601, when there are none. */
export function tenDayTable(prefix: string, ticks: bigint): string | undefined {
  if (ticks < FILETIME_EPOCH_TICKS) return undefined;
  const start = FILETIME_EPOCH_TICKS + floorTo(ticks - FILETIME_EPOCH_TICKS, TABLE_TICKS);
  return prefix + dateKeyText(start, 'yyyyMMdd');
}

/** A table that holds ten days, and the part of the window in these days. */
interface TenDayTable {
  readonly tableName: string;
  readonly window: TickSpan;
}

/** The ten-day tables of a window, oldest first; none before 1601. See likelyWindow. */
export function tenDayTables(prefix: string, asked: TickSpan): readonly TenDayTable[] {
  const window = likelyWindow(asked);
  const first = window.from > FILETIME_EPOCH_TICKS ? window.from : FILETIME_EPOCH_TICKS;
  const tables: TenDayTable[] = [];
  let start = FILETIME_EPOCH_TICKS + floorTo(first - FILETIME_EPOCH_TICKS, TABLE_TICKS);
  for (; start < window.to; start += TABLE_TICKS) {
    const end = start + TABLE_TICKS;
    tables.push({
      tableName: prefix + dateKeyText(start, 'yyyyMMdd'),
      window: { from: first > start ? first : start, to: window.to < end ? window.to : end },
    });
  }
  return tables;
}
