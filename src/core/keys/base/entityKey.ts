/** The two keys that together identify an entity in its table. */
export interface EntityKey {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** The documentation says 1 KiB and 1,024 characters. Services accept 512 UTF-16 units, which are 1 KiB, and refuse 513. */
export const LONGEST_KEY = 512;
