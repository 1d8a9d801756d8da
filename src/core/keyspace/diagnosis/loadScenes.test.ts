import { describe, expect, it } from 'vitest';
import {
  briefly,
  type Counts,
  changed,
  expectEach,
  expectTable,
  isIn,
  RULES,
  said,
  usual,
} from './scenes.fixture.ts';

/* What the rule about higher loads says of counts near its borders. */

const { burst } = RULES;

const ALL: Readonly<Record<number, readonly string[]>> = {
  4: [
    '3: Burst of prefix 0; 0.70000; note; 0:100-103',
    '11: ',
    '12: Higher load; 0.99000; note; 100-112',
    '20: Higher load; 0.99000; note; 100-120',
  ],
  5: [
    '1: Burst; 0.77829; note; 100-101',
    '2: Burst; 0.80405; note; 100-102',
    '3: Burst; 0.80468; note; 100-103',
    '5: Burst; 0.80570; note; 100-105',
    '9: Burst; 0.74933; note; 100-109',
    '11: Burst; 0.71784; note; 100-111',
    '36: Higher load; 0.99000; note; 100-136',
  ],
  9: [
    '1: Burst; 0.99000; note; 100-101',
    '9: Burst; 0.86419; note; 100-109',
    '11: Burst; 0.78396; note; 100-111',
  ],
};

