import { useMemo, useState } from 'react';
import type { ChartSeries } from '../../../../core/entities/chart/chartTypes.ts';
import type { ChartRequest, ChartResult } from '../../../../core/rows/chartRows.ts';
import { axisSpan, type Interval, isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { useAnswer } from '../../../shared/useAnswer.ts';

/**
 * The version of the rows to ask about. Counting rows over time is cheap, so every version is. For other questions columns must be built
 * anew, so they are asked again only when the number of rows has doubled or the run is over.
 */
export function useVersion(run: RunState, isCheap: boolean): number {
  const isOver = run.phase === 'ended' || run.pause !== undefined;
  const stage = isOver || isCheap ? run.dataVersion : -1 - Math.floor(Math.log2(run.rows + 1));
  const [held, setHeld] = useState({ stage, version: run.dataVersion });
  if (held.stage === stage) return held.version;
  setHeld({ stage, version: run.dataVersion });
  return run.dataVersion;
}

/** The newest answer for the chosen chart, with the question that it belongs to. */
export function useChart(run: RunState, choice: ChartChoice) {
  const { chart, chartOfAll } = useServices();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const window = axisSpan(run.plan.request.window);
  const { kind, value, statistic, bucketSeconds, split, zoom } = choice;
  // What only affects the drawing is not part of the request.
  const request = useMemo(
    () => chartRequest({ kind, value, statistic, bucketSeconds, split, zoom }, window),
    [kind, value, statistic, bucketSeconds, split, zoom, window],
  );
  const isCheap =
    request.kind === 'series' &&
    request.value.kind === 'rows' &&
    (request.split === undefined || request.split.by === 'prefix');
  const version = useVersion(run, isCheap);
  const wanted = useMemo(() => ({ ...request, filters }), [request, filters]);
  const isPart = filters.length > 0;
  const ofAll = useMemo(
    () => (isPart && request.kind === 'series' ? { ...request, split: undefined } : undefined),
    [request, isPart],
  );
  const { asked, answer, fault } = useAnswer(chart, run, wanted, version);
  // This does not depend on the selection, so it is not asked again while that changes.
  const all = useAnswer(chartOfAll, run, ofAll, version);
  return {
    /** The answer is of the previous selection, and is drawn until the new one is counted. */
    isStale: asked !== undefined && asked.question.filters !== filters,
    /** The statistic of all rows over the same buckets, if the chart is of a selection. */
    ofAll: all.asked?.question === ofAll ? lineOver(answer, all.answer) : undefined,
    request: asked?.question,
    answer,
    fault,
  };
}

/** The single line of all rows, if it has the same buckets as the chart. */
function lineOver(chart: ChartResult | undefined, all: ChartResult | undefined): ChartSeries | undefined {
  if (chart?.kind !== 'series' || all?.kind !== 'series') return undefined;
  const hasSameBuckets =
    all.from === chart.from && all.bucketTicks === chart.bucketTicks && all.bucketCount === chart.bucketCount;
  return hasSameBuckets ? all.series[0] : undefined;
}

/** So few that a step of a curve is wider than a pixel. */
const BUCKETS = 300;
const TOP_GROUPS = 7;

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
  { kind, value, statistic, bucketSeconds, split, zoom }: Omit<ChartChoice, 'isLog' | 'hidden' | 'measure'>,
  window: Interval | undefined,
): ChartRequest {
  if (kind === 'histogram' && value.kind !== 'rows') return { kind, value };
  const part = chartWindow(window, zoom);
  return {
    kind: 'series',
    value,
    statistic,
    buckets: bucketSeconds === 0 ? { most: BUCKETS } : { ticks: BigInt(bucketSeconds) * TICKS_PER_SECOND },
    top: TOP_GROUPS,
    split,
    ...(part !== undefined && { window: part }),
  };
}
