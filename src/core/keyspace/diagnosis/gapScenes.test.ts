import { describe, expect, it } from 'vitest';
import {
  briefly,
  changed,
  type Counts,
  EVEN,
  expectEach,
  expectTable,
  isIn,
  now,
  RULES,
  said,
  silentIn,
  UNEVEN,
  usual,
} from './scenes.fixture.ts';

/*
 * What the rules about missing rows say of counts that are written down. Each scene is near a border of a rule, so that a changed
 * figure or comparison changes what is said. Whether a rule is right is decided by the tests of planted and of clean tables.
 */

const { gap } = RULES;

const GAPS: Readonly<Record<number, readonly string[]>> = {
  1: [
    '1: Gap for all; 0.81336; fault; 100-101',
    '2: Gap for all; 0.99000; fault; 100-102',
    '6: Gap for all; 0.99000; fault; 100-106',
    '7: Gap for all; 0.81805; fault; 100-107',
    '10: Gap for all; 0.87367; fault; 100-110',
    '13: Gap for all; 0.91681; fault; 100-113',
    '20: Gap for all; 0.99000; fault; 100-120',
    '35: Gap for all; 0.99000; fault; 100-135',
    '36: Gap for all; 0.99000; fault; 100-136',
    '71: Gap for all; 0.99000; fault; 100-171',
    '72: Quiet for 6 h; 0.99000; note; 100-172',
  ],
  0.05: [
    '10: ',
    '13: Gap for all; 0.70702; fault; 100-113',
    '20: Gap for all; 0.78822; fault; 100-120',
    '30: Gap for all; 0.90422; fault; 100-130',
  ],
  0.2: [
    '2: ',
    '3: Gap for all; 0.70702; fault; 100-103',
    '4: Gap for all; 0.75729; fault; 100-104',
    '6: Gap for all; 0.83462; fault; 100-106',
    '7: Gap for all; 0.81805; fault; 100-107',
    '10: Gap for all; 0.87367; fault; 100-110',
    '13: Gap for all; 0.91681; fault; 100-113',
  ],
};

