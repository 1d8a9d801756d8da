import type { KeySpan } from '../../keys/base/scheme.ts';
import type { PositionSpan } from './knownRows.ts';
import type { SasKeys } from '../../plan/sasReach.ts';

import type { AskSpan, TimeAxis } from './timeAxis.ts';
import { spanOf } from '../../keys/base/keySpan.ts';

/** The PartitionKeys that the SAS allows to read. */
export function partitionsWithin({ fromPartition, toPartition }: SasKeys): KeySpan {
  return spanOf(fromPartition, toPartition === undefined ? undefined : `${toPartition}\u0000`);
}

/** The RowKeys of one partition that the SAS allows to read: all, except in the first and the last partition. */
export function rowsWithin(reach: SasKeys, partitionKey: string): KeySpan {
  const { fromPartition, fromRow, toPartition, toRow } = reach;
  const isLast = toPartition === partitionKey && toRow !== undefined;
  return spanOf(fromPartition === partitionKey ? fromRow : undefined, isLast ? `${toRow}\u0000` : undefined);
}

/** The PartitionKeys of which all rows can be read. */
export function wholePartitions(reach: SasKeys): KeySpan {
  const { fromPartition, fromRow, toPartition, toRow } = reach;
  return spanOf(
    fromPartition === undefined || fromRow === undefined || fromRow === ''
      ? fromPartition
      : `${fromPartition}\u0000`,
    toPartition === undefined || toRow !== undefined ? toPartition : `${toPartition}\u0000`,
  );
}

/** The lowest position in [low, high] for which `holds` is true. Once true, it must stay true for all higher positions. */
function firstPosition(low: bigint, high: bigint, holds: (position: bigint) => boolean): bigint {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = from + (to - from) / 2n;
    if (holds(middle)) to = middle;
    else from = middle + 1n;
  }
  return from;
}

/**
 * The positions of an axis whose keys are in a span; undefined if all are. `axis` must not be cut yet. `textOf` returns the key
 * that holds the time.
 */
export function positionsWithin(
  axis: TimeAxis,
  { from, to }: KeySpan,
  textOf: (span: AskSpan) => string | undefined,
): PositionSpan | undefined {
  const text = (position: bigint): string => textOf(axis.spanFrom(position)) ?? '';
  const first =
    from === undefined || text(axis.from) >= from
      ? axis.from
      : firstPosition(axis.from, axis.to, (position) => text(position) >= from);
  const after =
    to === undefined || text(axis.to - 1n) < to
      ? axis.to
      : firstPosition(axis.from, axis.to, (position) => text(position) >= to);
  return first === axis.from && after === axis.to ? undefined : { from: first, to: after };
}
