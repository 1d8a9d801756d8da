/**
 * Which column is meant: a property by name, PartitionKey, RowKey or Timestamp; or a fact that no property holds: the best
 * known time of a row, or its prefix. A property may be called Prefix too, so a fact is told apart by more than its name.
 */
export interface ColumnRef {
  readonly name: string;
  readonly fact?: 'time' | 'prefix';
}

/** The same text for the same column. */
export function columnRefName({ name, fact }: ColumnRef): string {
  return fact === undefined ? `property ${name}` : fact;
}
