import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_KEYS, isInSpan } from '../../keys/base/keySpan.ts';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { partitionsWithin, positionsWithin, rowsWithin, wholePartitions } from './reach.ts';
import { timeAxis } from './timeAxis.ts';

const DAY = 864_000_000_000n;
/** 2026-01-01T00:00:00Z */
const NEW_YEAR = 639_028_224_000_000_000n;
const keyOf = (ticks: bigint): string => String(ticks).padStart(19, '0');

function axisOfTicks() {
  const scheme = schemeById('ticks19');
  if (scheme === undefined) throw new Error('There is no such scheme.');
  return timeAxis(scheme, { partitionKey: keyOf(NEW_YEAR), rowKey: '' }, ALL_KEYS, { isInRow: false });
}

describe('what a SAS lets a probe read', () => {
  const axis = axisOfTicks();
  const bound = fc.option(fc.bigInt({ min: NEW_YEAR - 40n * DAY, max: NEW_YEAR + 40n * DAY }), {
    nil: undefined,
  });

  it('is the times of the axis whose keys are in the span, at both ends', () => {
    fc.assert(
      fc.property(bound, bound, (from, to) => {
        const span = {
          ...(from === undefined ? {} : { from: keyOf(from) }),
          ...(to === undefined ? {} : { to: keyOf(to) }),
        };
        const found = positionsWithin(axis, span, ({ partition }) => partition.from);
        const last = to ?? axis.to;
        const first = from ?? axis.from;
        const expected = from === undefined && to === undefined ? undefined : { from: first, to: last };
        expect(found).toEqual(expected);
      }),
    );
  });

  it('is whole partitions, but for the first and the last where a row bounds them', () => {
    const reach = { fromPartition: 'b', fromRow: '5', toPartition: 'd', toRow: '7' };
    const within = (partition: string, row: string): boolean =>
      isInSpan(partition, partitionsWithin(reach)) && isInSpan(row, rowsWithin(reach, partition));
    const keys = ['a', 'b', 'c', 'd', 'e'].flatMap((partition) =>
      ['4', '5', '7', '8'].map((row) => [partition, row] as const),
    );
    const isAllowed = ([partition, row]: readonly [string, string]): boolean =>
      (partition > 'b' || (partition === 'b' && row >= '5')) &&
      (partition < 'd' || (partition === 'd' && row <= '7'));
    expect(keys.filter(([partition, row]) => within(partition, row))).toEqual(keys.filter(isAllowed));
    const whole = wholePartitions(reach);
    expect(['a', 'b', 'b0', 'c', 'd'].filter((key) => isInSpan(key, whole))).toEqual(['b0', 'c']);
    const open = wholePartitions({ fromPartition: 'b', toPartition: 'd' });
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => isInSpan(key, open))).toEqual(['b', 'c', 'd']);
  });
});
