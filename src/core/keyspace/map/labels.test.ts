import { describe, expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { groupLabel, NO_LABEL, type RowGrouping } from './grouping.ts';

describe('the group of a row', () => {
  const keys = [
    ['0000000000000000010___0639028224000000000', 'dep___role___in_1___0000000000000000001'],
    ['0000000000000000002___0639028224000000000', 'dep___role___in_0___0000000000000000001'],
    ['0639028224600000000', 'x'],
  ] as const;
  const labels = (grouping: RowGrouping) =>
    keys.map(([partitionKey, rowKey], row) =>
      groupLabel(grouping, schemeById('wad') ?? noneScheme, {
        partitionKey,
        rowKey,
        value: (name) => (name === 'Level' && row < 2 ? 'high' : undefined),
      }),
    );

  it('is a prefix, a partition, a writer, a part of a writer, or a value of a property', () => {
    expect(labels({ by: 'prefix' })).toEqual(['10', '2', 'unprefixed']);
    expect(labels({ by: 'partition' })).toEqual(keys.map(([partition]) => partition));
    expect(labels({ by: 'identity', part: 2 })).toEqual(['in_1', 'in_0', NO_LABEL]);
    expect(labels({ by: 'identity' })).toEqual(['dep___role___in_1', 'dep___role___in_0', NO_LABEL]);
    expect(labels({ by: 'property', name: 'Level' })).toEqual(['high', 'high', NO_LABEL]);
    expect(labels({ by: 'property', name: '__proto__' })).toEqual([NO_LABEL, NO_LABEL, NO_LABEL]);
  });
});
