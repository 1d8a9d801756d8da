import type { Completeness } from '../../core/plan/completeness.ts';
import { isProven } from '../../core/plan/derived.ts';
import { holdsSecret } from './secrets.ts';

/**
 * Which rows a file holds: all rows read, those whose exact time is in the window, or those that pass the
 * filters of the list.
 */
type ExportedRows = 'all' | 'filtered';

/** What a file name must say about its rows: `.difference` or `.points` if they were made from other results, and `.incomplete`. */
export function fileMarks(completeness: Completeness): readonly string[] {
  const { origin, missing } = marksOf(completeness);
  return [origin, missing].filter((mark) => mark !== '');
}

function marksOf(completeness: Completeness): { readonly origin: string; readonly missing: string } {
  const { derived } = completeness;
  return {
    origin: derived === undefined ? '' : `.${derived.kind}`,
    missing: isProven(completeness) ? '' : '.incomplete',
  };
}

/**
 * Name of an exported file: table, time of reading, what its rows were made from, `.filtered` if rows are left out, and
 * `.incomplete` unless every matching row was read. Never holds the account, the filter or any part of a SAS, even if
 * that was typed as a table.
 */
export function exportFileName(
  tableName: string,
  completeness: Completeness,
  extension: string,
  exported: ExportedRows = 'all',
): string {
  // Rows from a file may have no table name.
  const isNamed = tableName !== '' && !holdsSecret(tableName);
  const table = !isNamed ? 'table' : tableName.replace(/[^A-Za-z0-9$_-]/g, '_').slice(0, 63);
  const readAt = new Date(completeness.readAtMs)
    .toISOString()
    .slice(0, 19)
    .replaceAll(':', '')
    .replace('T', '-');
  const part = exported === 'all' ? '' : `.${exported}`;
  const { origin, missing } = marksOf(completeness);
  return `${table}-${readAt}Z${origin}${part}${missing}.${extension}`;
}
