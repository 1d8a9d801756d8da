import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartAnswer, GroupLabel } from '../../../core/entities/chart/chartTypes.ts';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { ArrangedColumns } from '../../../core/rows/packedColumns.ts';
import {
  barPaths,
  figuresOf,
  linePaths,
  lookOf,
  placedMarks,
  type Rank,
  scaleWords,
  trackData,
} from './trackPicture.ts';

const AXIS = { from: 600_000_000n, bucketTicks: 10_000_000n, bucketCount: 8 };
const LEVELS = { name: 'Level', values: ['1', '2', '3', '4', '5'].map((text) => ({ text })) };

function columnsWith(...names: readonly string[]): ArrangedColumns {
  const all = names.map((name) => (name === 'Level' ? LEVELS : { name, values: undefined }));
  return {
    all,
    of: (name: string) => all.find((column) => column.name === name),
    arrangement: { front: all.map(({ name }) => ({ name, role: 'value' })), back: [], folded: [] },
  } as unknown as ArrangedColumns;
}

/** A row's bucket and level; '' if it has no level. */
type Row = readonly [bucket: number, level: string];

/** What the worker answers: one series for each level, counted naively. */
function answerOf(rows: readonly Row[]): ChartAnswer {
  const series = [...new Set(rows.map(([, level]) => level))].map((level) => {
    const label: GroupLabel = level === '' ? { kind: 'absent' } : { kind: 'value', text: level };
    const counts = new Uint32Array(AXIS.bucketCount);
    for (const [bucket, own] of rows) if (own === level) counts[bucket] = (counts[bucket] ?? 0) + 1;
    const values = Float64Array.from(counts);
    return { label, rows: 0, counts, values, overall: 0, exact: new Map<number, bigint>() };
  });
  return {
    ...AXIS,
    series,
    isWidened: false,
    outside: { before: 0, after: 2, withoutTime: 1 },
    leftOut: [],
    rowCount: 0,
  };
}

const RANK_OF: Readonly<Record<string, Rank>> = {
  '1': 'critical',
  '2': 'error',
  '3': 'warning',
  '4': 'info',
  '5': 'verbose',
  '': 'none',
};

/** The rectangles of a path: where each begins, and how far it goes up. */
function rectangles(
  path: string,
): readonly { readonly at: number; readonly from: number; readonly height: number }[] {
  return [...path.matchAll(/M(\d+) ([\d.]+)v-([\d.]+)/g)].map(([, at, from, height]) => ({
    at: Number(at),
    from: 100 - Number(from),
    height: Number(height),
  }));
}

