import { BASIS_KEY } from '../../entities/order/timeColumn.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timedRows } from '../../entities/store/timedRows.fixture.ts';
import type { Interval } from '../../time/ticks.ts';
import { keyspaceMatrix, MAX_MATRIX_COLUMNS, MAX_MATRIX_ROWS } from './matrix.ts';
import { sumsOf } from './sums.fixture.ts';

const MINUTE = 600_000_000n;
const window = { from: 10n * MINUTE, to: 20n * MINUTE } as Interval;

describe('keyspaceMatrix', () => {
  it('keeps a row for every label asked for, and appends the others', () => {
    const rows = timedRows([
      { ticks: 10n * MINUTE, group: '7' },
      { ticks: 19n * MINUTE, group: '7' },
      { ticks: 19n * MINUTE + 1n, group: '7' },
      { ticks: 15n * MINUTE, group: 'odd' },
    ]);
    const matrix = keyspaceMatrix(rows, { window, columns: 10, by: 'group', labels: ['0', '7', '1'] });
    expect(matrix.labels).toEqual(['0', '7', '1', 'odd']);
    expect([matrix.sharedLabels, matrix.columnCount]).toEqual([0, 10]);
    expect(sumsOf(matrix)).toEqual({ rows: [0, 3, 0, 1], columns: [1, 0, 0, 0, 0, 1, 0, 0, 0, 2] });
    expect(matrix.counts[1 * 10 + 9]).toBe(2);
    expect(matrix.counts[3 * 10 + 5]).toBe(1);
  });

  it('loses no row: each is in a cell or counted outside', () => {
    const row = fc.record({
      ticks: fc.option(fc.bigInt({ min: 0n, max: 30n * MINUTE }), { nil: undefined }),
      group: fc.constantFrom('0', '1', '2', 'x'),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (list, columns) => {
        const matrix = keyspaceMatrix(timedRows(list), {
          window,
          columns,
          by: 'group',
          labels: ['0', '1', '2'],
        });
        const { rowCount, columnCount, counts } = matrix;
        expect(counts).toHaveLength(rowCount * columnCount);
        const inside = list.filter(
          ({ ticks }) => ticks !== undefined && ticks >= window.from && ticks < window.to,
        );
        for (let at = 0; at < rowCount; at++) {
          const ofLabel = (entry: { group: string }) => entry.group === matrix.labels[at];
          for (let column = 0; column < columnCount; column++) {
            const expected = inside.filter(
              (entry) =>
                ofLabel(entry) && Number(((entry.ticks ?? 0n) - matrix.from) / matrix.bucketTicks) === column,
            ).length;
            expect(counts[at * columnCount + column]).toBe(expected);
          }
        }
        const { before, after, withoutTime } = matrix.outside;
        expect(inside.length + before + after + withoutTime).toBe(list.length);
      }),
    );
  });

  it('by query, labels come from the plan', () => {
    const rows = timedRows([{ ticks: 10n * MINUTE, query: 1 }]);
    const labels = ['prefix 0', 'prefix 1'];
    const matrix = keyspaceMatrix(
      rows,
      { window, columns: 1, by: 'query', labels },
      (index) => `prefix ${index}`,
    );
    expect(matrix.labels).toEqual(labels);
    expect(sumsOf(matrix).rows).toEqual([0, 1]);
  });

  it('bounds its size: too many groups share a last row, too many columns are joined', () => {
    const list = Array.from({ length: MAX_MATRIX_ROWS + 50 }, (_, index) => ({
      ticks: 10n * MINUTE,
      group: `tenant ${index}`,
    }));
    const matrix = keyspaceMatrix(timedRows([...list, ...list.slice(-10)]), {
      window,
      columns: 10_000_000,
      by: 'group',
    });
    expect(matrix.rowCount).toBe(MAX_MATRIX_ROWS);
    expect(matrix.sharedLabels).toBe(51);
    expect(matrix.labels.at(-1)).toBe('51 others');
    expect(sumsOf(matrix).rows.at(-1)).toBe(51);
    expect(matrix.labels).toContain(`tenant ${MAX_MATRIX_ROWS + 49}`);
    expect(matrix.columnCount).toBeLessThanOrEqual(MAX_MATRIX_COLUMNS);
  });

  it('an empty store still shows what was asked', () => {
    const matrix = keyspaceMatrix(timedRows(), { window, columns: 5, by: 'group', labels: ['a', 'b', 'a'] });
    expect(matrix.labels).toEqual(['a', 'b']);
    expect(matrix.counts).toEqual(new Uint32Array(10));
  });

  it('columns are no finer than rounded key times, and whole roundings wide', () => {
    const ofKeys = (list: Parameters<typeof timedRows>[0]) => {
      const rows = timedRows(list);
      return {
        ...rows,
        times: (choice: 'event' | 'key') => ({ ...rows.times(choice), basisAt: () => BASIS_KEY }),
      };
    };
    const rounded = ofKeys(
      Array.from({ length: 40 }, (_, at) => ({ ticks: BigInt(10 + (at % 10)) * MINUTE, group: '0' })),
    );
    const request = { window, columns: 60, by: 'group' } as const;
    const comb = keyspaceMatrix(rounded, request);
    expect([comb.bucketTicks, comb.finestTicks]).toEqual([MINUTE / 6n, undefined]);
    const whole = keyspaceMatrix(rounded, { ...request, roundingTicks: MINUTE });
    expect([whole.bucketTicks, whole.finestTicks, whole.columnCount]).toEqual([MINUTE, MINUTE, 10]);
    expect(sumsOf(whole).columns).toEqual(Array.from({ length: 10 }, () => 4));
    // Columns are 5 min wide, although 2 min would otherwise be chosen.
    const five = ofKeys([10n, 15n].map((at) => ({ ticks: at * MINUTE, group: '0' })));
    const two = keyspaceMatrix(five, { ...request, columns: 5, roundingTicks: 5n * MINUTE });
    expect([two.bucketTicks, two.columnCount]).toEqual([5n * MINUTE, 2]);
    // Those of 15 s take two roundings of 10 s each; a zoom would show finer ones.
    const tens = ofKeys([{ ticks: 10n * MINUTE, group: '0' }]);
    const wider = keyspaceMatrix(tens, { ...request, columns: 40, roundingTicks: MINUTE / 6n });
    expect([wider.bucketTicks, wider.finestTicks]).toEqual([MINUTE / 3n, undefined]);
    // The rounding changes neither a coarser map, nor one whose times turn out to be finer.
    expect(keyspaceMatrix(rounded, { ...request, columns: 3, roundingTicks: MINUTE }).finestTicks).toBe(
      undefined,
    );
    const fine = ofKeys([{ ticks: 10n * MINUTE + 7n, group: '0' }]);
    expect(keyspaceMatrix(fine, { ...request, roundingTicks: MINUTE }).bucketTicks).toBe(MINUTE / 6n);
    // Times that do not come from the keys do not count as rounded.
    const exact = timedRows([{ ticks: 10n * MINUTE, group: '0' }]);
    expect(keyspaceMatrix(exact, { ...request, roundingTicks: MINUTE }).bucketTicks).toBe(MINUTE / 6n);
  });
});
