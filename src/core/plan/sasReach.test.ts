import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRange } from '../keys/rangeTruth.fixture.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { type SasKeys, sasKeysText, sasReach } from './sasReach.ts';
import { exactKey } from '../keys/base/keySpan.ts';

/** Compares as the service does: by partition, then by row, both ends included. */
function isReached(pk: string, rk: string, keys: SasKeys): boolean {
  const { fromPartition = '', fromRow = '', toPartition, toRow } = keys;
  const isBehindStart = pk > fromPartition || (pk === fromPartition && rk >= fromRow);
  const isBeforeEnd =
    toPartition === undefined ||
    pk < toPartition ||
    (pk === toPartition && (toRow === undefined || rk <= toRow));
  return isBehindStart && isBeforeEnd;
}

const key = fc.constantFrom('a', 'b', 'bb', 'c', 'd');
const bound = fc.option(key, { nil: undefined });
const span = fc.oneof(
  fc
    .tuple(bound, bound)
    .filter(([from, to]) => from === undefined || to === undefined || from < to)
    .map(([from, to]) => ({
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    })),
  key.map(exactKey),
);
const range: fc.Arbitrary<TableKeyRange> = fc
  .tuple(span, fc.option(span, { nil: undefined }))
  .map(([partition, row]) => ({ partition, ...(row === undefined ? {} : { row }), exact: true }));
const sasKeys: fc.Arbitrary<SasKeys> = fc
  .tuple(bound, bound, bound, bound)
  .map(([fromPartition, fromRow, toPartition, toRow]) => ({
    ...(fromPartition === undefined ? {} : { fromPartition, ...(fromRow === undefined ? {} : { fromRow }) }),
    ...(toPartition === undefined ? {} : { toPartition, ...(toRow === undefined ? {} : { toRow }) }),
  }));

describe('what a SAS of a key range reaches', () => {
  it('never claims a key that the service would omit, nor excludes one that it returns', () => {
    fc.assert(
      fc.property(range, sasKeys, key, key, (asked, keys, pk, rk) => {
        fc.pre(isInRange(pk, rk, asked));
        const honest = isReached(pk, rk, keys) ? ['inside', 'partly'] : ['outside', 'partly'];
        expect(honest).toContain(sasReach(asked, keys));
      }),
      { numRuns: 500 },
    );
  });

  it('gets keys at the edges right', () => {
    const keys = { fromPartition: 'b', fromRow: 'm', toPartition: 'd', toRow: 'p' };
    const of = (partition: TableKeyRange['partition'], row?: TableKeyRange['row']) =>
      sasReach({ partition, ...(row === undefined ? {} : { row }), exact: true }, keys);
    expect(of({ from: 'c', to: 'd' })).toBe('inside');
    expect(of(exactKey('b'))).toBe('partly');
    expect(of(exactKey('b'), { from: 'm' })).toBe('inside');
    expect(of(exactKey('b'), { to: 'm' })).toBe('outside');
    expect(of(exactKey('d'), { from: 'a', to: 'p\u0000' })).toBe('inside');
    expect(of(exactKey('d'), { from: 'q' })).toBe('outside');
    expect(of({ from: 'a', to: 'b' })).toBe('outside');
    expect(of({ from: 'e' })).toBe('outside');
    expect(of({})).toBe('partly');
    expect(sasReach({ partition: {}, exact: true }, undefined)).toBe('inside');
  });

  it('is the whole range if the SAS is open-ended or ends exactly there', () => {
    const of = (keys: SasKeys, partition: TableKeyRange['partition'], row?: TableKeyRange['row']) =>
      sasReach({ partition, ...(row === undefined ? {} : { row }), exact: true }, keys);
    expect(of({ toPartition: 'd' }, exactKey('d'))).toBe('inside');
    expect(of({ toPartition: 'd' }, { to: 'd' })).toBe('inside');
    expect(of({ toPartition: 'd' }, { from: 'a' })).toBe('partly');
    expect(of({ fromPartition: '' }, {})).toBe('inside');
    expect(of({ fromPartition: 'b' }, { from: 'b' })).toBe('inside');
    expect(of({ fromPartition: 'b' }, {})).toBe('partly');
    expect(of({ toPartition: 'd', toRow: 'p' }, exactKey('d'), { from: 'p' })).toBe('partly');
    expect(of({ toPartition: 'd', toRow: 'p' }, exactKey('d'))).toBe('partly');
    expect(of({ fromPartition: 'b', fromRow: 'm' }, exactKey('b'), { from: 'a' })).toBe('partly');
  });

  it('is described in words', () => {
    expect(sasKeysText({ fromPartition: '5' })).toBe("PartitionKey from '5'");
    expect(sasKeysText({ toPartition: '7' })).toBe("PartitionKey up to '7'");
    expect(sasKeysText({ fromPartition: '5', toPartition: '7', toRow: 'x' })).toBe(
      "PartitionKey from '5' up to '7', RowKey 'x'",
    );
  });
});
