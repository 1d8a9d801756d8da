import { describe, expect, it } from 'vitest';
import type { DiagnosisView } from './finding.ts';
import { briefly, type Counts, expectEach, expectTable, RULES, said, usual } from './scenes.fixture.ts';

/* What the rule about periods says of counts near its borders. */

const { period } = RULES;

const PERIODS: Readonly<Record<number, readonly string[]>> = {
  0.2: [
    '2: Period of 10 min; 0.99000; note; 0-288',
    '3: Period of 15 min; 0.99000; note; 0-288',
    '7: Period of 35 min; 0.99000; note; 0-288',
    '12: Period of 60 min; 0.99000; note; 0-288',
    '24: Period of 2 h; 0.99000; note; 0-288',
    '47: Period of 3.92 h; 0.89185; note; 0-288',
    '48: Period of 4 h; 0.85954; note; 0-288',
    '49: Period of 4 h; 0.76569; note; 0-288',
  ],
  0.5: [
    '2: Period of 10 min; 0.99000; note; 0-288',
    '3: ',
    '8: Period of 40 min; 0.99000; note; 0-288',
    '24: Period of 2 h; 0.99000; note; 0-288',
    '48: Period of 4 h; 0.75905; note; 0-288',
    '49: Period of 4 h; 0.71686; note; 0-288',
  ],
};

describe('a period', () => {
  const pulses =
    (columns: number, part: number, times = 3): Counts =>
    (row, column) =>
      Math.round(usual(row, column) * (column % columns < columns * part ? times : 1));

  it('of so many columns', () => {
    expectTable(PERIODS, (length: number, part) => briefly(period, { counts: pulses(length, part) }));
    const broken =
      (columns: number): Counts =>
      (row, column) =>
        Math.round(usual(row, column) * ((column + 0.5) % columns < columns * 0.3 ? 4 : 1));
    expectEach(
      (columns: number) => briefly(period, { counts: broken(columns) }),
      [
        '2.5: Period of 25 min or a part of it; 0.99000; note; 0-288',
        '3.5: Period of 17.5 min; 0.99000; note; 0-288',
        '5.5: Period of 27.5 min; 0.99000; note; 0-288',
        '7.5: Period of 37.5 min; 0.99000; note; 0-288',
        '9.6: Period of 48 min; 0.99000; note; 0-288',
        '10.25: Period of 51.3 min; 0.99000; note; 0-288',
      ],
    );
    const wave =
      (height: number): Counts =>
      (row, column) =>
        Math.round(usual(row, column) * (2 + height * Math.sin((2 * Math.PI * column) / 20)));
    expectEach(
      (height: number) => briefly(period, { rows: 6, counts: wave(height) }),
      ['0.2: ', '0.3: ', '0.34: ', '0.4: ', '1: Period of 100 min; 0.99000; note; 0-288'],
    );
    const saw: Counts = (row, column) => Math.round(usual(row, column) * (1 + (column % 16) / 8));
    expect(briefly(period, { counts: saw })).toEqual(['Period of 80 min; 0.99000; note; 0-288']);
  });

  it('that is clear, of the load, and shorter than a quarter of a day', () => {
    expectEach(
      (times: number) => briefly(period, { counts: pulses(12, 0.2, times) }),
      ['1.4: ', '1.6: ', '1.8: ', '2: '],
    );
    expectEach(
      (rate: number) =>
        briefly(period, { counts: (row, column) => Math.round(pulses(12, 0.2)(row, column) * rate) }),
      [
        '0.02: Period of 60 min; 0.99000; note; 0-279',
        '0.05: Period of 60 min; 0.99000; note; 0-288',
        '0.1: Period of 60 min; 0.99000; note; 0-288',
        '0.2: Period of 60 min; 0.99000; note; 0-288',
      ],
    );
    expectEach(
      (length: number) => briefly(period, { cellSeconds: 1800, counts: pulses(length, 0.2) }),
      ['11: Period of 5.5 h; 0.99000; note; 0-288', '12: ', '13: '],
    );
    expectEach(
      (columns: number) => briefly(period, { columns, counts: pulses(8, 0.3) }),
      [
        '47: ',
        '48: Period of 40 min; 0.76613; note; 0-48',
        '71: Period of 40 min; 0.92749; note; 0-71',
        '72: Period of 40 min; 0.91320; note; 0-72',
        '73: Period of 40 min; 0.93091; note; 0-73',
        '80: Period of 40 min; 0.96120; note; 0-80',
      ],
    );
    const beats =
      (low: number, high: number, every: number): Counts =>
      (_row, column) =>
        column % every === 0 ? high : low;
    expectEach(
      ([low, high, every]: readonly [number, number, number]) =>
        briefly(period, { rows: 1, counts: beats(low, high, every) }),
      [
        '[9,0,6]: ',
        '[9,10,6]: ',
        '[1,9,6]: Period of 30 min; 0.99000; note; 0-288',
        '[4,9,6]: Period of 30 min; 0.99000; note; 0-288',
        '[9,4,6]: ',
      ],
    );
    const drifting: Counts = (row, column) =>
      Math.round(pulses(12, 0.2)(row, column) * Math.exp(2 * Math.sin(column / 40)));
    expect(briefly(period, { counts: drifting })).toEqual(['Period of 60 min; 0.99000; note; 0-288']);
    expect(
      [48, 47].map((columns) => period.isBlind?.({ active: { from: 5, to: 5 + columns } } as DiagnosisView)),
    ).toEqual([false, true]);
  });

  it('in words', () => {
    expect([
      ...said(period, { counts: pulses(12, 0.2) }),
      ...said(period, { cellSeconds: 60, counts: pulses(3, 0.2) }),
      ...said(period, {
        counts: (row, column) => Math.round(usual(row, column) * ((column + 0.5) % 2.5 < 0.75 ? 4 : 1)),
      }),
    ]).toEqual([
      'All rows together rise and fall every 60 min, by 134 % of their mean: counts correlate 0.96 with themselves one period later, over 24 periods. A timer or a batch writes: plan its peak against the target, or let it start at different times.',
      'All rows together rise and fall every 3 min, by 120 % of their mean: counts correlate 0.99 with themselves one period later, over 96 periods. A timer or a batch writes: plan its peak against the target, or let it start at different times.',
      'All rows together rise and fall every 25 min or a fraction of that, which columns of 5 min cannot show, by 138 % of their mean: counts correlate 0.98 with themselves one period later, over 57 periods. A timer or a batch writes: plan its peak against the target, or let it start at different times.',
    ]);
  });
});
