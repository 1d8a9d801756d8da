import type { Entity } from '../../entities/entity.ts';
import { exportKind, KIND_HEAD_CHARS } from '../../entities/files/exportKind.ts';
import { FileRows } from '../../entities/files/fileRows.ts';
import { runSteps } from '../../steps.ts';

/** Pasted rows, and the number of lines or records that could not be read. */
export interface PastedRows {
  readonly rows: readonly Entity[];
  readonly unread: number;
}

/** How many characters are read. A sample is enough to describe a table, and more would make the page wait. */
const MOST_CHARS = 2_000_000;
const MOST_ROWS = 5000;

/**
 * Reads whole rows from pasted JSON, NDJSON or CSV, which are the formats of exports. Undefined if the text is a list of keys, or empty.
 */
export function rowsOfText(text: string): PastedRows | undefined {
  const kind = exportKind(text.slice(0, KIND_HEAD_CHARS));
  if (kind.kind === 'list') return undefined;
  const file = new FileRows(kind, '');
  runSteps(file.push(text.slice(0, MOST_CHARS)));
  const { store, summary } = runSteps(file.end());
  const count = Math.min(MOST_ROWS, store.rowCount);
  return { rows: Array.from({ length: count }, (_, row) => store.entity(row)), unread: summary.faults.total };
}
