/** What is to be compared. */
export type CompareAsked =
  | { readonly kind: 'choose' }
  /** Both by id; `first` is being read. */
  | { readonly kind: 'waiting'; readonly first: number; readonly second: number }
  | { readonly kind: 'fault'; readonly words: string };
