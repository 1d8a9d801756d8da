import type { CellGrid } from '../../core/keyspace/map/cellGrid.ts';
import { formatParts } from '../../core/time/formatInstant.ts';
import { clampTicks, TICKS_PER_SECOND } from '../../core/time/ticks.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { shortTime } from '../charts/timeAxis.ts';
import type { GridColumn } from '../grid/gridTypes.ts';

/** Column widths in CSS px: with a time, and with a time and a date. */
const TIME_WIDTH = 92;
const DAY_WIDTH = 150;

/**
 * One column per time span, named by its start. The first one of each day has the date, and one after a clock change has the
 * offset.
 */
export function timeColumns(
  { from, bucketTicks, columnCount }: Pick<CellGrid, 'from' | 'bucketTicks' | 'columnCount'>,
  timeZone: string | undefined,
): readonly GridColumn[] {
  const clock = clockOf(timeZone);
  const starts = Array.from({ length: columnCount }, (_, column) => {
    const ticks = clampTicks(from + BigInt(column) * bucketTicks);
    return formatParts(Number(ticks / TICKS_PER_SECOND), Number(ticks % TICKS_PER_SECOND), clock);
  });
  return starts.map(({ date, timeOfDay, zone }, column) => {
    const before = starts[column - 1];
    const isNewDay = date !== before?.date;
    // An hour that the clock repeats occurs twice; only the offset tells which is which.
    const isPutBack = before !== undefined && zone !== before.zone;
    const notes = [...(isNewDay ? [date] : []), ...(isPutBack ? [zone] : [])];
    return {
      id: String(column),
      title: shortTime(timeOfDay, bucketTicks),
      note: notes.length === 0 ? undefined : notes.join(' '),
      width: notes.length === 0 ? TIME_WIDTH : DAY_WIDTH,
      align: 'end',
    };
  });
}
