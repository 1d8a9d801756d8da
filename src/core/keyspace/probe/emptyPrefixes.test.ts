import { describe, expect, it } from 'vitest';
import { withAllPrefixes } from './emptyPrefixes.ts';
import type { ProbeGroup } from './probeTypes.ts';

const NONE = new Set<number>();

function groupOf(label: string, kind: ProbeGroup['kind'] = 'prefix'): ProbeGroup {
  const rows = { rows: 5, isCount: true, standardError: 0 };
  return {
    label,
    kind,
    presence: 'found',
    schemeId: 'wad-prefixed',
    partitionKey: label,
    gaps: [],
    hasStrangers: false,
    rows,
    rowsIn: () => rows,
  };
}

const labels = (groups: readonly ProbeGroup[]) => groups.map(({ label }) => label);

describe('prefixes without rows', () => {
  it('are those of the next volume where a prefix is its first: 9 is the last of ten, 10 one of a hundred', () => {
    const rowsWith = (last: number) =>
      withAllPrefixes([groupOf('0'), groupOf(String(last))], undefined, NONE).length;
    expect([1, 9, 10, 99].map(rowsWith)).toEqual([10, 10, 100, 100]);
    // No volume has a hundred and first prefix, so nothing says which are missing.
    expect(rowsWith(100)).toBe(2);
    expect(withAllPrefixes([], undefined, NONE)).toEqual([]);
    expect(labels(withAllPrefixes([groupOf('0')], undefined, NONE))).toEqual(['0']);
  });

  it('keep their row, with a zero that is proven; those that nobody looked at have no number', () => {
    const groups = [groupOf('a', 'partition'), groupOf('1'), groupOf('7'), groupOf('unprefixed', 'run')];
    const rows = withAllPrefixes(groups, undefined, new Set([3, 8]));
    expect(labels(rows)).toEqual(['a', ...Array.from({ length: 10 }, (_, at) => String(at)), 'unprefixed']);
    expect(rows.map(({ presence }) => presence.charAt(0)).join('')).toBe('fefeueeefuef');
    expect([1, 4, 2, 9].map((row) => rows[row]?.rowsIn(0n, 1n)?.rows)).toEqual([0, undefined, 5, undefined]);
  });

  it('outside of a SAS are none', () => {
    const rows = withAllPrefixes([groupOf('2'), groupOf('5')], { fromPartition: 'x' }, NONE);
    expect(labels(rows)).toEqual(['2', '3', '4', '5']);
  });
});
