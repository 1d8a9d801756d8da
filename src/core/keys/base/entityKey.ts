/** Both keys of an entity: what tells it from every other in its table. */
export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** No key is longer: the documentation says 1,024 characters, services accept 512 UTF-16 units. */
export const LONGEST_KEY = 1024;
