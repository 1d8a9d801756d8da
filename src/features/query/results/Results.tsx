import { memo, type ReactNode } from 'react';
import { RESULT_TABS, type ResultTab } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ChartPane } from './ChartPane.tsx';
import { MapPane } from './MapPane.tsx';
import { RequestsPane } from './requests/RequestsPane.tsx';
import { RowsTab } from './rows/RowsTab.tsx';
import { type RowColumns, useArrangement } from './rows/useArrangement.ts';

const TAB_TITLES: Readonly<Record<ResultTab, string>> = {
  rows: 'Rows',
  chart: 'Chart',
  map: 'Map',
  requests: 'Requests',
};

/** The four views of what a run has read so far. Give it the run's id as key: a new run begins with nothing selected. */
export const Results = memo(function Results({ run }: { readonly run: RunState }): ReactNode {
  const { query } = useServices();
  const { tab } = useStore(query);
  const columns = useArrangement(run);
  return (
    <Tabs
      label="Result views"
      tabs={RESULT_TABS.map((id) => ({
        id,
        label: TAB_TITLES[id],
        content: id === tab ? <Result tab={id} run={run} columns={columns} /> : undefined,
      }))}
      selected={tab}
      onSelect={(id) => {
        const chosen = RESULT_TABS.find((known) => known === id);
        if (chosen !== undefined) query.change({ tab: chosen });
      }}
    />
  );
});

function Result(props: {
  readonly tab: ResultTab;
  readonly run: RunState;
  readonly columns: RowColumns;
}): ReactNode {
  const { tab, run } = props;
  switch (tab) {
    case 'rows':
      return <RowsTab run={run} columns={props.columns} />;
    case 'chart':
      return <ChartPane run={run} />;
    case 'map':
      return <MapPane run={run} />;
    case 'requests':
      return <RequestsPane run={run} />;
  }
}
