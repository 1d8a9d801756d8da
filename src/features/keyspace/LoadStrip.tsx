import { type ReactNode, useMemo } from 'react';
import type { ModelInput, ModelResult } from '../../core/keyspace/model/modelTypes.ts';
import { ACCOUNT_TARGET_PER_SECOND, PARTITION_TARGET_PER_SECOND } from '../../core/keyspace/target.ts';
import { formatCount } from '../../ui/format.ts';
import css from './keyspace.module.css';

const WIDTH = 600;
const HEIGHT = 56;

/** Offered and stored writes a second as areas, over the time of the map: the gap between them is what gets 503. */
export function LoadStrip({
  result,
  input,
}: {
  readonly result: ModelResult;
  readonly input: ModelInput;
}): ReactNode {
  const { steps } = result;
  const most = useMemo(
    () => steps.reduce((peak, { offeredPerSecond }) => Math.max(peak, offeredPerSecond), 1),
    [steps],
  );
  const hottest = useMemo(
    () => steps.reduce((peak, step) => Math.max(peak, step.hottestPartitionPerSecond), 0),
    [steps],
  );
  const offered = useMemo(() => areaOf(steps.map((step) => step.offeredPerSecond / most)), [steps, most]);
  const stored = useMemo(() => areaOf(steps.map((step) => step.storedPerSecond / most)), [steps, most]);
  const servers = steps.reduce((peak, { busyServers }) => Math.max(peak, busyServers), 0);
  const target = input.partitionTargetPerSecond ?? PARTITION_TARGET_PER_SECOND;
  const words = `Writes a second, at most ${formatCount(Math.round(most))} offered; the busiest partition was offered ${formatCount(Math.round(hottest))} (target ${formatCount(target)}; account ${formatCount(ACCOUNT_TARGET_PER_SECOND)}); ${formatCount(servers)} ${servers === 1 ? 'server' : 'servers'} took them.`;
  return (
    <figure className={css.load}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={offered} className={css.offered} />
        <path d={stored} className={css.stored} />
      </svg>
      <figcaption>
        <span className={css.storedKey}>stored</span> <span className={css.offeredKey}>refused with 503</span>{' '}
        {words}
      </figcaption>
    </figure>
  );
}

/** A filled line, one point a pixel at most: the highest of the steps that share it. */
function areaOf(shares: readonly number[]): string {
  const points = Array.from({ length: Math.min(WIDTH, shares.length) }, (_, at) => {
    const from = Math.floor((at * shares.length) / Math.min(WIDTH, shares.length));
    const to = Math.max(from + 1, Math.floor(((at + 1) * shares.length) / Math.min(WIDTH, shares.length)));
    return Math.max(...shares.slice(from, to));
  });
  const x = (at: number): string => ((at * WIDTH) / Math.max(1, points.length - 1)).toFixed(1);
  const line = points.map((share, at) => `L${x(at)},${(HEIGHT - share * (HEIGHT - 2)).toFixed(1)}`).join('');
  return `M0,${HEIGHT}${line}L${WIDTH},${HEIGHT}Z`;
}
