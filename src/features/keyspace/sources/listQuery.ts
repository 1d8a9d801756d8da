import type { BulkSummary } from '../../../core/keys/bulk/bulkTypes.ts';
import type { EventVolume } from '../../../core/keys/base/scheme.ts';
import { schemeById } from '../../../core/keys/schemeRegistry.ts';
import { TICKS_PER_SECOND } from '../../../core/time/ticks.ts';
import { EMPTY_FORM, type QueryForm } from '../../../state/run/queryForm.ts';
import { prefixText } from '../../../core/plan/prefixList.ts';

/**
 * The query that would read keys like those of a list, for some rows of its map. The user must name the table. Undefined if the keys have
 * several schemes, or the rows are not prefixes that a query can ask for.
 */
export function queryOfList(
  { schemes }: Pick<BulkSummary, 'schemes'>,
  labels: readonly string[],
): Partial<QueryForm> | undefined {
  const [only, ...others] = schemes;
  const scheme = only && schemeById(only.schemeId);
  if (only === undefined || scheme === undefined || others.length > 0) return undefined;
  const { pk, rk, filter, select, prefixes } = EMPTY_FORM;
  const rounding = only.roundingTicks === undefined ? '' : String(only.roundingTicks / TICKS_PER_SECOND);
  const base = { table: '', scheme: scheme.id, pk, rk, filter, select, rounding, unprefixed: false };
  if (!scheme.prefixed) return { ...base, prefixes, volume: 1 };
  if (!labels.every((label) => /^\d{1,2}$/.test(label))) return undefined;
  const numbers = labels.map(Number);
  return { ...base, prefixes: prefixText(numbers), volume: volumeOf(Math.max(...numbers)) };
}

/** The smallest event volume that includes a prefix from 0 to 99. */
function volumeOf(prefix: number): EventVolume {
  if (prefix === 0) return 1;
  return prefix < 10 ? 10 : 100;
}