describe('what a track draws', () => {
  it('are levels if there are some, unless it says otherwise', () => {
    const both = columnsWith('Message', 'Level', 'Ms');
    expect(lookOf('', both)).toMatchObject({ kind: 'levels', name: 'Level' });
    expect(lookOf('rows', both)).toEqual({ kind: 'rows' });
    expect(lookOf('p95 Ms of all', both)).toEqual({ kind: 'number', statistic: 'p95', name: 'Ms of all' });
    // A link may name what this table does not have.
    expect([lookOf('levels', columnsWith('Ms')), lookOf('nonsense Ms', columnsWith())]).toEqual([
      { kind: 'rows' },
      { kind: 'rows' },
    ]);
  });

  it('are the counts of a naive loop, stacked from the worst level up, each of them in sight', () => {
    const look = lookOf('', columnsWith('Level'));
    const row = fc.tuple(fc.nat(AXIS.bucketCount - 1), fc.constantFrom('', '1', '2', '3', '4', '5'));
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 300 }),
        fc.nat(7),
        fc.nat(7),
        (rows, anchor, end) => {
          const data = trackData(answerOf(rows), look, AXIS);
          if (data?.kind !== 'bars') throw new Error('no bars');
          const countOf = (isIn: (row: Row) => boolean): number => rows.filter(isIn).length;
          const isInRange = ([bucket]: Row): boolean =>
            bucket >= Math.min(anchor, end) && bucket <= Math.max(anchor, end);
          const bad = countOf((each) => isInRange(each) && ['1', '2'].includes(each[1]));
          const [figure, unit] = figuresOf(data, { anchor, end });
          expect([figure, unit]).toEqual([
            String(countOf(isInRange)),
            `row${countOf(isInRange) === 1 ? '' : 's'}${bad === 0 ? '' : `, ${bad} error${bad === 1 ? '' : 's'}`}`,
          ]);
          const tops = new Map<number, number>();
          for (const { rank, path } of barPaths(data, data.max))
            for (const { at, from, height } of rectangles(path)) {
              const count = countOf(([bucket, level]) => bucket === at && RANK_OF[level] === rank);
              expect(from).toBeCloseTo(tops.get(at) ?? 0, 1);
              expect(
                Math.abs(height - Math.min(100 - from, Math.max(6, (count / data.max) * 100))),
              ).toBeLessThan(0.02);
              tops.set(at, from + height);
            }
          expect([...tops.keys()].length).toBe(new Set(rows.map(([bucket]) => bucket)).size);
          expect(Math.max(...tops.values())).toBeLessThan(100.1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has findings as marks at their times, with names that do not cover each other', () => {
    const finding = (title: string, from: bigint, to: bigint) =>
      ({ title, cells: [{ from, to }] }) as unknown as Finding;
    const all = { from: 1000n, to: 2000n };
    const marks = placedMarks(
      [
        finding('late one', 1950n, 2500n),
        finding('over', 10n, 20n),
        finding('b', 1100n, 1110n),
        finding('a', 0n, 1200n),
      ],
      all,
      400,
    );
    expect(
      marks.map(({ finding: { title }, left, right, isNamed }) => [title, left, right, isNamed]),
    ).toEqual([
      ['a', 0, 80, true],
      ['b', 40, 44, true],
      ['late one', 380, 400, false],
    ]);
    const close = placedMarks([finding('first of two', 1000n, 1001n), finding('b', 1100n, 1110n)], all, 400);
    expect(close.map(({ isNamed }) => isNamed)).toEqual([true, false]);
  });

  it('is never of other buckets than those of the axis', () => {
    const answer = { ...answerOf([[1, '4']]), bucketTicks: 20_000_000n };
    expect(trackData(answer, { kind: 'rows' }, AXIS)).toBeUndefined();
  });

  it('is a line that ends where no row has a number, on a scale that says its ends', () => {
    const look = { kind: 'number', statistic: 'average', name: 'Ms' } as const;
    const of = (values: readonly number[]) => {
      const [series] = answerOf([[0, '']]).series;
      const answer = { ...answerOf([]), series: [{ ...series, values: Float64Array.from(values) }] };
      const data = trackData(answer as ChartAnswer, look, AXIS);
      if (data?.kind !== 'line') throw new Error('no line');
      return data;
    };
    const gap = of([0, 10, Number.NaN, 5, Number.NaN, Number.NaN, 10, 10]);
    expect(linePaths(gap).line).toBe('M0 98h1L1 2h1M3 50h1M6 2h1L7 2h1');
    expect(linePaths(gap).area.match(/z/g)).toHaveLength(3);
    expect([
      scaleWords(gap, AXIS),
      figuresOf(gap, { anchor: 3, end: 3 })[0],
      figuresOf(gap, { anchor: 2, end: 2 })[0],
      figuresOf(gap, { anchor: 7, end: 0 })[0],
    ]).toEqual(['10, 3 rows outside', '5', 'no value', '0 to 10']);
    // If all values are far from zero, the scale begins at the least one.
    expect(scaleWords(of([90, 95, 100, 90, 90, 90, 90, 90]), AXIS)).toBe('90 to 100, 3 rows outside');
    expect(scaleWords(of(Array.from({ length: 8 }, () => Number.NaN)), AXIS)).toBe(
      'no numbers, 3 rows outside',
    );
  });
});
