import { wholeGrid } from '../../core/keyspace/map/cellGrid.ts';
import { marginals } from '../../core/keyspace/map/marginals.ts';
import type { BulkSummary } from '../../core/keys/bulk/bulkTypes.ts';
import type { KeyspaceMatrix } from '../../core/keyspace/map/matrix.ts';
import { prefixText } from '../../core/plan/prefixList.ts';
import { durationText } from '../../core/time/durationText.ts';
import { clampTicks, ticksToIso } from '../../core/time/ticks.ts';
import { holdsSecret } from '../../state/base/secrets.ts';
import { formatCount, formatPlural } from '../../ui/format.ts';

/** What a whole list holds, in one sentence: "1,000,000 keys in 1,000,003 lines". */
export function listWords(summary: BulkSummary): string {
  const { keys, lines, unreadable, blankLines } = summary;
  const rest = [
    ...(blankLines === 0 ? [] : [`${formatCount(blankLines)} blank`]),
    ...(unreadable.total === 0 ? [] : [`${formatCount(unreadable.total)} unreadable`]),
  ];
  const also = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  return `${formatPlural(keys, 'key')} in ${formatPlural(lines, 'line')}${also}`;
}

/** Which prefixes the keys have, and how evenly they are used. */
export function prefixWords(summary: BulkSummary): string {
  const { prefixes, unprefixedKeys } = summary;
  if (prefixes.length === 0) return 'none';
  const numbers = prefixes.map(({ prefix }) => prefix);
  const counts = prefixes.map(({ keys }) => keys);
  const most = prefixes.reduce((best, each) => (each.keys > best.keys ? each : best));
  const total = counts.reduce((sum, keys) => sum + keys, 0);
  const share = Math.round((100 * most.keys) / total);
  const plain = unprefixedKeys === 0 ? '' : `; ${formatPlural(unprefixedKeys, 'key')} without`;
  return `${prefixText(numbers, '\u2013', ', ')}; most in ${most.prefix} (${share} %)${plain}`;
}

/** The rounding that each scheme's keys show. */
export function roundingWords(summary: BulkSummary): string {
  const found = summary.schemes.filter(({ roundingTicks }) => roundingTicks !== undefined);
  if (found.length === 0) return 'none found';
  return found
    .map(({ title, roundingTicks }) => {
      const step = roundingTicks === undefined ? '' : durationText(roundingTicks);
      return summary.schemes.length === 1 ? step : `${step} (${title})`;
    })
    .join(', ');
}

/** The map in words, for screen readers. */
export function mapWords(matrix: KeyspaceMatrix): string {
  const { total: keys, max } = marginals(matrix, wholeGrid(matrix));
  const to = matrix.from + BigInt(matrix.columnCount) * matrix.bucketTicks;
  return `${formatPlural(keys, 'key')} in ${formatPlural(matrix.rowCount, 'row')} of the map, from ${ticksToIso(clampTicks(matrix.from))} to ${ticksToIso(clampTicks(to))}; the highest cell has ${formatCount(max)}`;
}

/** "keys.txt" becomes "keys.decoded.csv". */
export function csvName(name: string): string {
  const stem = name
    .replace(/\.[A-Za-z0-9]{1,8}$/, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, 80);
  return `${stem === '' || stem === '-' || holdsSecret(name) ? 'keys' : stem}.decoded.csv`;
}
