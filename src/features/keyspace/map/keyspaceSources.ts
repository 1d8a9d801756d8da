import type { KeyspaceSource } from '../../../state/keyspace/keyspaceStore.ts';

/** Where a map's keys come from: the name in the view, and what the command palette offers. */
export const SOURCES: readonly {
  readonly id: KeyspaceSource;
  readonly label: string;
  readonly title: string;
}[] = [
  { id: 'run', label: 'Run', title: 'Map the rows of a run' },
  { id: 'probe', label: 'Probe', title: 'Probe a table' },
  { id: 'count', label: 'Count', title: 'Count all rows of a table' },
  { id: 'paste', label: 'Paste', title: 'Map a list of keys' },
  { id: 'model', label: 'Model', title: 'Simulate a design' },
];
