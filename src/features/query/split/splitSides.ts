import { isoToTicks } from '../../../core/time/ticks.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { shiftOf } from '../../../state/results/compareResults.ts';
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

/** One time axis for two results, and what each would have alone. */
export interface SplitAxis {
  /** The window of A's axis. */
  readonly window: TickSpan;
  /** How much later the window of B's axis is: ticks, in whole buckets. */
  readonly shift: bigint;
  /** The windows of A and B, for an axis of each. */
  readonly own: readonly [TickSpan, TickSpan];
  /** One of the results would take less than a twentieth of the axis. */
  readonly isFar: boolean;
}

/** If a result takes less than this part of one axis, each result gets its own. */
const LEAST_PART = 20n;

/** The axis over the times of both; undefined: those of one are not known. */
export function splitAxis(
  one: TickSpan | undefined,
  two: TickSpan | undefined,
  buckets: number,
): SplitAxis | undefined {
  if (one === undefined || two === undefined) return undefined;
  const exact = shiftOf(one, two) ?? 0n;
  const [from, to] = [two.from - exact, two.to - exact];
  const window = { from: from < one.from ? from : one.from, to: to > one.to ? to : one.to };
  const { bucketTicks } = timeBuckets(window, buckets);
  const all = window.to - window.from;
  const isFar = [one, two].some((each) => (each.to - each.from) * LEAST_PART < all);
  return { window, shift: (exact / bucketTicks) * bucketTicks, own: [one, two], isFar };
}

export function shifted({ from, to }: TickSpan, by: bigint): TickSpan {
  return { from: from + by, to: to + by };
}

function shiftedRange(filter: RowFilter, by: bigint): RowFilter {
  if (by === 0n || !isTimeRange(filter)) return filter;
  const moved = (text: string): bigint | undefined => (text === '' ? undefined : isoToTicks(text) + by);
  return timeRange(moved(filter.from), moved(filter.to));
}

/** What `splitServices` needs of a side. */
type SideServices = Pick<Side, 'id' | 'services'>;

/** The selection of a result. A time selected in it is also selected in the other one, `by` ticks later; undefined: it is not. */
function withSameTime(
  own: RowListStore,
  { services: other }: SideServices,
  by: bigint | undefined,
  show: () => void,
): RowListStore {
  return {
    ...own,
    change: (runId, change, continues) => {
      show();
      const before = own.of(runId).filters.filter(isTimeRange);
      own.change(runId, change, continues);
      const after = change.filters?.filter(isTimeRange) ?? before;
      // Any other filter is of this result alone.
      if (by === undefined || JSON.stringify(after) === JSON.stringify(before)) return;
      const ran = other.run.get();
      if (ran.phase === 'idle') return;
      const times = after.map((filter) => shiftedRange(filter, by));
      const others = other.rowList.of(ran.runId).filters.filter((filter) => !isTimeRange(filter));
      other.rowList.change(ran.runId, { filters: [...others, ...times] }, continues, true);
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
 * What the views of the two results use. On one axis, a time selected or pointed at in one is that of both, in B `shift` ticks later.
 * Undefined: each has its own axis. `show` brings a tab into sight before its query or selection changes.
 */
export function splitServices(
  first: SideServices,
  second: SideServices,
  shift: bigint | undefined,
  show: (id: number) => void,
): readonly [ResultServices, ResultServices] {
  const of = (
    { id, services }: SideServices,
    other: SideServices,
    by: bigint | undefined,
  ): ResultServices => {
    const { query, rowList } = services;
    const change: typeof query.change = (next) => {
      show(id);
      query.change(next);
      // Both show the same view.
      if (next.tab !== undefined) other.services.query.change({ tab: next.tab });
    };
    return {
      ...services,
      query: { ...query, change },
      rowList: withSameTime(rowList, other, by, () => show(id)),
    };
  };
  const two = of(second, first, shift && -shift);
  return [
    of(first, second, shift),
    shift === undefined ? two : { ...two, timeCursor: shiftedCursor(first.services.timeCursor, shift) },
  ];
}
