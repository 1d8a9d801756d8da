import { type ReactNode, useMemo } from 'react';
import type { ColumnSet } from '../../../core/rows/columnProfile.ts';
import type { ChartChoice } from '../../../state/run/chartChoice.ts';
import { selectedParameters } from '../../../state/run/groupChoice.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { useListState } from '../../shared/selection/SelectedRows.tsx';
import { useServices, useStore } from '../../shared/services.tsx';
import { ChartMenus } from './chart/ChartMenus.tsx';
import { fitChart } from './chart/chartModel.ts';
import { NumbersChart, numbersTitle } from './chart/NumbersChart.tsx';
import css from './chart/chart.module.css';
import { TopValues, topValuesTitle } from './groups/TopValues.tsx';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import { isTimeRange } from '../../../state/run/rowListState.ts';
import { Button } from '../../../ui/controls/Button.tsx';

/** The chart of any value, with its settings in one row above it. */
export function ChartTab(props: { readonly run: RunState; readonly columns: ColumnSet }): ReactNode {
  const { run, columns } = props;
  const { query } = useServices();
  const form = useStore(query);
  const choice = useMemo(() => fitChart(form.chart), [form.chart]);
  const filters = useListState(run.runId, (list) => list.filters);
  const onChange = (chart: ChartChoice): void => query.change({ chart });
  const isOfValues = choice.kind === 'top';
  const View = isOfValues ? TopValues : NumbersChart;
  return (
    <section className={css.chart} aria-label={isOfValues ? topValuesTitle(choice) : numbersTitle(choice)}>
      <div className={css.menus}>
        <ChartMenus {...{ choice, columns, onChange }} parameters={selectedParameters(filters)} />
        {isOfValues || choice.kind === 'histogram' ? (
          choice.zoom !== undefined && (
            <span className="third">of all times: zoom is for charts over time</span>
          )
        ) : (
          <ZoomButton {...{ choice, filters, onChange }} />
        )}
      </div>
      <View {...{ run, choice, onChange }} />
    </section>
  );
}

function ZoomButton(props: {
  readonly choice: ChartChoice;
  readonly filters: readonly RowFilter[];
  readonly onChange: (choice: ChartChoice) => void;
}): ReactNode {
  const { choice, filters, onChange } = props;
  const selectedTime = filters.filter(isTimeRange).find(({ from, to }) => from !== '' && to !== '');
  const zoom = choice.zoom === undefined ? selectedTime : undefined;
  if (choice.zoom === undefined && selectedTime === undefined) return undefined;
  return (
    <Button size="small" look="link" onPress={() => onChange({ ...choice, zoom })}>
      {zoom === undefined ? 'Show all time' : 'Zoom to the selected time'}
    </Button>
  );
}
