import type { EntityStore } from '../store/entityStore.ts';

/** A piece of a file that is being written. */
export interface FilePiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Rows of the file that are written by the end of these bytes, or earlier. */
  readonly rowsDone: number;
}

/**
 * By column of the store: its index among the properties; negative if it is none of them. Without `properties`, all columns in the store's
 * order.
 */
export function placesOf(store: EntityStore, properties?: readonly string[]): Int32Array {
  const wanted = new Map((properties ?? store.columnNames).map((name, place) => [name, place]));
  return Int32Array.from(store.columnNames, (name) => wanted.get(name) ?? -1);
}

/** What every row has. */
export const SYSTEM: readonly string[] = ['PartitionKey', 'RowKey', 'Timestamp'];

/** See `PlannedQuery`. */
interface AnswerQuery {
  readonly isAnswer?: boolean | undefined;
  readonly select?: readonly string[] | undefined;
}

/**
 * The columns of a file or table. An answer of SQL has only those of its query: other keys were made up to tell its rows apart. A key that is
 * not text is a property beside a made-up key.
 * @param asked the chosen properties; undefined: all
 * @returns `system` only for an answer
 */
export function writtenColumns(
  store: Pick<EntityStore, 'columnNames'>,
  asked: readonly string[] | undefined,
  query: AnswerQuery | undefined,
): { readonly properties: readonly string[]; readonly system?: readonly string[] } {
  // A capture of an older version does not tell the columns of an answer.
  const select = query?.isAnswer === true ? query.select : undefined;
  if (select === undefined) return { properties: asked ?? store.columnNames };
  const properties = new Set(store.columnNames);
  const isSystem = (name: string): boolean => SYSTEM.includes(name) && !properties.has(name);
  return {
    properties: asked ?? select.filter((name) => !isSystem(name)),
    // In the order in which every file has them, whatever the query's: CSV writes its values in this order.
    system: SYSTEM.filter((name) => isSystem(name) && select.includes(name)),
  };
}
