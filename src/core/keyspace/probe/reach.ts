import type { KeySpan } from '../../keys/base/scheme.ts';
import type { PositionSpan } from './findEnd.ts';
import type { ProbeReach } from './probeTypes.ts';
import { type AskSpan, keySpanOf, type TimeAxis } from './timeAxis.ts';

/** The PartitionKeys that may be asked about. */
export function partitionsWithin({ fromPartition, toPartition }: ProbeReach): KeySpan {
  return keySpanOf(fromPartition, toPartition === undefined ? undefined : `${toPartition}\u0000`);
}

/** The RowKeys of one partition that may be asked about: all, but in the first and the last partition. */
export function rowsWithin(reach: ProbeReach, partitionKey: string): KeySpan {
  const { fromPartition, fromRow, toPartition, toRow } = reach;
  const isLast = toPartition === partitionKey && toRow !== undefined;
  return keySpanOf(
    fromPartition === partitionKey ? fromRow : undefined,
    isLast ? `${toRow}\u0000` : undefined,
  );
}

/** The PartitionKeys that are reached with all their rows. */
export function wholePartitions(reach: ProbeReach): KeySpan {
  const { fromPartition, fromRow, toPartition, toRow } = reach;
  return keySpanOf(
    fromPartition === undefined || fromRow === undefined || fromRow === ''
      ? fromPartition
      : `${fromPartition}\u0000`,
    toPartition === undefined || toRow !== undefined ? toPartition : `${toPartition}\u0000`,
  );
}

/** The least position in [low, high] for which something holds that, once it holds, holds for all after it. */
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
 * The positions of an axis whose keys lie in a span; undefined: all of them do. `axis` is not cut itself; `textOf`: the key
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
