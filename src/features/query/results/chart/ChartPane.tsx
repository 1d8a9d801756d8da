import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { formatCount, formatMs } from '../../../../ui/format.ts';
import { useNextTask } from '../../../shared/useNextTask.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';
import { queryDurations, unfinished } from '../words/queryDurations.ts';
import css from './chart.module.css';
import { fitChart } from './fitChart.ts';
import { ValuePane } from './ValuePane.tsx';

/** recharts is half of the whole app: it loads when a chart is looked at. */
async function loadCharts() {
  const [values, duration] = await Promise.all([
    import('../../../../ui/charts/ValueChart.tsx'),
    import('../../../../ui/charts/DurationChart.tsx'),
  ]);
  return { ValueChart: values.ValueChart, DurationChart: duration.DurationChart };
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

/** Any value over time, and time per query. */
export function ChartPane({
  run,
  columns,
}: {
  readonly run: RunState;
  readonly columns: ColumnSet;
}): ReactNode {
  const { query } = useServices();
  const form = useStore(query);
  const choice = useMemo(() => fitChart(form.chart), [form.chart]);
  const loaded = useCharts();
  if (loaded === undefined) return <p className={css.loading}>Loading the charts</p>;
  if ('fault' in loaded) {
    return (
      <p className={css.loading} role="alert">
        {loaded.fault}
      </p>
    );
  }
  const { charts } = loaded;
  return (
    <div className={css.charts}>
      <ValuePane
        run={run}
        columns={columns}
        choice={choice}
        onChange={(chart: ChartChoice) => query.change({ chart })}
        Chart={charts.ValueChart}
      />
      {/* Rows of a file, or made of other rows: nothing was sent for them. */}
      {(run.phase === 'running' || run.requests.length > 0) && (
        <section className={css.chart} aria-label="Time per query">
          <h2 className={css.title}>Milliseconds per query</h2>
          <TimePerQuery run={run} Chart={charts.DurationChart} />
        </section>
      )}
    </div>
  );
}

function TimePerQuery(props: { readonly run: RunState; readonly Chart: Charts['DurationChart'] }): ReactNode {
  const { Chart } = props;
  // Drawing two charts in one task would delay the response to a press.
  const run = useNextTask(props.run);
  const durations = useMemo(() => (run === undefined ? [] : queryDurations(run)), [run]);
  const open = useMemo(() => (run === undefined ? 0 : unfinished(run)), [run]);
  const slowest = durations.reduce((most, query) => Math.max(most, query.firstByteMs + query.restMs), 0);
  if (run === undefined) return undefined;
  return (
    <div className={css.body}>
      <Chart
        durations={durations}
        isIncomplete={open > 0}
        summary={`Time of ${formatCount(durations.length)} queries, the slowest ${formatMs(slowest)}${open > 0 ? `; ${formatCount(open)} did not finish` : ''}`}
      />
    </div>
  );
}
