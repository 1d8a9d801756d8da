import { type ReactNode, useMemo } from 'react';
import { knowTemplates } from '../../core/keys/templates/templateScheme.ts';
import { SegmentedControl } from '../../ui/controls/SegmentedControl.tsx';
import { OtherVersion } from '../shared/NotInLink.tsx';
import { useServices, useStore, useActions } from '../shared/services.tsx';
import { useUndoKeys } from '../shared/keyOwners.ts';
import { Bookmarks } from './bookmarks/Bookmarks.tsx';
import css from './map/keyspace.module.css';
import { CountBar, CountSource } from './count/CountSource.tsx';
import { ModelSource } from './model/ModelSource.tsx';
import { PasteSource } from './sources/PasteSource.tsx';
import { ProbeBar, ProbeSource } from './probe/ProbeSource.tsx';
import { RunSource } from './sources/RunSource.tsx';
import { SOURCES } from './map/keyspaceSources.ts';
import { namedResults } from '../../state/results/resultTabs.ts';
import { Select } from '../../ui/controls/Select.tsx';

knowTemplates();

/** Where keys lie in time: those of the last query, of a table that is only sampled, of a list of keys, or of a design. */
export function KeyspaceView(): ReactNode {
  const { address, keyspace } = useServices();
  const { source } = useStore(keyspace);
  useKeyspaceActions();
  useUndoKeys(address);
  return (
    <div className={css.view}>
      <div className={css.sources}>
        <SegmentedControl
          label="Source"
          hideLabel
          segments={SOURCES}
          value={source}
          onChange={(id) => keyspace.change({ source: id })}
        />
        {source === 'run' && <ResultSelect />}
        {source === 'probe' && <ProbeBar />}
        {source === 'count' && <CountBar />}
        <Bookmarks />
      </div>
      <div className={css.version}>
        <OtherVersion />
      </div>
      {source === 'paste' && <PasteSource />}
      {source === 'model' && <ModelSource />}
      {source === 'probe' && <ProbeSource />}
      {source === 'count' && <CountSource />}
      {source === 'run' && <RunSource />}
    </div>
  );
}

/** Chooses which of several open results is mapped. */
function ResultSelect(): ReactNode {
  const { results } = useServices();
  const state = useStore(results);
  const named = useMemo(() => namedResults(state.all), [state]);
  if (named.length < 2) return undefined;
  return (
    <Select
      label="Result"
      hideLabel
      options={named.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={String(state.inSight.id)}
      onChange={(id) => results.show(Number(id))}
    />
  );
}

function useKeyspaceActions(): void {
  const { keyspace } = useServices();
  const { source, zoom } = keyspace.get();
  useActions([
    ...SOURCES.filter(({ id }) => id !== source).map(({ id, title }) => ({
      id: `keyspace.${id}`,
      group: 'Keyspace',
      title,
      run: () => keyspace.change({ source: id }),
    })),
    {
      id: 'map.back',
      group: 'Map',
      title: 'Previous zoom',
      keys: ['Backspace'],
      run: keyspace.canGoBack() ? keyspace.back : undefined,
    },
    {
      id: 'map.reset',
      group: 'Map',
      title: 'Show the whole map',
      keys: ['R'],
      run: zoom === undefined ? undefined : () => keyspace.zoomTo(undefined, true),
    },
  ]);
}
