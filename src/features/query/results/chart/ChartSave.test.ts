import { describe, expect, it } from 'vitest';
import type { ChartResult } from '../../../../core/rows/chartRows.ts';
import { isoToTicks, TICKS_PER_SECOND } from '../../../../core/time/ticks.ts';
import { chartTsv } from './ChartSave.tsx';

const OUTSIDE = { before: 0, after: 0, withoutTime: 0 };
const VALUE = { kind: 'property', name: '=HYPERLINK("x")\tb' } as const;

const REQUEST = { kind: 'series', value: VALUE, statistic: 'sum', buckets: { most: 300 }, top: 7 } as const;

const answer: ChartResult = {
  kind: 'series',
  from: isoToTicks('2026-11-20T21:00:00Z'),
  bucketTicks: TICKS_PER_SECOND,
  bucketCount: 2,
  isWidened: false,
  series: [
    {
      label: { kind: 'value', text: '+cmd|x\ny' },
      rows: 3,
      values: Float64Array.of(2 ** 63, 0),
      counts: Uint32Array.of(1, 1),
      overall: 2 ** 63,
      exact: new Map([[0, 2n ** 63n - 1n]]),
    },
    {
      label: { kind: 'others', groups: 2 },
      rows: 1,
      values: Float64Array.of(0.1, Number.NaN),
      counts: Uint32Array.of(1, 0),
      overall: 0.1,
      exact: new Map(),
    },
  ],
  outside: OUTSIDE,
  leftOut: [],
  rowCount: 4,
};

describe('the data of a chart', () => {
  it('has a line for each bucket, all digits, and nothing for no value', () => {
    expect(chartTsv({ ...REQUEST, split: { by: 'partition' } }, answer, [])).toBe(
      [
        "from\tto\t'+cmd|x y\t2 others",
        '2026-11-20T21:00:00.0000000Z\t2026-11-20T21:00:01.0000000Z\t9223372036854775807\t0.1',
        '2026-11-20T21:00:01.0000000Z\t2026-11-20T21:00:02.0000000Z\t0\t',
        '',
      ].join('\n'),
    );
  });

  it('has no value where time was not read, and says so where nobody knows which', () => {
    const { from } = answer;
    const lines = (...args: readonly [bigint, bigint][]): readonly string[] =>
      chartTsv(
        REQUEST,
        answer,
        args.map(([start, end]) => ({ from: from + start, to: from + end })),
      )
        .replace(/\n$/, '')
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t').slice(2).join('|'));
    const second = TICKS_PER_SECOND;
    const first = '9223372036854775807|0.1';
    expect(lines([second, second + 1n])).toEqual([first, '|']);
    expect(lines([second * 2n - 1n, second * 5n])).toEqual([first, '|']);
    expect(lines([-second, 1n])).toEqual(['|', '0|']);
    expect(lines([-second, 0n], [second * 2n, second * 3n])).toEqual([first, '0|']);
    const whole = chartTsv(REQUEST, answer, []);
    expect(chartTsv(REQUEST, answer, 'unknown')).toBe(`${whole}rows may be missing\n`);
  });

  it('runs nothing in a spreadsheet, whatever names and values hold', () => {
    const bins: ChartResult = {
      kind: 'histogram',
      bins: [{ from: -1, to: 1, rows: 5, all: 5 }],
      leftOut: [],
      rowCount: 5,
    };
    expect(chartTsv({ kind: 'histogram', value: VALUE }, bins, [])).toBe(
      `'=HYPERLINK("x") b from\tto below\trows\n-1\t1\t5\n`,
    );
  });
});
