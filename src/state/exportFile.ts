import type { Completeness } from '../core/plan/completeness.ts';
import { holdsSecret } from './secrets.ts';

/**
 * Name of an exported file: table, instant of reading, and `.incomplete` unless every row that was asked for is in it.
 * Never holds the account, the filter or anything of the SAS, also where that was typed as a table.
 */
export function exportFileName(tableName: string, completeness: Completeness, extension: string): string {
  const table = holdsSecret(tableName) ? 'table' : tableName.replace(/[^A-Za-z0-9$_-]/g, '_').slice(0, 63);
  const readAt = new Date(completeness.readAtMs)
    .toISOString()
    .slice(0, 19)
    .replaceAll(':', '')
    .replace('T', '-');
  const mark = completeness.state === 'complete' ? '' : '.incomplete';
  return `${table}-${readAt}Z${mark}.${extension}`;
}
