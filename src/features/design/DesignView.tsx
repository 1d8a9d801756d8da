import type { ReactNode } from 'react';
import { DESIGN_TABS, designStoreOf } from '../../state/design/designStore.ts';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import css from './design.module.css';
import { KeysTab } from './keys/KeysTab.tsx';

/** The lab: what a query costs, and which keys serve it. */
export function DesignView(): ReactNode {
  const { address } = useServices();
  const design = designStoreOf(address);
  useStore(design);
  return (
    <div className={css.view}>
      <Tabs
        label="Design"
        tabs={[{ id: 'keys', label: 'Keys', content: <KeysTab design={design} /> }]}
        selected="keys"
        onSelect={(id) => {
          const tab = DESIGN_TABS.find((one) => one === id);
          if (tab !== undefined) design.change({ tab });
        }}
      />
    </div>
  );
}
