import type { TableKeyRange } from '../keys/base/scheme.ts';
import { splitRange } from './rangeSplit.ts';

/**
 * The keys that a SAS may read (spk, srk, epk, erk): from one entity key to another, both included, in key order. A missing end is open.
 * Source: Create a service SAS, "Specifying table access ranges".
 */
export interface SasKeys {
  readonly fromPartition?: string;
  readonly fromRow?: string;
  readonly toPartition?: string;
  readonly toRow?: string;
}

export type SasReach = 'inside' | 'partly' | 'outside';

/** Splits a range into what a SAS reaches and what it does not, each in key order. The service silently omits rows of the latter. */
export function splitByReach(
  range: TableKeyRange,
  keys: SasKeys | undefined,
): { readonly inside: readonly TableKeyRange[]; readonly outside: readonly TableKeyRange[] } {
  if (keys === undefined) return { inside: [range], outside: [] };
  const { fromPartition, fromRow = '', toPartition, toRow } = keys;
  const low =
    fromPartition === undefined
      ? { before: [], after: [range] }
      : splitRange(range, { partitionKey: fromPartition, rowKey: fromRow });
  if (toPartition === undefined) return { inside: low.after, outside: low.before };
  // The end of a SAS range is included.
  const end =
    toRow === undefined
      ? { partitionKey: `${toPartition}\u0000`, rowKey: '' }
      : { partitionKey: toPartition, rowKey: `${toRow}\u0000` };
  const high = low.after.map((each) => splitRange(each, end));
  return {
    inside: high.flatMap(({ before }) => before),
    outside: [...low.before, ...high.flatMap(({ after }) => after)],
  };
}

export function sasReach(range: TableKeyRange, keys: SasKeys | undefined): SasReach {
  const { inside, outside } = splitByReach(range, keys);
  if (outside.length === 0) return 'inside';
  return inside.length === 0 ? 'outside' : 'partly';
}

function keyWords(partition: string, row: string | undefined): string {
  return row === undefined ? `'${partition}'` : `'${partition}', RowKey '${row}'`;
}

/** `PartitionKey from '5' up to '7', RowKey 'x'`. */
export function sasKeysText({ fromPartition, fromRow, toPartition, toRow }: SasKeys): string {
  const from = fromPartition === undefined ? '' : `from ${keyWords(fromPartition, fromRow)}`;
  const to = toPartition === undefined ? '' : `up to ${keyWords(toPartition, toRow)}`;
  return `PartitionKey ${[from, to].filter((part) => part !== '').join(' ')}`;
}
