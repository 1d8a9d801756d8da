import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { completenessText, rowCountText } from '../../../core/plan/completenessText.ts';
import { secondsText } from '../../../core/words.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { SegmentedControl } from '../../../ui/controls/SegmentedControl.tsx';
import { formatCount, formatMs } from '../../../ui/format.ts';
import { useNextTask } from '../../shared/useNextTask.ts';
import { useServices } from '../../shared/services.tsx';
import { unreadSpans } from './time/unreadSpans.ts';
import { useSelectWindow } from './time/useSelectWindow.ts';
import { useStore } from '../../shared/useStore.ts';
import { useZone } from '../../shared/useZone.ts';
import { NoRows } from './states/NoRows.tsx';
import { queryDurations, unfinished } from './words/queryDurations.ts';
import css from './results.module.css';
import { wordsOf } from '../../../ui/text/VisibleText.tsx';
import type { RunState } from '../../../state/run/runState.ts';

/** recharts is half of the whole app: it loads when a chart is looked at. */
async function loadCharts() {
  const [series, duration] = await Promise.all([
    import('../../../ui/charts/TimeSeriesChart.tsx'),
    import('../../../ui/charts/DurationChart.tsx'),
  ]);
  return { TimeSeriesChart: series.TimeSeriesChart, DurationChart: duration.DurationChart };
}

type Charts = Awaited<ReturnType<typeof loadCharts>>;

type Loaded = { readonly charts: Charts } | { readonly fault: string };

/** The charts once they are there; tests wait for them as for any request. */
function useCharts(): Loaded | undefined {
  const { activity } = useServices();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const load = loadCharts().then(
      (charts) => setLoaded({ charts }),
      () =>
        setLoaded({
          fault:
            'The charts could not be loaded: most likely a new version was published. Reload the page; the query stays in the address.',
        }),
    );
    void activity.track(load);
  }, [activity]);
  return loaded;
}

/** A step of the curve stays wider than a pixel. */
const BUCKETS = 300;
const TOP_GROUPS = 7;

type Grouping = 'total' | 'group';

/** Rows over time, and time per query. */
export function ChartPane({ run }: { readonly run: RunState }): ReactNode {
  const [by, setBy] = useState<Grouping>('total');
  const loaded = useCharts();
  if (loaded === undefined) return <p className={css.noMap}>Loading the charts</p>;
  if ('fault' in loaded) {
    return (
      <p className={css.noMap} role="alert">
        {loaded.fault}
      </p>
    );
  }
  const { charts } = loaded;
  return (
    <div className={css.charts}>
      <section className={css.chart} aria-label="Rows over time">
        <div className={css.chartHead}>
          <ChartTitle run={run} />
          <SegmentedControl
            label="Lines"
            hideLabel
            size="small"
            segments={[
              { id: 'total', label: 'Total' },
              { id: 'group', label: 'By prefix' },
            ]}
            value={by}
            onChange={(id) => setBy(id === 'group' ? 'group' : 'total')}
          />
        </div>
        <RowsOverTime run={run} by={by} Chart={charts.TimeSeriesChart} />
      </section>
      <section className={css.chart} aria-label="Time per query">
        <h2 className={css.paneTitle}>Milliseconds per query</h2>
        <TimePerQuery run={run} Chart={charts.DurationChart} />
      </section>
    </div>
  );
}

/** What a step of the chart counts. */
function ChartTitle({ run }: { readonly run: RunState }): ReactNode {
  const { answer } = useStore(useServices().series);
  const hasStep = run.rows > 0 && answer !== undefined && answer.bucketCount > 0;
  return (
    <h2 className={css.paneTitle}>
      {hasStep
        ? `Rows per ${secondsText(Number(answer.bucketTicks) / Number(TICKS_PER_SECOND))}`
        : 'Rows over time'}
    </h2>
  );
}

const HATCHED_WORDS = 'Hatched: not read in at least one query. Missing is not zero.';
const UNKNOWN_WORDS = 'Hatched: rows may be missing at any time. Missing is not zero.';

function RowsOverTime(props: {
  readonly run: RunState;
  readonly by: Grouping;
  readonly Chart: Charts['TimeSeriesChart'];
}): ReactNode {
  const { run, by, Chart } = props;
  const { series } = useServices();
  const { timeZone } = useZone();
  const selectWindow = useSelectWindow();
  const window = run.plan.request.window;
  useEffect(() => {
    series.ask({
      version: run.dataVersion,
      question: { buckets: BUCKETS, by, top: TOP_GROUPS, ...(window !== undefined && { window }) },
    });
  }, [series, run.dataVersion, by, window]);
  const { answer, fault } = useStore(series);
  const unread = useMemo(
    () => unreadSpans(run.plan, run.completeness) ?? 'unknown',
    [run.plan, run.completeness],
  );
  if (fault !== undefined) return <p role="alert">{wordsOf(fault)}</p>;
  if (answer === undefined || answer.bucketCount === 0)
    return <NoRows run={run} none="No rows with a time" />;
  const { before, after, withoutTime } = answer.outside;
  const outside = before + after;
  const worth = rowCountText(run.rows, run.completeness.state);
  return (
    <>
      {(unread === 'unknown' || unread.length > 0) && (
        <p className={css.chartNote}>{`${worth}. ${unread === 'unknown' ? UNKNOWN_WORDS : HATCHED_WORDS}`}</p>
      )}
      <div className={css.chartBody}>
        <Chart
          series={answer}
          timeZone={timeZone}
          unread={unread}
          summary={`${worth} over time. ${completenessText(run.completeness)}`}
          onSelectWindow={selectWindow}
        />
      </div>
      {(outside > 0 || withoutTime > 0) && (
        <p className={css.dim}>
          Not in the chart: {formatCount(outside)} rows outside the window (keys are rounded)
          {withoutTime > 0 && `, ${formatCount(withoutTime)} rows without a time`}.
        </p>
      )}
    </>
  );
}

function TimePerQuery(props: { readonly run: RunState; readonly Chart: Charts['DurationChart'] }): ReactNode {
  const { Chart } = props;
  // Two charts in one task would hold up what is pressed meanwhile.
  const run = useNextTask(props.run);
  const durations = useMemo(() => (run === undefined ? [] : queryDurations(run)), [run]);
  const open = useMemo(() => (run === undefined ? 0 : unfinished(run)), [run]);
  const slowest = durations.reduce((most, query) => Math.max(most, query.firstByteMs + query.restMs), 0);
  if (run === undefined) return undefined;
  return (
    <div className={css.chartBody}>
      <Chart
        durations={durations}
        isIncomplete={open > 0}
        summary={`Time of ${formatCount(durations.length)} queries, the slowest ${formatMs(slowest)}${open > 0 ? `; ${formatCount(open)} did not finish` : ''}`}
      />
    </div>
  );
}
