import type { ReactNode } from 'react';
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
  // The difference can be drawn only if both answers have the same buckets.
  const isSame = one?.bucketTicks === two?.bucketTicks && one?.bucketCount === two?.bucketCount;
  if (one === undefined || two === undefined || !isSame) return <div className={css.difference} />;
  const difference = Array.from(two.totals, (count, at) => count - (one.totals[at] ?? 0));
  const line = STRIP_HEIGHT / 2;
  const counts = (sign: 1 | -1): Uint32Array =>
    Uint32Array.from(difference, (value) => Math.max(0, sign * value));
  const largest = Uint32Array.from(difference, Math.abs);
  const selected = [first, second].filter(
    ({ services, run }) => services.rowList.of(run.runId).filters.length > 0,
  );
  const text = differenceText(
    difference,
    one.bucketTicks,
    selected.map(({ letter }) => letter),
  );
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
