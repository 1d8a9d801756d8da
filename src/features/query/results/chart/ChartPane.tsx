import { type ReactNode, useMemo } from 'react';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { LoadWords } from '../../../shared/LoadWords.tsx';
import { useServices } from '../../../shared/services.tsx';
import { useLoaded } from '../../../shared/useLoaded.ts';
import { useStore } from '../../../shared/useStore.ts';
import css from './chart.module.css';
import { fitChart } from './fitChart.ts';
import { ValuePane } from './ValuePane.tsx';

/** recharts is half of the code of the whole app, so it loads only when a chart is shown. */
const loadChart = () => import('../../../../ui/charts/ValueChart.tsx').then((module) => module.ValueChart);

/** The chart of any value over time. */
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
  const loaded = useLoaded(loadChart, true);
  if (loaded.state !== 'loaded')
    return <LoadWords of="the chart" state={loaded.state} className={css.loading} />;
  return (
    <ValuePane
      run={run}
      columns={columns}
      choice={choice}
      onChange={(chart) => query.change({ chart })}
      Chart={loaded.value}
    />
  );
}
