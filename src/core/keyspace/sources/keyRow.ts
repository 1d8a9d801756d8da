import type { EntityStore } from '../../entities/store/entityStore.ts';

/** A row with what the map needs, from any source. The source may reuse the object for the next row. */
export interface KeyRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Timestamp as the service prints it (ISO 8601); undefined if it was not selected. */
  readonly timestamp?: string | undefined;
  /** A property as text; undefined if the row has none with this name. */
  readonly value: (name: string) => string | undefined;
}

/**
 * Lists the rows of a run, except those that a newer copy replaced.
 * @yields each row
 */
export function* storeRows(store: EntityStore): Generator<KeyRow> {
  const counted = store.countedRows();
  for (let row = 0; row < store.rowCount; row++) {
    if (counted !== undefined && counted[row] !== 1) continue;
    yield {
      ...store.key(row),
      timestamp: store.timestamp(row),
      value: (name) => store.cell(row, name)?.text,
    };
  }
}
