import type { TableKeyRange } from '../keys/base/scheme.ts';
import { exactKeyOf } from './spans.ts';

/**
 * The keys that a SAS may read (spk, srk, epk, erk): from one entity key to another, both included, in table order.
 * Without an end it is open. Source: Create a service SAS, "Specifying table access ranges".
 */
export interface SasKeys {
  readonly fromPartition?: string;
  readonly fromRow?: string;
  readonly toPartition?: string;
  readonly toRow?: string;
}

export type SasReach = 'inside' | 'partly' | 'outside';

function startsInside({ partition, row }: TableKeyRange, { fromPartition, fromRow = '' }: SasKeys): boolean {
  const from = partition.from ?? '';
  if (fromPartition === undefined || from > fromPartition) return true;
  return from === fromPartition && (row?.from ?? '') >= fromRow;
}

function endsInside({ partition, row }: TableKeyRange, { toPartition, toRow }: SasKeys): boolean {
  const { to } = partition;
  if (toPartition === undefined || (to !== undefined && to <= toPartition)) return true;
  if (to !== `${toPartition}\u0000`) return false;
  return toRow === undefined || (row?.to !== undefined && row.to <= `${toRow}\u0000`);
}

function liesBefore({ partition, row }: TableKeyRange, { fromPartition, fromRow = '' }: SasKeys): boolean {
  if (fromPartition === undefined) return false;
  if (partition.to !== undefined && partition.to <= fromPartition) return true;
  return exactKeyOf(partition) === fromPartition && row?.to !== undefined && row.to <= fromRow;
}

function liesBehind({ partition, row }: TableKeyRange, { toPartition, toRow }: SasKeys): boolean {
  if (toPartition === undefined) return false;
  if ((partition.from ?? '') > toPartition) return true;
  return exactKeyOf(partition) === toPartition && toRow !== undefined && (row?.from ?? '') > toRow;
}

/** How much of a range a SAS reaches. The service silently omits the rest. */
export function sasReach(range: TableKeyRange, keys: SasKeys | undefined): SasReach {
  if (keys === undefined || (startsInside(range, keys) && endsInside(range, keys))) return 'inside';
  return liesBefore(range, keys) || liesBehind(range, keys) ? 'outside' : 'partly';
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
