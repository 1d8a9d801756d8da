import { memo, type ReactNode, useState } from 'react';
import { RESULT_TABS, type ResultTab } from '../../../state/run/queryForm.ts';
import { Tabs } from '../../../ui/controls/Tabs.tsx';
import { useServices } from '../../shared/services.tsx';
import { useStore } from '../../shared/useStore.ts';
import { ChartPane } from './ChartPane.tsx';
import { EntityInspector } from './EntityInspector.tsx';
import { MapPane } from './MapPane.tsx';
import css from '../query.module.css';
import { RequestsPane } from './requests/RequestsPane.tsx';
import { RowsPane, type RowView } from './RowsPane.tsx';
import type { RunState } from '../../../state/run/runState.ts';

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
  return (
    <Tabs
      label="Result views"
      tabs={RESULT_TABS.map((id) => ({
        id,
        label: TAB_TITLES[id],
        content: id === tab ? <Result tab={id} run={run} /> : undefined,
      }))}
      selected={tab}
      onSelect={(id) => {
        const chosen = RESULT_TABS.find((known) => known === id);
        if (chosen !== undefined) query.change({ tab: chosen });
      }}
    />
  );
});

function Result({ tab, run }: { readonly tab: ResultTab; readonly run: RunState }): ReactNode {
  if (tab === 'chart') return <ChartPane run={run} />;
  if (tab === 'requests') return <RequestsPane run={run} />;
  if (tab === 'map') return <MapPane run={run} />;
  return <RowsAndEntity run={run} />;
}

/** Rows with the selected entity beside them. */
function RowsAndEntity({ run }: { readonly run: RunState }): ReactNode {
  const [selected, setSelected] = useState<{
    readonly position: number;
    readonly row: RowView | undefined;
  }>();
  return (
    <div className={css.split}>
      <div className={css.splitMain}>
        <RowsPane
          run={run}
          selected={selected?.position}
          onSelect={(position, row) => setSelected({ position, row })}
        />
      </div>
      <aside className={css.splitSide} aria-label="Selected entity">
        <EntityInspector
          row={selected?.row?.row}
          time={selected?.row?.time}
          schemeId={run.plan.request.schemeId}
        />
      </aside>
    </div>
  );
}
