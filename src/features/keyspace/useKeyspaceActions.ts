import { useServices } from '../shared/services.tsx';
import { useActions } from '../shared/useActions.ts';
import { SOURCES } from './keyspaceSources.ts';

/** What the Keyspace view offers in the command palette. */
export function useKeyspaceActions(): void {
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
