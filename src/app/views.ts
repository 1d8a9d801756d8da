export interface View {
  readonly id: 'decode' | 'query' | 'keyspace' | 'design';
  readonly title: string;
}

const DECODE: View = { id: 'decode', title: 'Decode' };

/** What the navigation offers, in its order; each issue that builds a view adds its line. */
export const VIEWS: readonly View[] = [
  DECODE,
  { id: 'query', title: 'Query' },
  { id: 'keyspace', title: 'Keyspace' },
  { id: 'design', title: 'Design' },
];

/** The view that an address names; Decode where it names none. */
export function viewOf(name: string): View {
  return VIEWS.find((view) => view.id === name) ?? DECODE;
}
