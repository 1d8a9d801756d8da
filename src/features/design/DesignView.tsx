import type { ReactNode } from 'react';
import { DESIGN_TABS, designStoreOf } from '../../state/design/designStore.ts';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './design.module.css';
import { KeysTab } from './keys/KeysTab.tsx';
import { SeriesTab } from './series/SeriesTab.tsx';

/** The lab: what a query costs, and which keys serve it. */
export function DesignView(): ReactNode {
  const { address } = useServices();
  const design = designStoreOf(address);
  const { tab } = useStore(design);
  return (
    <div className={css.view}>
      <Tabs
        label="Design"
        tabs={[
          { id: 'keys', label: 'Keys', content: <KeysTab design={design} /> },
          { id: 'series', label: 'Time series', content: tab === 'series' && <SeriesTab design={design} /> },
        ]}
        selected={tab}
        onSelect={(id) => {
          const chosen = DESIGN_TABS.find((one) => one === id);
          if (chosen !== undefined) design.change({ tab: chosen });
        }}
      />
    </div>
  );
}
