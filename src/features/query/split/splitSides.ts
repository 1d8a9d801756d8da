import { isoToTicks } from '../../../core/time/ticks.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { closedWindow, shiftOf } from '../../../state/results/compareResults.ts';
import type { ResultServices } from '../../../state/results/resultServices.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import { isTimeRange, type RowListStore, timeRange } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { TimeCursor } from '../../../state/run/timeCursor.ts';

/** One of two results that are shown together. */
export interface Side extends Pick<OpenResult, 'id' | 'points' | 'file' | 'services'> {
  readonly letter: 'A' | 'B';
  readonly name: string;
  readonly run: RunState;
}

/** One time axis for two results. */
export interface SplitAxis {
  /** The window of A's axis. */
  readonly window: TickSpan;
  /** That of B is so much later, in whole buckets. */
  readonly shift: bigint;
}

/** The axis over both windows. `spans`: the times of the rows, for a result without a window. */
export function splitAxis(
  first: RunState,
  second: RunState,
  spans: readonly [TickSpan | undefined, TickSpan | undefined],
  buckets: number,
): SplitAxis | undefined {
  const [one, two] = [closedWindow(first) ?? spans[0], closedWindow(second) ?? spans[1]];
  if (one === undefined || two === undefined) return undefined;
  const exact = shiftOf(first, second) ?? 0n;
  const [from, to] = [two.from - exact, two.to - exact];
  const window = { from: from < one.from ? from : one.from, to: to > one.to ? to : one.to };
  const { bucketTicks } = timeBuckets(window, buckets);
  return { window, shift: (exact / bucketTicks) * bucketTicks };
}

export function shifted({ from, to }: TickSpan, by: bigint): TickSpan {
  return { from: from + by, to: to + by };
}

function shiftedRange(filter: RowFilter, by: bigint): RowFilter {
  if (by === 0n || !isTimeRange(filter)) return filter;
  const moved = (text: string): bigint | undefined => (text === '' ? undefined : isoToTicks(text) + by);
  return timeRange(moved(filter.from), moved(filter.to));
}

/** The selection of a result; its stretch of time becomes that of the other one too. `show`: what is done here is done in its tab. */
function withSameTime(own: RowListStore, other: Side, by: bigint, show: () => void): RowListStore {
  return {
    ...own,
    change: (runId, change, continues) => {
      show();
      const before = own.of(runId).filters.filter(isTimeRange);
      own.change(runId, change, continues);
      const after = change.filters?.filter(isTimeRange) ?? before;
      // Any other filter is of this result alone.
      if (JSON.stringify(after) === JSON.stringify(before)) return;
      const { rowList } = other.services;
      const times = after.map((filter) => shiftedRange(filter, by));
      const others = rowList.of(other.run.runId).filters.filter((filter) => !isTimeRange(filter));
      rowList.change(other.run.runId, { filters: [...others, ...times] }, continues, true);
    },
  };
}

/** The instant under the pointer in A, where it is in B. */
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
 * What the views of the two results use: a time chosen or pointed at in one is that of both. `show` brings a tab into sight before
 * its query or selection changes.
 */
export function splitServices(
  first: Side,
  second: Side,
  shift: bigint,
  show: (id: number) => void,
): readonly [ResultServices, ResultServices] {
  const of = ({ id, services }: Side, other: Side, by: bigint, timeCursor: TimeCursor): ResultServices => {
    const { query, rowList } = services;
    const showOwn = (): void => show(id);
    const change: typeof query.change = (next) => {
      showOwn();
      query.change(next);
    };
    return {
      ...services,
      query: { ...query, change },
      rowList: withSameTime(rowList, other, by, showOwn),
      timeCursor,
    };
  };
  const { timeCursor } = first.services;
  return [of(first, second, shift, timeCursor), of(second, first, -shift, shiftedCursor(timeCursor, shift))];
}
