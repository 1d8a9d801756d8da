import type { ReactNode } from 'react';
import { DESIGN_TABS, type DesignStore, designStoreOf } from '../../state/design/designStore.ts';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useServices, useStore } from '../shared/services.tsx';
import { useActions } from '../shared/useActions.ts';
import { OtherVersion } from '../shared/OtherVersion.tsx';
import css from './design.module.css';
import { SeriesTab } from './series/SeriesTab.tsx';
import { DesignBench } from './bench/DesignBench.tsx';
import { QueryVerdict } from './verdict/QueryVerdict.tsx';

const TITLES = { keys: 'Keys', series: 'Time series' } as const;

/** The Design view: what a query costs, and which keys serve it. */
export function DesignView(): ReactNode {
  const { address } = useServices();
  const design = designStoreOf(address);
  const { tab } = useStore(design);
  useActions(
    DESIGN_TABS.filter((id) => id !== tab).map((id) => ({
      id: `design.${id}`,
      group: 'Design',
      title: `Show ${TITLES[id]}`,
      run: () => design.change({ tab: id }),
    })),
  );
  return (
    <div className="column fill">
      <OtherVersion />
      <Tabs
        label="Design"
        tabs={[
          { id: 'keys', label: TITLES.keys, content: <KeysTab design={design} /> },
          { id: 'series', label: TITLES.series, content: tab === 'series' && <SeriesTab design={design} /> },
        ]}
        selected={tab}
        onSelect={(id) => design.change({ tab: id })}
      />
    </div>
  );
}

/** The tab about queries and keys: what one query costs, then which keys serve all queries. */
function KeysTab({ design }: { readonly design: DesignStore }): ReactNode {
  return (
    <div className={css.scroll}>
      <QueryVerdict design={design} />
      <DesignBench design={design} />
    </div>
  );
}
