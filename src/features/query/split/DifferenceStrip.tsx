import { type ReactNode, useMemo } from 'react';
import type { TimeSeries } from '../../../core/entities/views/timeSeries.ts';
import { useStore } from '../../shared/useStore.ts';
import { bars, STRIP_HEIGHT } from '../results/rows/stripShape.ts';
import css from './split.module.css';
import type { Side } from './splitSides.ts';
import { differenceText } from './splitWords.ts';

/** How many more or fewer rows B has than A in each bucket of the axis on which both are drawn. */
export function DifferenceStrip({
  first,
  second,
}: {
  readonly first: Side;
  readonly second: Side;
}): ReactNode {
  const one = useStore(first.services.series).answer;
  const two = useStore(second.services.series).answer;
  // Render again after each change of a selection.
  useStore(first.services.rowList);
  useStore(second.services.rowList);
  const hasFilters = ({ services, run }: Side): boolean => services.rowList.of(run.runId).filters.length > 0;
  // The difference can be drawn only if both answers have the same buckets.
  const isSame = one?.bucketTicks === two?.bucketTicks && one?.bucketCount === two?.bucketCount;
  if (one === undefined || two === undefined || !isSame) return <div className={css.difference} />;
  return <Difference first={one} second={two} isOfA={hasFilters(first)} isOfB={hasFilters(second)} />;
}

function Difference({
  first,
  second,
  isOfA,
  isOfB,
}: {
  readonly first: TimeSeries;
  readonly second: TimeSeries;
  /** Only the selected rows of A are counted. */
  readonly isOfA: boolean;
  readonly isOfB: boolean;
}): ReactNode {
  const difference = useMemo(
    () => Array.from(second.totals, (count, at) => count - (first.totals[at] ?? 0)),
    [first, second],
  );
  const line = STRIP_HEIGHT / 2;
  const counts = (sign: 1 | -1): Uint32Array =>
    Uint32Array.from(difference, (value) => Math.max(0, sign * value));
  const largest = Uint32Array.from(difference, Math.abs);
  const text = differenceText(difference, first.bucketTicks, [
    ...(isOfA ? (['A'] as const) : []),
    ...(isOfB ? (['B'] as const) : []),
  ]);
  return (
    <figure className={css.difference}>
      <svg
        viewBox={`0 0 ${difference.length} ${STRIP_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text}
      >
        <path d={bars(counts(1), line, -line, largest)} className={css.more} />
        <path d={bars(counts(-1), line, line, largest)} className={css.fewer} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
