import type { KeyspaceSource } from '../../state/keyspace/keyspaceStore.ts';
import { useServices } from '../shared/services.tsx';
import { useActions } from '../shared/useActions.ts';

const SOURCES: readonly (readonly [KeyspaceSource, string])[] = [
  ['run', 'Map the rows of a run'],
  ['probe', 'Probe a table'],
  ['paste', 'Map a list of keys'],
  ['model', 'Simulate a design'],
];

/** What the Keyspace view offers in the command palette. */
export function useKeyspaceActions(): void {
  const { keyspace } = useServices();
  const { source, zoom } = keyspace.get();
  useActions([
    ...SOURCES.filter(([id]) => id !== source).map(([id, title]) => ({
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
    {
      id: 'map.focus',
      group: 'Map',
      title: 'Move to the map',
      run: () => document.querySelector<HTMLElement>('main [role="application"]')?.focus(),
    },
  ]);
}
