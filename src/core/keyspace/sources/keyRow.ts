import type { EntityStore } from '../../entities/store/entityStore.ts';

/** A row as the map needs it, wherever it comes from. May be reused by the source for the next row. */
export interface KeyRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Timestamp as the service prints it (ISO 8601); undefined where it was not selected. */
  readonly timestamp?: string | undefined;
  /** A property as text; undefined where the row has none of this name. */
  readonly value: (name: string) => string | undefined;
}

/**
 * The rows of a run.
 * @yields each row
 */
export function* storeRows(store: EntityStore): Generator<KeyRow> {
  for (let row = 0; row < store.rowCount; row++) {
    yield {
      ...store.key(row),
      timestamp: store.timestamp(row),
      value: (name) => store.cell(row, name)?.text,
    };
  }
}
