import type { ReactNode } from 'react';
import { knowTemplates } from '../../core/keys/templates/templateScheme.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { OtherVersion } from '../shared/OtherVersion.tsx';
import { useServices } from '../shared/services.tsx';
import { useStore } from '../shared/useStore.ts';
import { Bookmarks } from './bookmarks/Bookmarks.tsx';
import css from './map/keyspace.module.css';
import { ModelSource } from './model/ModelSource.tsx';
import { PasteSource } from './sources/PasteSource.tsx';
import { ProbeSource } from './probe/ProbeSource.tsx';
import { ResultSelect } from './sources/ResultSelect.tsx';
import { RunSource } from './sources/RunSource.tsx';
import { SOURCES } from './keyspaceSources.ts';
import { useKeyspaceActions } from './useKeyspaceActions.ts';

knowTemplates();

/** Where keys lie in time: of the last query, of a table that is only sampled, of a list of keys, or of a design. */
export function KeyspaceView({ onConnect }: { readonly onConnect: () => void }): ReactNode {
  const { keyspace } = useServices();
  const { source } = useStore(keyspace);
  useKeyspaceActions();
  return (
    <div className={css.view}>
      <div className={css.sources}>
        <SegmentedControl
          label="Source"
          hideLabel
          segments={SOURCES}
          value={source}
          onChange={(id) => {
            const next = SOURCES.find((one) => one.id === id);
            if (next !== undefined) keyspace.change({ source: next.id });
          }}
        />
        {source === 'run' && <ResultSelect />}
        <span className={css.gap} />
        <Bookmarks />
      </div>
      <div className={css.version}>
        <OtherVersion />
      </div>
      {source === 'paste' && <PasteSource />}
      {source === 'model' && <ModelSource />}
      {source === 'probe' && <ProbeSource onConnect={onConnect} />}
      {source === 'run' && <RunSource onConnect={onConnect} />}
    </div>
  );
}
