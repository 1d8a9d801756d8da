import type { ChartRequest } from '../../../../core/rows/chartRows.ts';
import type { Interval } from '../../../../core/time/interval.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';

/** So few that a step of a curve is wider than a pixel. */
const BUCKETS = 300;
const TOP_GROUPS = 7;
const TOP_VALUES = 20;

/**
 * The part of the time that is shown; undefined: from the first row to the last. A zoom that does not overlap the query's time is ignored.
 */
function chartWindow(window: Interval | undefined, zoom: ChartChoice['zoom']): Interval | undefined {
  if (zoom === undefined) return window;
  const [from, to] = [isoToTicks(zoom.from), isoToTicks(zoom.to)];
  if (window === undefined) return { from, to };
  const part = { from: from > window.from ? from : window.from, to: to < window.to ? to : window.to };
  return part.from < part.to ? part : window;
}

export function chartRequest(
  { kind, value, statistic, bucketSeconds, split, zoom }: Omit<ChartChoice, 'isLog' | 'hidden'>,
  window: Interval | undefined,
): ChartRequest {
  const part = chartWindow(window, zoom);
  const inWindow = part === undefined ? {} : { window: part };
  if (kind === 'histogram' && value.kind !== 'rows') return { kind, value, ...inWindow };
  if (kind === 'top' && value.kind === 'property') return { ...value, kind, top: TOP_VALUES, ...inWindow };
  return {
    kind: 'series',
    value,
    statistic,
    buckets: bucketSeconds === 0 ? { most: BUCKETS } : { ticks: BigInt(bucketSeconds) * TICKS_PER_SECOND },
    top: TOP_GROUPS,
    split,
    ...inWindow,
  };
}