describe('gaps of all', () => {
  it('of so many columns, at parts of the usual rate', () => {
    expectTable(GAPS, (length: number, rate) =>
      briefly(gap, { counts: changed(100, 100 + length, 0, rate) }),
    );
  });

  it('near the ends, and with slow edges', () => {
    expectEach(
      (from: number) => briefly(gap, { counts: changed(from, from + 7) }),
      [
        '1: ',
        '2: Gap for all; 0.81805; fault; 2-9',
        '3: Gap for all; 0.81805; fault; 3-10',
        '4: Gap for all; 0.81805; fault; 4-11',
        '276: Gap for all; 0.81805; fault; 276-283',
        '278: Gap for all; 0.81805; fault; 278-285',
        '279: Gap for all; 0.81805; fault; 279-286',
        '280: ',
        '281: ',
      ],
    );
    expectEach(
      (ramp: number) => {
        const share = (column: number) => Math.min(1, Math.max(0, (Math.abs(column - 140) - 15) / ramp));
        return briefly(gap, { counts: (row, column) => Math.round(usual(row, column) * share(column)) });
      },
      [
        '10: Gap for all; 0.99000; fault; 125-156',
        '15: Gap for all; 0.99000; fault; 125-156',
        '20: Gap for all; 0.91683; fault; 125-156',
        '25: Gap for all; 0.73727; fault; 125-156',
        '30: ',
      ],
    );
  });

  it('that may recur with the day or the week', () => {
    expectEach(
      ([from, to]: readonly [number, number]) => briefly(gap, { columns: 576, counts: changed(from, to) }),
      [
        '[320,440]: Gap for all; 0.99000; fault; 320-440',
        '[300,380]: Regular pause; 0.80000; note; 300-380',
        '[420,520]: Gap for all; 0.99000; fault; 420-520',
        '[288,360]: Regular pause; 0.80000; note; 288-360',
        '[190,262]: Gap for all; 0.99000; fault; 190-262',
      ],
    );
    expectEach(
      ([from, to]: readonly [number, number]) =>
        briefly(gap, { columns: 300, cellSeconds: 3600, counts: changed(from, to) }),
      [
        '[37,85]: Regular pause; 0.80000; note; 37-85',
        '[24,70]: Gap for all; 0.99000; fault; 24-70',
        '[36,72]: Gap for all; 0.99000; fault; 36-72',
        '[25,61]: Gap for all; 0.99000; fault; 25-61',
        '[49,97]: Regular pause; 0.80000; note; 49-97',
      ],
    );
  });

  it('that are several', () => {
    expectEach(
      (number: number) => briefly(gap, { counts: silentIn(EVEN.slice(0, number)) }),
      [
        '2: Gap for all; 0.83842; fault; 40-48 | Gap for all; 0.85685; fault; 85-94',
        '3: 3 regular pauses; 0.80000; note; 40-48 85-94 130-138',
        '4: 4 regular pauses; 0.80000; note; 40-48 85-94 130-138 175-184',
      ],
    );
    expectEach(
      (number: number) => briefly(gap, { counts: silentIn(UNEVEN.slice(0, number)) }),
      [
        '2: Gap for all; 0.90348; fault; 30-42 | Gap for all; 0.88915; fault; 80-91',
        '3: Gap for all; 0.90348; fault; 30-42 | Gap for all; 0.88915; fault; 80-91 | Gap for all; 0.87367; fault; 117-127',
        '4: 4 gaps for all; 0.85685; fault; 30-42 80-91 117-127 190-199',
      ],
    );
    const sparse =
      (every: number, length: number): Counts =>
      (_row, column) =>
        isIn(column, 120, 120 + length) || column % every !== 0 ? 0 : 9;
    expectEach(
      ([every, length]: readonly [number, number]) =>
        briefly(gap, { rows: 1, counts: sparse(every, length) }),
      [
        '[2,4]: ',
        '[2,6]: ',
        '[2,8]: Gap for all; 0.71286; fault; 119-128',
        '[2,20]: Gap for all; 0.87371; fault; 119-140',
        '[3,8]: Gap for all; 0.70448; fault; 118-129',
        '[3,14]: Gap for all; 0.75349; fault; 118-135',
        '[3,40]: Gap for all; 0.92936; fault; 118-162',
        '[5,8]: ',
        '[5,14]: Gap for all; 0.70448; fault; 116-135',
        '[5,40]: Gap for all; 0.83849; fault; 116-160',
      ],
    );
    const own =
      (rows: number, length: number): Counts =>
      (row, column) =>
        isIn(column, 150, 150 + length) || (row < rows && isIn((column + row * 37) % 97, 0, 10)) ? 0 : 9;
    expectEach(
      ([rows, length]: readonly [number, number]) =>
        briefly(gap, { rows: Math.max(rows, 1) + (rows > 2 ? 8 : 0), counts: own(rows, length) }),
      [
        '[1,5]: 3 quiet times; 0.73057; note; 97-107 150-155 194-204',
        '[1,30]: 3 quiet times; 0.87401; note; 97-107 150-180 194-204',
        '[1,31]: Gap for all; 0.99000; fault; 150-181 | 2 quiet times; 0.87401; note; 97-107 194-204',
        '[2,5]: Quiet for 25 min; 0.81722; note; 150-155',
        '[2,12]: Quiet for 60 min; 0.90348; note; 150-162',
        '[3,12]: Quiet for 60 min; 0.90348; note; 150-162',
        '[4,12]: Quiet for 60 min; 0.90348; note; 150-162',
      ],
    );
  });

  it('up to now', () => {
    expectEach(
      (column: number) => briefly(gap, { counts: changed(200, 288), facts: now(column) }),
      [
        '202: ',
        '204: ',
        '205: No new rows; 0.93722; fault; 200-203',
        '206: No new rows; 0.99000; fault; 200-204',
        '240: No new rows; 0.99000; fault; 200-238',
        '400: No new rows; 0.99000; fault; 200-288',
      ],
    );
    expectEach(
      (rate: number) => briefly(gap, { counts: changed(200, 288, 0, rate), facts: now(240) }),
      ['0.02: ', '0.03: No new rows; 0.79463; fault; 200-238', '0.05: No new rows; 0.79463; fault; 200-238'],
    );
    const lag = (p99Seconds: number) => ({
      lag: { rows: 9, medianSeconds: 1, p99Seconds, maxSeconds: 9000, lateRows: 0 },
    });
    expectEach(
      (seconds: number) =>
        briefly(gap, { counts: changed(200, 288), facts: { ...now(240), ...lag(seconds) } }),
      [
        '60: No new rows; 0.99000; fault; 200-238',
        '3000.5: No new rows; 0.99000; fault; 200-229',
        '5700: No new rows; 0.99000; fault; 200-221',
        '5999: No new rows; 0.99000; fault; 200-220',
        '6000: ',
      ],
    );
    expect(briefly(gap, { counts: changed(200, 288), facts: { ...now(288), spansRowsOnly: true } })).toEqual(
      [],
    );
    const nights: Counts = (row, column) =>
      isIn(column, 100, 180) || column >= 388 ? 0 : usual(row, column);
    expect(briefly(gap, { columns: 576, counts: nights, facts: now(468) })).toEqual([
      'Regular pause; 0.80000; note; 100-180',
    ]);
  });

  it('in words', () => {
    expect([
      ...said(gap, { counts: changed(100, 110) }),
      ...said(gap, { counts: silentIn(UNEVEN) }),
      ...said(gap, { counts: changed(200, 288), facts: now(240) }),
      ...said(gap, { counts: changed(100, 180) }),
      ...said(gap, {
        rows: 1,
        counts: silentIn([
          [50, 9],
          [101, 12],
          [190, 10],
        ]),
      }),
      ...said(gap, { columns: 300, cellSeconds: 3600, counts: changed(37, 85) }),
      ...said(gap, { counts: silentIn(EVEN) }),
    ]).toEqual([
      'No row at all from 2026-01-01T08:20:00Z to 2026-01-01T09:10:00Z (50 min); about 645 were expected at the rate before and after. Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
      'No row at all 4 times: 2026-01-01T02:30:00Z (60 min), 2026-01-01T06:40:00Z (55 min), 2026-01-01T09:45:00Z (50 min) and 1 more; about 2,758 were expected at the rates before and after. Every writer stopped each time: look for a shared cause, such as restarts, credentials or throttling.',
      'No row at all since 2026-01-01T16:40:00Z (3.17 h and more); about 2,524 were expected at the rate before. Every writer stopped: check ingestion, credentials and throttling now.',
      'Nobody writes from 2026-01-01T08:20:00Z to 2026-01-01T15:00:00Z (6.67 h). It may be a night or an outage: the map shows no other day at these hours. Compare with the same hours of another day before you call it an outage.',
      'Nobody writes 3 times, the first from 2026-01-01T04:10:00Z to 2026-01-01T04:55:00Z (45 min). Writers also pause this long at other times, so it may be normal. Compare with the same hours of another day before you call it an outage.',
      'Nobody writes from 2026-01-02T13:00:00Z to 2026-01-04T13:00:00Z (2 d), which fits the time of day or the weekend. Working hours or a timer: no outage. Silence at other times is still reported.',
      'Nobody writes 4 times for about 42.5 min, the first from 2026-01-01T03:20:00Z to 2026-01-01T04:00:00Z, at regular intervals. Working hours or a timer: no outage. Silence at other times is still reported.',
    ]);
  });
});
