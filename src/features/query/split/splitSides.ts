import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { timeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import { shiftOf } from '../../../state/results/compareResults.ts';
import type { ResultServices } from '../../../state/results/resultServices.ts';
import type { ResultsStore } from '../../../state/results/resultsStore.ts';
import type { OpenResult } from '../../../state/results/resultTabs.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { sharedTime } from '../results/time/sharedTime.ts';

/** One of two results that are shown together. */
export interface Side extends Pick<OpenResult, 'id' | 'points' | 'file' | 'services'> {
  readonly letter: 'A' | 'B';
  readonly name: string;
  readonly run: RunState;
}

/** If a result would take less than one part in this many of a shared axis, each gets its own. */
const LEAST_PART = 20n;

/** The shared time axis of two results; undefined if the times of one are not known. */
export function splitAxis(one: TickSpan | undefined, two: TickSpan | undefined, buckets: number) {
  if (one === undefined || two === undefined) return undefined;
  const exact = shiftOf(one, two) ?? 0n;
  const [from, to] = [two.from - exact, two.to - exact];
  const window = { from: from < one.from ? from : one.from, to: to > one.to ? to : one.to };
  const { bucketTicks } = timeBuckets(window, buckets);
  const all = window.to - window.from;
  return {
    /** The window of the axis, in the times of A. */
    window,
    /** How much later B's times are on the axis: ticks, in whole buckets. */
    shift: (exact / bucketTicks) * bucketTicks,
    /** The windows of A and B, if each has its own axis. */
    own: [one, two] as const,
    /** Whether one of the results would take too small a part of the axis. */
    isFar: [one, two].some((each) => (each.to - each.from) * LEAST_PART < all),
  };
}

export function shifted({ from, to }: TickSpan, by: bigint): TickSpan {
  return { from: from + by, to: to + by };
}

/** Shows two tabs together, both in the same view as the tab in sight. */
export function splitTabs(results: ResultsStore, split: readonly [number, number]): void {
  const { all, inSight } = results.get();
  const { tab } = inSight.services.query.get();
  for (const { id, services } of all)
    if (split.includes(id) && id !== inSight.id) services.query.change({ tab });
  results.arrange({ split });
}

type SideServices = Pick<Side, 'id' | 'services'>;

/**
 * Services for the views of the two results. Both show the same view, and share a time axis on which B is `shift` ticks later; undefined if
 * each has its own axis. `show` brings a tab into sight before its query or selection changes.
 */
export function splitServices(
  first: SideServices,
  second: SideServices,
  shift: bigint | undefined,
  show: (id: number) => void,
): readonly [ResultServices, ResultServices] {
  const [one, two] =
    shift === undefined
      ? [first, second].flatMap((side) => sharedTime([{ ...side, shift: 0n }], show))
      : sharedTime(
          [
            { ...first, shift: 0n },
            { ...second, shift },
          ],
          show,
        );
  const of = (
    { id, services: { query } }: SideServices,
    other: SideServices,
  ): Pick<Side['services'], 'query'> => ({
    query: {
      ...query,
      change: (next) => {
        show(id);
        query.change(next);
        if (next.tab !== undefined) other.services.query.change({ tab: next.tab });
      },
    },
  });
  return [
    { ...first.services, ...one, ...of(first, second) },
    { ...second.services, ...two, ...of(second, first) },
  ];
}
