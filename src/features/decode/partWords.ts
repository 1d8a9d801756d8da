import type { KeyPart } from '../../core/keys/base/scheme.ts';

/** The parts of an entity's address, as the service names them. */
export const PART_WORDS: Readonly<Record<KeyPart, string>> = {
  partition: 'PartitionKey',
  row: 'RowKey',
  table: 'table name',
};
