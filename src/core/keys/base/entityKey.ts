/** The two keys that together identify an entity in its table. */
export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** An upper bound for the length of a key: the documentation allows 1,024 characters, services accept 512 UTF-16 units. */
export const LONGEST_KEY = 1024;
