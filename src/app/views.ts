export interface View {
  readonly id: 'decode' | 'query' | 'keyspace' | 'design';
  readonly title: string;
}

const DECODE: View = { id: 'decode', title: 'Decode' };

/** The views in the order of the navigation. */
export const VIEWS: readonly View[] = [
  DECODE,
  { id: 'query', title: 'Query' },
  { id: 'keyspace', title: 'Keyspace' },
  { id: 'design', title: 'Design' },
];

/** The view that an address names; Decode if it names none. */
export function viewOf(name: string): View {
  return VIEWS.find((view) => view.id === name) ?? DECODE;
}
