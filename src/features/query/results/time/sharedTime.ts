import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { isoToTicks } from '../../../../core/time/ticks.ts';
import type { ResultServices, TimeCursor } from '../../../../state/results/resultServices.ts';
import type { OpenResult } from '../../../../state/results/resultTabs.ts';
import { isTimeRange, type RowListStore, timeRange } from '../../../../state/run/rowListState.ts';

/** One of several results on a shared time axis. */
export interface SharedSide extends Pick<OpenResult, 'id' | 'services'> {
  /** How much later its rows are than where the axis draws them, in ticks. */
  readonly shift: bigint;
}

function shiftedRange(filter: RowFilter, by: bigint): RowFilter {
  if (by === 0n || !isTimeRange(filter)) return filter;
  const moved = (text: string): bigint | undefined => (text === '' ? undefined : isoToTicks(text) + by);
  return timeRange(moved(filter.from), moved(filter.to));
}

/**
 * The selection of a result on a shared axis. Selecting a time in it also selects that time in the others, shifted to their own times.
 * Other filters are not copied.
 */
function withSameTime(
  { id, services: { rowList: own }, shift }: SharedSide,
  others: readonly SharedSide[],
  show: (id: number) => void,
): RowListStore {
  return {
    ...own,
    change: (runId, change, continues) => {
      show(id);
      const before = own.of(runId).filters.filter(isTimeRange);
      own.change(runId, change, continues);
      const after = change.filters?.filter(isTimeRange) ?? before;
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      for (const { services, shift: there } of others) {
        const ran = services.run.get();
        if (ran.phase === 'idle') continue;
        const times = after.map((filter) => shiftedRange(filter, there - shift));
        const rest = services.rowList.of(ran.runId).filters.filter((filter) => !isTimeRange(filter));
        services.rowList.change(ran.runId, { filters: [...rest, ...times] }, continues, true);
      }
    },
  };
}

/** A time cursor for a result whose times are `by` ticks later than those of `cursor`. */
function shiftedCursor(cursor: TimeCursor, by: bigint): TimeCursor {
  return {
    ...cursor,
    get: () => {
      const ticks = cursor.get();
      return ticks === undefined ? undefined : ticks + by;
    },
    point: (ticks, place) => cursor.point(ticks === undefined ? undefined : ticks - by, place),
  };
}

/**
 * Services for the views of results on one time axis: a time that is selected or pointed at in one is so in all. `show` brings a tab into
 * sight before its selection changes.
 */
export function sharedTime(
  sides: readonly SharedSide[],
  show: (id: number) => void,
): readonly ResultServices[] {
  const [first] = sides;
  return sides.map((side) => ({
    ...side.services,
    rowList: withSameTime(
      side,
      sides.filter(({ id }) => id !== side.id),
      show,
    ),
    timeCursor: shiftedCursor((first ?? side).services.timeCursor, side.shift - (first ?? side).shift),
  }));
}
