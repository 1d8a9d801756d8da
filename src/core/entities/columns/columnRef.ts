/**
 * Which column is meant: a property by name, PartitionKey, RowKey or Timestamp; or a fact that no property holds: the best known
 * time of a row, the hour that it is in, its prefix, or the template of one of its texts (then `name` is that property). A property
 * may also be called Prefix, so a fact has a field of its own.
 */
export interface ColumnRef {
  readonly name: string;
  readonly fact?: 'time' | 'hour' | 'prefix' | 'template';
}

/** What a column is called. */
export function columnTitle({ name, fact }: ColumnRef): string {
  return fact === 'template' ? `${name}, as a template` : name;
}

/** The same text for the same column. */
export function columnRefName({ name, fact }: ColumnRef): string {
  if (fact === 'template') return `template ${name}`;
  return fact === undefined ? `property ${name}` : fact;
}