describe('a burst', () => {
  const ofOne =
    (from: number, to: number, times: number, row = 1): Counts =>
    (at, column) =>
      usual(at, column) * (at === row && isIn(column, from, to) ? times : 1);

  it('of all, for so many columns', () => {
    expectTable(ALL, (length: number, times) =>
      briefly(burst, { counts: changed(100, 100 + length, times) }),
    );
    expectEach(
      (rate: number) => briefly(burst, { counts: changed(100, 102, 9, rate) }),
      [
        '0.03: ',
        '0.05: Burst; 0.76320; note; 100-102',
        '0.1: Burst; 0.84786; note; 100-102',
        '0.3: Burst; 0.94964; note; 100-102',
      ],
    );
    expectEach(
      ([from, to]: readonly [number, number]) => briefly(burst, { counts: changed(from, to, 6) }),
      [
        '[0,2]: Burst; 0.88558; note; 0-2',
        '[1,3]: Burst; 0.89062; note; 1-3',
        '[6,8]: Burst; 0.89062; note; 6-8',
        '[280,282]: Burst; 0.88558; note; 280-282',
        '[286,288]: Burst; 0.89062; note; 286-288',
      ],
    );
  });

  it('of one, of many', () => {
    expectEach(
      (length: number) => briefly(burst, { counts: ofOne(100, 100 + length, 5) }),
      [
        '1: Burst of prefix 1; 0.71568; note; 1:100-101',
        '3: Burst of prefix 1; 0.73564; note; 1:100-103',
        '8: Burst of prefix 1; 0.75028; note; 1:100-108',
      ],
    );
    expectEach(
      (times: number) => briefly(burst, { rows: 10, counts: ofOne(100, 103, times) }),
      [
        '4: ',
        '5: Burst of prefix 1; 0.72400; note; 1:100-103',
        '6: Burst of prefix 1; 0.78886; note; 1:100-103',
        '12: Burst of prefix 1; 0.99000; note; 1:100-103',
      ],
    );
    const several =
      (starts: readonly number[], rows = 99): Counts =>
      (row, column) =>
        usual(row, column) * (row < rows && starts.some((from) => isIn(column, from, from + 2)) ? 8 : 1);
    const uneven = [30, 80, 117, 190, 231];
    expectEach(
      (number: number) => briefly(burst, { counts: several(uneven.slice(0, number)) }),
      [
        '3: Burst; 0.97614; note; 30-32 | Burst; 0.97614; note; 80-82 | Burst; 0.98669; note; 117-119',
        '4: 4 bursts; 0.96202; note; 30-32 80-82 117-119 190-192',
        '5: 5 bursts; 0.94724; note; 30-32 80-82 117-119 190-192 231-233',
      ],
    );
    expectEach(
      (number: number) =>
        briefly(burst, { rows: 6, counts: several([30, 80, 130, 180].slice(0, number), 1) }),
      [
        '2: Burst of prefix 0; 0.89061; note; 0:30-32 | Burst of prefix 0; 0.89061; note; 0:80-82',
        '3: ',
        '4: ',
      ],
    );
    const batches: Counts = (_row, column) => (uneven.some((from) => isIn(column, from, from + 2)) ? 99 : 0);
    expect(briefly(burst, { rows: 1, counts: batches })).toEqual([
      '5 batches; 0.99000; note; 30-32 80-82 117-119 190-192 231-233',
    ]);
    const sizes: Counts = (row, column) =>
      usual(row, column) *
      (row === 0 && isIn(column, 50, 52) ? 9 : row === 2 && isIn(column, 150, 154) ? 6 : 1);
    expect(briefly(burst, { rows: 4, counts: sizes })).toEqual([
      'Burst of prefix 2; 0.80375; note; 2:150-154',
      'Burst of prefix 0; 0.94360; note; 0:50-52',
    ]);
    expectEach(
      (columns: number) => briefly(burst, { columns, counts: changed(8, 9, 20) }),
      [
        '15: Burst of prefix 1; 0.70477; note; 1:8-9 | Burst of prefix 2; 0.70338; note; 2:8-9 | Burst of prefix 0; 0.70260; note; 0:8-9',
        '16: Burst of prefix 1; 0.71314; note; 1:8-9 | Burst of prefix 2; 0.71171; note; 2:8-9 | Burst of prefix 0; 0.71090; note; 0:8-9',
        '17: Burst of prefix 1; 0.72151; note; 1:8-9 | Burst of prefix 2; 0.71978; note; 2:8-9 | Burst of prefix 0; 0.71895; note; 0:8-9',
        '24: Burst; 0.71820; note; 8-9',
        '59: Burst; 0.92159; note; 8-9',
        '60: Burst; 0.93370; note; 8-9',
        '61: Burst; 0.94499; note; 8-9',
      ],
    );
    // Rows that differ much have wide spreads of their own.
    const rough =
      (times: number): Counts =>
      (row, column) =>
        Math.round(
          usual(row, column) * Math.exp(Math.sin(column * column)) * (isIn(column, 140, 142) ? times : 1),
        );
    expectEach((times: number) => briefly(burst, { counts: rough(times) }), ['6: ', '9: ', '14: ', '20: ']);
  });

  it('that lasts is a higher load', () => {
    expectEach(
      ([from, to]: readonly [number, number]) => briefly(burst, { counts: changed(from, to, 6) }),
      [
        '[100,111]: Burst; 0.73847; note; 100-111',
        '[100,112]: Higher load; 0.99000; note; 100-112',
        '[60,252]: Higher load; 0.99000; note; 60-252',
        '[60,253]: Higher load; 0.90265; note; 60-252',
        '[0,60]: Higher load; 0.89296; note; 0-60',
        '[200,288]: Higher load; 0.89291; note; 200-288',
        '[1,61]: Higher load; 0.89668; note; 1-61',
      ],
    );
    expectEach(
      (times: number) => briefly(burst, { counts: changed(100, 160, times) }),
      [
        '2.9: ',
        '3: Higher load; 0.94341; note; 100-160',
        '3.2: Higher load; 0.96842; note; 100-160',
        '4: Higher load; 0.99000; note; 100-160',
      ],
    );
    const two: Counts = (row, column) =>
      usual(row, column) * (isIn(column, 100, 160) ? (row === 3 ? 9 : row === 4 ? 7 : 1) : 1);
    expect(briefly(burst, { rows: 5, counts: two })).toEqual([
      'Higher load of prefix 3; 0.99000; note; 3:100-160',
      'Higher load of prefix 4; 0.99000; note; 4:100-160',
    ]);
    const shares =
      (first: number, others: number): Counts =>
      (row, column) =>
        Math.round(usual(row, column) * (isIn(column, 100, 160) ? (row === 0 ? first : others) : 1));
    expectEach(
      ([first, others]: readonly [number, number]) =>
        briefly(burst, { rows: 4, counts: shares(first, others) }),
      [
        '[12,4]: Higher load of prefix 0; 0.99000; note; 0:100-160',
        '[14,4]: Higher load of prefix 0; 0.99000; note; 0:100-160',
        '[9,1]: Higher load of prefix 0; 0.99000; note; 0:100-160',
        '[9,4]: Higher load; 0.99000; note; 100-160',
        '[9,5]: Higher load; 0.99000; note; 100-160',
      ],
    );
    const from =
      (silent: number): Counts =>
      (row, column) =>
        isIn(column, 100, 160) ? 5 * usual(row, column) : row < silent ? 0 : usual(row, column);
    expectEach(
      (silent: number) => briefly(burst, { rows: 5, counts: from(silent) }),
      ['1: Higher load; 0.99000; note; 100-160', '2: Higher load; 0.99000; note; 100-160', '3: '],
    );
    const slow =
      (ramp: number): Counts =>
      (row, column) =>
        Math.round(
          usual(row, column) * (1 + 5 * Math.min(1, Math.max(0, (40 - Math.abs(column - 144)) / ramp))),
        );
    expectEach(
      (ramp: number) => briefly(burst, { counts: slow(ramp) }),
      [
        '1: Higher load; 0.99000; note; 105-184',
        '3: Higher load; 0.99000; note; 106-183',
        '6: ',
        '9: ',
        '12: ',
      ],
    );
    const again =
      (second: number): Counts =>
      (row, column) =>
        Math.round(usual(row, column) * (isIn(column, 60, 110) ? 6 : isIn(column, 200, 206) ? second : 1));
    expectEach(
      (second: number) => briefly(burst, { counts: again(second) }),
      [
        '2: Higher load; 0.99000; note; 60-110',
        '2.4: Higher load; 0.99000; note; 60-110',
        '2.6: ',
        '6: ',
        '30: Burst; 0.99000; note; 200-206',
      ],
    );
    const pausing =
      (columns: number): Counts =>
      (row, column) =>
        isIn(column, 200, 200 + columns) ? 0 : usual(row, column) * (isIn(column, 100, 130) ? 6 : 1);
    expectEach(
      (columns: number) => briefly(burst, { counts: pausing(columns) }),
      [
        '2: Higher load; 0.99000; note; 100-130',
        '40: ',
        '60: Burst; 0.70000; note; 100-130',
        '70: Burst; 0.70000; note; 100-130',
        '90: Higher load; 0.99000; note; 100-130',
      ],
    );
  });

  it('in words', () => {
    const several: Counts = (row, column) =>
      usual(row, column) * ([30, 80, 117, 190].some((from) => isIn(column, from, from + 2)) ? 8 : 1);
    const batches: Counts = (_row, column) =>
      [30, 80, 117, 190].some((from) => isIn(column, from, from + 2)) ? 99 : 0;
    const ofRows: Counts = (row, column) =>
      usual(row, column) * (row < 5 && isIn(column, 40 + row * 31, 42 + row * 31) ? 9 : 1);
    expect([
      ...said(burst, { counts: changed(100, 103, 9) }),
      ...said(burst, { rows: 10, counts: ofOne(100, 103, 9) }),
      ...said(burst, { counts: changed(100, 160, 6) }),
      ...said(burst, { counts: several }),
      ...said(burst, { rows: 1, counts: batches }),
      ...said(burst, { rows: 12, counts: ofRows }),
    ]).toEqual([
      '1,755 rows from 2026-01-01T08:20:00Z to 2026-01-01T08:35:00Z (1.95 rows/s), 8.8 times the rate just before and after. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
      '585 rows of prefix 1 from 2026-01-01T08:20:00Z to 2026-01-01T08:35:00Z (0.65 rows/s), 8.67 times the rate just before and after. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
      '23,760 rows from 2026-01-01T08:20:00Z to 2026-01-01T13:20:00Z (1.32 rows/s), 6 times the rate outside this time. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
      '4 bursts, half at 7.76 times the rate just before and after, or more: 2026-01-01T02:30:00Z (10 min), 2026-01-01T06:40:00Z (10 min), 2026-01-01T09:45:00Z (10 min) and 1 more. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
      '4 batches, half at 20.3 times the rate just before and after, or more: 2026-01-01T02:30:00Z (10 min), 2026-01-01T06:40:00Z (10 min), 2026-01-01T09:45:00Z (10 min) and 1 more. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
      '5 bursts in prefixes 0, 1, 2 and 2 more, half at 8.4 times the rate just before and after, or more: 2026-01-01T03:20:00Z (10 min), 2026-01-01T05:55:00Z (10 min), 2026-01-01T08:30:00Z (10 min) and 2 more. Check what was written then. If it recurs, spread the writes over time before they reach the target.',
    ]);
  });
});
