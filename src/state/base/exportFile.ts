import type { Completeness } from '../../core/plan/completeness.ts';
import { holdsSecret } from './secrets.ts';

/**
 * Which rows a file holds: all rows read, those whose exact time is in the window, or those that pass the
 * filters of the list.
 */
type ExportedRows = 'all' | 'exact-window' | 'filtered';

/**
 * Name of an exported file: table, time of reading, `.exact-window` or `.filtered` if rows are left out, and
 * `.incomplete` unless every matching row was read. Never holds the account, the filter or any part of a SAS, even if
 * that was typed as a table.
 */
export function exportFileName(
  tableName: string,
  completeness: Completeness,
  extension: string,
  exported: ExportedRows = 'all',
): string {
  const table = holdsSecret(tableName) ? 'table' : tableName.replace(/[^A-Za-z0-9$_-]/g, '_').slice(0, 63);
  const readAt = new Date(completeness.readAtMs)
    .toISOString()
    .slice(0, 19)
    .replaceAll(':', '')
    .replace('T', '-');
  const mark = completeness.state === 'complete' ? '' : '.incomplete';
  const part = exported === 'all' ? '' : `.${exported}`;
  return `${table}-${readAt}Z${part}${mark}.${extension}`;
}
