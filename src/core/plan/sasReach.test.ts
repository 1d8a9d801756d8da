import { expect, it } from 'vitest';
import { exactKey } from '../keys/base/keySpan.ts';
import type { TableKeyRange } from '../keys/base/scheme.ts';
import { type SasKeys, sasKeysText, sasReach } from './sasReach.ts';

it.each<readonly [SasKeys | undefined, Omit<TableKeyRange, 'exact'>, string]>([
  [undefined, { partition: {} }, 'inside'],
  [{ toPartition: 'd' }, { partition: exactKey('d') }, 'inside'],
  [{ toPartition: 'd' }, { partition: { from: 'a' } }, 'partly'],
  [{ toPartition: 'd', toRow: 'p' }, { partition: exactKey('d') }, 'partly'],
  [{ fromPartition: 'b' }, { partition: { to: 'b' } }, 'outside'],
])('of a SAS for %j, the range %j is %s', (keys, range, reach) => {
  expect(sasReach({ ...range, exact: true }, keys)).toBe(reach);
});

it('the keys of a SAS are described in words', () => {
  expect(sasKeysText({ fromPartition: '5' })).toBe("PartitionKey from '5'");
  expect(sasKeysText({ toPartition: '7' })).toBe("PartitionKey up to '7'");
  expect(sasKeysText({ fromPartition: '5', toPartition: '7', toRow: 'x' })).toBe(
    "PartitionKey from '5' up to '7', RowKey 'x'",
  );
});
