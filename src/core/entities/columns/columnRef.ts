/**
 * Which column is meant: a property by name, PartitionKey, RowKey or Timestamp; or a fact that no property
 * holds: the best known time of a row, the hour that it is in, or its prefix. A property may also be called Prefix, so a fact has a
 * field of its own.
 */
export interface ColumnRef {
  readonly name: string;
  readonly fact?: 'time' | 'hour' | 'prefix';
}

/** The same text for the same column. */
export function columnRefName({ name, fact }: ColumnRef): string {
  return fact === undefined ? `property ${name}` : fact;
}
