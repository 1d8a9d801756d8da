import { type ReactNode, useMemo } from 'react';
import type { ColumnSet } from '../../../core/rows/columnProfile.ts';
import type { ChartChoice } from '../../../state/run/chartChoice.ts';
import { selectedParameters } from '../../../state/run/groupChoice.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { useListState } from '../../shared/selection/SelectedRows.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { ChartMenus } from './chart/ChartMenus.tsx';
import { fitChart } from './chart/chartModel.ts';
import { NumbersChart } from './chart/NumbersChart.tsx';
import { TopValues } from './groups/TopValues.tsx';

/** The chart of any value, with its settings in one row above it. */
export function ChartTab(props: { readonly run: RunState; readonly columns: ColumnSet }): ReactNode {
  const { run, columns } = props;
  const { query } = useServices();
  const form = useStore(query);
  const choice = useMemo(() => fitChart(form.chart), [form.chart]);
  const filters = useListState(run.runId, (list) => list.filters);
  const onChange = (chart: ChartChoice): void => query.change({ chart });
  const menus = <ChartMenus {...{ choice, columns, onChange }} parameters={selectedParameters(filters)} />;
  const View = choice.kind === 'top' ? TopValues : NumbersChart;
  return <View {...{ run, choice, menus, onChange }} />;
}
