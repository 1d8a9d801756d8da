import type { Completeness } from '../../core/plan/completeness.ts';
import { holdsSecret } from './secrets.ts';

/** Which rows a file holds: all that were read, or those whose exact time lies in the window. */
type ExportedRows = 'all' | 'shown';

/**
 * Name of an exported file: table, instant of reading, `.exact-window` where rows that were read are left out of it, and
 * `.incomplete` unless every row that was asked for was read.
 * Never holds the account, the filter or anything of the SAS, also where that was typed as a table.
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
  const part = exported === 'shown' ? '.exact-window' : '';
  return `${table}-${readAt}Z${part}${mark}.${extension}`;
}
