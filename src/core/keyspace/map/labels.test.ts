import { describe, expect, it } from 'vitest';
import { schemeById } from '../../keys/schemeRegistry.ts';
import { noneScheme } from '../../keys/schemes/none.ts';
import { type GroupSource, groupRows } from './grouping.fixture.ts';
import { NO_LABEL } from './grouping.ts';
import { labelLevels } from './labelTree.ts';

describe('labelLevels', () => {
  it('cuts labels at the separator, up to four levels, each covering every row', () => {
    const labels = [
      'eu___web___0',
      'eu___web___1',
      'eu___db',
      'us___web___0___a___b',
      'us___web___0___a___c',
    ];
    const levels = labelLevels(labels, '___');
    expect(levels.map((spans) => spans.map(({ text, rows }) => `${text}:${rows.from}-${rows.to}`))).toEqual([
      ['eu:0-3', 'us:3-5'],
      ['web:0-2', 'db:2-3', 'web:3-5'],
      ['0:0-1', '1:1-2', ':2-3', '0:3-5'],
      [':0-1', ':1-2', ':2-3', 'a___b:3-4', 'a___c:4-5'],
    ]);
    expect(levels[1]?.[2]?.path).toBe('us___web');
  });

  it('has one level without separator, and none of its own for no labels', () => {
    expect(labelLevels(['a-b', 'c'], '')).toHaveLength(1);
    expect(labelLevels([], '-')).toEqual([[]]);
  });
});

describe('groupRows', () => {
  const keys = [
    ['0000000000000000010___0639028224000000000', 'dep___role___in_1___0000000000000000001'],
    ['0000000000000000002___0639028224000000000', 'dep___role___in_0___0000000000000000001'],
    ['0000000000000000010___0639028224600000000', 'dep___role___in_1___0000000000000000002'],
    ['0639028224600000000', 'x'],
  ] as const;
  const source: GroupSource = {
    rowCount: keys.length,
    key: (row) => ({ partitionKey: keys[row]?.[0] ?? '', rowKey: keys[row]?.[1] ?? '' }),
    value: (row, name) => (name === 'Level' && row < 2 ? 'high' : undefined),
  };
  const wad = schemeById('wad') ?? noneScheme;

  it('by prefix, in the order of numbers', () => {
    const { labels, groups } = groupRows(source, { by: 'prefix' }, wad);
    expect(labels).toEqual(['2', '10', 'unprefixed']);
    expect([...groups]).toEqual([1, 0, 1, 2]);
  });

  it('by partition, identity and any value', () => {
    expect(groupRows(source, { by: 'partition' }, wad).labels).toHaveLength(4);
    expect(groupRows(source, { by: 'identity', part: 2 }, wad).labels).toEqual([NO_LABEL, 'in_0', 'in_1']);
    expect(groupRows(source, { by: 'identity' }, wad).labels).toContain('dep___role___in_1');
    expect(groupRows(source, { by: 'property', name: 'Level' }, wad)).toEqual({
      labels: [NO_LABEL, 'high'],
      groups: Uint32Array.of(1, 1, 0, 0),
    });
    expect(groupRows(source, { by: 'property', name: '__proto__' }, wad).labels).toEqual([NO_LABEL]);
  });
});
