import { type ReactNode, useMemo } from 'react';
import {
  type AxisPart,
  countLine,
  differenceLine,
  partsOnAxis,
  withoutParts,
} from '../../../core/rows/compare/compareAxis.ts';
import type { TimeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import { MAX_TICKS } from '../../../core/time/ticks.ts';
import type { ResultComparison } from '../../../state/results/compareResults.ts';
import { LateOverlayChart } from '../../shared/LateOverlayChart.tsx';
import { useZone } from '../../shared/useZone.ts';
import { unreadSpans } from '../results/time/unreadSpans.ts';
import css from './compare.module.css';
import type { Side } from './compareSides.ts';
import { differenceTitle, isWhole } from './compareText.ts';
import { LateDifferenceChart } from './LateDifferenceChart.tsx';

const A_COLOR = 'var(--series-4)';
const B_COLOR = 'var(--series-1)';

/** What was not read of a result, on its axis. None where its times are not known: `isUnsure` then hatches the whole chart. */
function unreadParts({ run }: Side, buckets: TimeBuckets): readonly AxisPart[] {
  const spans = unreadSpans(run.plan, run.completeness);
  return spans === undefined ? [] : partsOnAxis(spans, buckets);
}

/** Whether the unread times of a result are known. Points that were not made of a whole result have none. */
function hasUnreadTimes({ run }: Side): boolean {
  return (unreadSpans(run.plan, run.completeness) ?? []).length > 0;
}

/** Rows over time of both, and below them how many more B has. Hatched: not read in one of them. */
export function ComparisonChart(props: {
  readonly compared: ResultComparison;
  readonly first: Side;
  readonly second: Side;
  readonly words: string;
  /** Rows are counted by a property: no key range tells which of its times were not read. */
  readonly isByProperty: boolean;
}): ReactNode {
  const { axis, first, second } = props.compared;
  const { first: sideA, second: sideB } = props;
  const { isByProperty } = props;
  const { timeZone, name: zone } = useZone();
  const unread = useMemo(
    () => (isByProperty ? [] : [...unreadParts(sideA, axis.first), ...unreadParts(sideB, axis.second)]),
    [sideA, sideB, axis, isByProperty],
  );
  const isUnsure = [sideA, sideB].some((side) => !isWhole(side) && (isByProperty || !hasUnreadTimes(side)));
  const lines = useMemo(() => {
    const [one, two] = [
      countLine(first.counts, axis.firstCovers),
      countLine(second.counts, axis.secondCovers),
    ];
    return {
      both: [
        { label: `A, at its time (${zone})`, color: A_COLOR, width: 5, values: one },
        { label: 'B', color: B_COLOR, width: 1.5, values: two },
      ],
      difference: withoutParts(differenceLine(one, two), unread),
    };
  }, [first, second, axis, zone, unread]);
  const { from, bucketTicks, bucketCount } = axis.first;
  const window = { from, to: from + bucketTicks * BigInt(bucketCount) };
  if (bucketCount === 0 || window.to > MAX_TICKS) return undefined;
  const title = differenceTitle(lines.difference, bucketTicks, isUnsure);
  const hatched = isUnsure ? [{ from: 0, to: bucketCount }] : unread;
  return (
    <>
      {hatched.length > 0 && (
        <p className={css.words}>Hatched: not read, or not proven. Missing is not zero.</p>
      )}
      <div className={css.chart}>
        <LateOverlayChart
          className={css.words}
          lines={lines.both}
          window={window}
          unread={hatched}
          timeZone={timeZone}
          zoneName={zone}
          summary={props.words}
        />
      </div>
      <p className={css.words}>{title}</p>
      {lines.difference.some((value) => Math.abs(value) > 0) && (
        <div className={css.difference}>
          <LateDifferenceChart
            values={lines.difference}
            above={{ label: 'B has more', color: B_COLOR }}
            below={{ label: 'A has more', color: A_COLOR }}
            window={window}
            unread={hatched}
            timeZone={timeZone}
            zoneName={zone}
            axisName={`Time of A (${zone})`}
            summary={title}
          />
        </div>
      )}
    </>
  );
}
