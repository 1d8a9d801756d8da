import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { useServices } from '../../../shared/services.tsx';
import { useStore } from '../../../shared/useStore.ts';
import css from './chart.module.css';
import { fitChart } from './fitChart.ts';
import { ValuePane } from './ValuePane.tsx';

/** recharts is half of the whole app: it loads when a chart is looked at. */
async function loadChart() {
  return (await import('../../../../ui/charts/ValueChart.tsx')).ValueChart;
}

type ValueChart = Awaited<ReturnType<typeof loadChart>>;

type Loaded = { readonly Chart: ValueChart } | { readonly fault: string };

/** The chart once it is there; tests wait for it as for any request. */
function useValueChart(): Loaded | undefined {
  const { activity } = useServices();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const load = loadChart().then(
      (Chart) => setLoaded({ Chart }),
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

/** Any value over time. */
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
  const loaded = useValueChart();
  if (loaded === undefined) return <p className={css.loading}>Loading the charts</p>;
  if ('fault' in loaded) {
    return (
      <p className={css.loading} role="alert">
        {loaded.fault}
      </p>
    );
  }
  return (
    <ValuePane
      run={run}
      columns={columns}
      choice={choice}
      onChange={(chart: ChartChoice) => query.change({ chart })}
      Chart={loaded.Chart}
    />
  );
}
