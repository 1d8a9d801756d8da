import { describe, expect, it } from 'vitest';
import { cellAt } from '../map/cellGrid.ts';
import { withEmptyPrefixes } from './emptyPrefixes.ts';
import { probeGrid } from './probeGrid.ts';
import type { ProbeGroup, ProbePicture } from './probeTypes.ts';

const TIME = { from: 1000n, to: 2000n };

function groupOf(label: string, kind: ProbeGroup['kind'] = 'prefix'): ProbeGroup {
  return {
    label,
    kind,
    partition: {},
    schemeId: 'wad-prefixed',
    firstKey: { partitionKey: label, rowKey: '' },
    gaps: [],
    hasStrangers: false,
    endRequests: 0,
  };
}

function pictureOf(groups: readonly ProbeGroup[], more: Partial<ProbePicture> = {}): ProbePicture {
  const cells = groups.map((_, group) => ({
    group,
    ...TIME,
    rows: 5 + group,
    isCount: true,
    standardError: 0,
  }));
  const spent = {
    requests: 9,
    prefixRequests: 4,
    endRequests: 5,
    rowsRead: 20,
    allowance: 50,
    read: { rows: 20, requests: 1, isAtLeast: false },
  };
  return { groups, cells, pending: [], stage: 'done', ...spent, ...more };
}

const labels = ({ groups }: ProbePicture) => groups.map(({ label }) => label);

describe('prefixes without rows', () => {
  it('are those of the next volume where a prefix is its first: 9 is the last of ten, 10 one of a hundred', () => {
    const rowsWith = (last: number): number => {
      const { picture } = withEmptyPrefixes(
        pictureOf([groupOf('0'), groupOf(String(last))]),
        undefined,
        TIME,
      );
      return picture.groups.length;
    };
    expect([1, 9, 10, 99].map(rowsWith)).toEqual([10, 10, 100, 100]);
    // No volume has a hundred and first prefix, so nothing says which are missing.
    expect(rowsWith(100)).toBe(2);
  });

  it('keep their row where the event volume has them, and their zero is one', () => {
    const { picture, groupOf: found } = withEmptyPrefixes(
      pictureOf([groupOf('1'), groupOf('7'), groupOf('unprefixed', 'run')]),
      undefined,
      TIME,
    );
    expect(labels(picture)).toEqual([...Array.from({ length: 10 }, (_, at) => String(at)), 'unprefixed']);
    expect(found.map((group) => group ?? '')).toEqual(['', 0, '', '', '', '', '', 1, '', '', 2]);
    const grid = probeGrid(picture, TIME, 1);
    const cells = [0, 1, 6, 7, 10].map((row) => cellAt(grid, row, 0));
    expect(cells.map(({ state, count }) => [state, count])).toEqual([
      ['zero', 0],
      ['counted', 5],
      ['zero', 0],
      ['counted', 6],
      ['counted', 7],
    ]);
    expect(labels(withEmptyPrefixes(pictureOf([groupOf('37')]), undefined, TIME).picture)).toHaveLength(100);
  });

  it('that nobody looked for have none: outside of a SAS, behind where the search stopped, while it goes on', () => {
    const groups = [groupOf('2'), groupOf('5')];
    const between = ['2', '3', '4', '5'];
    expect(labels(withEmptyPrefixes(pictureOf(groups), { fromPartition: 'x' }, TIME).picture)).toEqual(
      between,
    );
    const stopped = pictureOf(groups, { incomplete: 'It stopped.' });
    expect(labels(withEmptyPrefixes(stopped, undefined, TIME).picture)).toEqual(between);
    expect(
      labels(withEmptyPrefixes(pictureOf(groups, { stage: 'finding' }), undefined, TIME).picture),
    ).toEqual(between);
  });

  it('are none where the event volume is not known, or the prefixes are more than any has', () => {
    for (const names of [['0'], ['3', '120']]) {
      const picture = pictureOf(names.map((name) => groupOf(name)));
      expect(withEmptyPrefixes(picture, undefined, TIME)).toEqual({
        picture,
        groupOf: names.map((_, at) => at),
      });
    }
    expect(withEmptyPrefixes(pictureOf([]), undefined, TIME).groupOf).toEqual([]);
  });
});
