import { describe, expect, it } from 'vitest';
import type { DiagnosisView } from './finding.ts';
import {
  briefly,
  changed,
  type Counts,
  EVEN,
  expectEach,
  expectTable,
  isIn,
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

const { drop, silent } = RULES;

const DROPS: Readonly<Record<number, readonly string[]>> = {
  0.05: [
    '1: Drop for all to 5 %; 0.96254; fault; 100-101',
    '2: Drop for all to 5 %; 0.96569; fault; 100-102',
    '3: Drop for all to 4 %; 0.96884; fault; 100-103',
    '8: Drop for all to 5 %; 0.96884; fault; 100-108',
    '14: Drop for all to 5 %; 0.99000; fault; 100-114',
    '72: Quiet for 6 h; 0.85511; note; 100-172',
    '98: Quiet for 8.17 h; 0.91485; note; 100-198',
  ],
  0.25: [
    '1: Drop for all to 24 %; 0.74333; fault; 100-101',
    '2: Drop for all to 25 %; 0.74148; fault; 100-102',
    '3: Drop for all to 25 %; 0.74396; fault; 100-103',
    '14: Drop for all to 25 %; 0.82735; fault; 100-114',
    '30: Drop for all to 25 %; 0.90285; fault; 100-130',
    '97: Quiet for 8.08 h; 0.77147; note; 100-197',
    '98: ',
  ],
  0.3: [
    '8: ',
    '14: Drop for all to 30 %; 0.79349; fault; 100-114',
    '30: Drop for all to 30 %; 0.85316; fault; 100-130',
    '80: ',
  ],
  0.33: ['30: '],
};

const SILENCES: Readonly<Record<number, readonly string[]>> = {
  1: [
    '1: Prefix 2 was silent; 0.74958; fault; 2:100-101',
    '2: Prefix 2 was silent; 0.96018; fault; 2:100-102',
    '14: Prefix 2 was silent; 0.76860; fault; 2:100-114',
    '15: Prefix 2 was silent; 0.96625; fault; 2:100-115',
    '188: Prefix 2 is silent; 0.99000; fault; 2:100-288',
  ],
  0.05: [
    '8: ',
    '14: ',
    '15: Prefix 2 was silent; 0.96671; fault; 2:100-115',
    '16: Prefix 2 was silent; 0.97843; fault; 2:100-116',
  ],
  0.1: [
    '8: ',
    '14: Prefix 2 was silent; 0.71157; fault; 2:100-114',
    '15: Prefix 2 was silent; 0.96671; fault; 2:100-115',
    '16: Prefix 2 was silent; 0.97843; fault; 2:100-116',
  ],
  0.3: [
    '2: ',
    '3: Prefix 2 was silent; 0.73224; fault; 2:100-103',
    '4: Prefix 2 was silent; 0.79402; fault; 2:100-104',
    '6: Prefix 2 was silent; 0.92162; fault; 2:100-106',
    '14: Prefix 2 was silent; 0.74231; fault; 2:100-114',
    '15: Prefix 2 was silent; 0.96633; fault; 2:100-115',
  ],
};

describe('drops of all', () => {
  it('to a part of the usual rate', () => {
    expectTable(DROPS, (length: number, part) => briefly(drop, { counts: changed(100, 100 + length, part) }));
    expectEach(
      (rate: number) => briefly(drop, { counts: changed(100, 101, 0.05, rate) }),
      [
        '0.3: ',
        '0.45: ',
        '0.5: Drop for all to 9 %; 0.77974; fault; 100-101',
        '0.55: Drop for all to 8 %; 0.80421; fault; 100-101',
        '0.7: Drop for all to 7 %; 0.84452; fault; 100-101',
      ],
    );
  });

  it('near the ends, and with the day or the week', () => {
    expectEach(
      (from: number) => briefly(drop, { counts: changed(from, from + 6, 0.1) }),
      [
        '1: ',
        '2: Drop for all to 9 %; 0.89113; fault; 2-8',
        '3: Drop for all to 9 %; 0.89475; fault; 3-9',
        '279: Drop for all to 9 %; 0.88928; fault; 279-285',
        '280: Drop for all to 9 %; 0.89292; fault; 280-286',
        '281: ',
      ],
    );
    expectEach(
      ([from, to]: readonly [number, number]) =>
        briefly(drop, { columns: 576, counts: changed(from, to, 0.1) }),
      [
        '[320,420]: Drop for all to 9 %; 0.99000; fault; 320-420',
        '[300,380]: Drop for all to 10 %; 0.99000; fault; 300-380',
        '[150,230]: Drop for all to 10 %; 0.99000; fault; 150-230',
      ],
    );
    expect(briefly(drop, { columns: 300, cellSeconds: 3600, counts: changed(37, 85, 0.1) })).toEqual([
      'Regular quiet time; 0.99000; note; 37-85',
    ]);
  });

  it('that are several, or half empty', () => {
    expectEach(
      (number: number) => briefly(drop, { counts: silentIn(EVEN.slice(0, number), 0.1) }),
      [
        '2: Drop for all to 9 %; 0.89656; fault; 40-48 | Drop for all to 9 %; 0.99000; fault; 85-94',
        '3: 3 regular quiet times; 0.89656; note; 40-48 85-94 130-138',
      ],
    );
    expectEach(
      (number: number) => briefly(drop, { counts: silentIn(UNEVEN.slice(0, number), 0.1) }),
      [
        '3: Drop for all to 9 %; 0.99000; fault; 30-42 | Drop for all to 12 %; 0.93046; fault; 80-91 | Drop for all to 9 %; 0.99000; fault; 117-127',
        '4: 4 drops for all; 0.93046; fault; 30-42 80-91 117-127 190-199',
      ],
    );
    const holes =
      (every: number): Counts =>
      (row, column) =>
        isIn(column, 100, 110) ? 2 * Number(column % every !== 0) : usual(row, column);
    expectEach(
      (every: number) => briefly(drop, { counts: holes(every) }),
      ['2: ', '3: Drop for all to 6 %; 0.99000; fault; 100-110'],
    );
    expect(
      [12, 11].map((columns) => drop.isBlind?.({ active: { from: 5, to: 5 + columns } } as DiagnosisView)),
    ).toEqual([false, true]);
  });

  it('that overlap and are equally sure: the longest', () => {
    const low =
      (columns: readonly number[]): Counts =>
      (_row, column) =>
        columns.includes(column) ? 1 : 22;
    const first = [100, 101, 102, 103, 104, 105, 106, 107, 108];
    expect([
      briefly(drop, { counts: low(first) }),
      // Two usual columns, then three more that are low: both ranges have the same edges.
      briefly(drop, { counts: low([...first, 111, 112, 113]) }),
      briefly(drop, { counts: low([95, 96, 97, ...first]) }),
    ]).toEqual([
      ['Drop for all to 5 %; 0.99000; fault; 100-109'],
      ['Drop for all to 18 %; 0.99000; fault; 100-114'],
      ['Drop for all to 18 %; 0.99000; fault; 95-109'],
    ]);
  });

  it('in words', () => {
    expect([
      ...said(drop, { counts: changed(100, 108, 0.1) }),
      ...said(drop, { counts: silentIn(UNEVEN, 0.1) }),
      ...said(drop, { counts: changed(100, 180, 0.05) }),
      ...said(drop, { counts: silentIn(EVEN, 0.1) }),
    ]).toEqual([
      'All together wrote 9 % of what they wrote just before and after, from 2026-01-01T08:20:00Z to 2026-01-01T09:00:00Z (40 min): 48 rows instead of about 531. Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
      'All together wrote 10 % of what they wrote just before and after, 4 times, the first from 2026-01-01T02:30:00Z to 2026-01-01T03:30:00Z (60 min): 252 rows instead of about 2,615. Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
      'All together wrote 5 % of what they wrote just before and after, from 2026-01-01T08:20:00Z to 2026-01-01T15:00:00Z (6.67 h): 240 rows instead of about 4,685. It may be a night or an outage: the map shows no other day at these hours. Compare with the same hours of another day before you call it an outage.',
      'All together wrote 9 % of what they wrote just before and after, 4 times, the first from 2026-01-01T03:20:00Z to 2026-01-01T04:00:00Z (40 min): 204 rows instead of about 2,243. It recurs with the day or the week. Working hours or a timer: no outage.',
    ]);
  });
});

describe('silences of one or more', () => {
  const one =
    (from: number, to: number, rate = 1): Counts =>
    (row, column) =>
      row === 2 && isIn(column, from, to) ? 0 : Math.round(usual(row, column) * rate);

  it('of so many columns', () => {
    expectTable(SILENCES, (length: number, rate) =>
      briefly(silent, { rows: 6, counts: one(100, 100 + length, rate) }),
    );
  });

  it('of several, at once or one after another', () => {
    const several =
      (number: number, step: number): Counts =>
      (row, column) =>
        row < number && isIn(column, 120 + row * step, 160 + row * step)
          ? 0
          : Math.round(usual(row, column) * 0.1);
    expectEach(
      ([number, step]: readonly [number, number]) =>
        briefly(silent, { rows: 10, counts: several(number, step) }),
      [
        '[3,5]: Prefix 0 was silent; 0.99000; fault; 0:120-160 | Prefix 1 was silent; 0.99000; fault; 1:125-165 | Prefix 2 was silent; 0.99000; fault; 2:130-170',
        '[4,0]: 4 of 10 prefixes went silent; 0.99000; fault; 0:120-160 1:120-160 2:120-160 3:120-160',
        '[4,1]: 4 of 10 prefixes went silent; 0.99000; fault; 0:120-160 1:121-161 2:122-162 3:123-163',
        '[4,2]: 4 of 10 prefixes were silent; 0.99000; fault; 0:120-160 1:122-162 2:124-164 3:126-166',
        '[4,5]: 4 of 10 prefixes were quiet; 0.99000; note; 0:120-160 1:125-165 2:130-170 3:135-175',
        '[5,1]: 5 of 10 prefixes went silent; 0.99000; fault; 0:120-160 1:121-161 2:122-162 3:123-163 4:124-164',
        '[8,1]: 6 of 10 prefixes went silent; 0.99000; fault; 1:121-161 2:122-162 3:123-163 4:124-164 5:125-165 6:126-166 | 2 of 10 prefixes were quiet; 0.99000; note; 0:120-160 7:127-167',
        '[9,1]: 5 of 10 prefixes went silent; 0.89354; fault; 2:122-162 3:123-163 4:124-164 5:125-165 6:126-166 | 4 of 10 prefixes were quiet; 0.89354; note; 0:120-160 1:121-161 7:127-167 8:128-168',
        '[9,10]: 9 of 10 prefixes were quiet; 0.99000; note; 0:120-160 1:130-170 2:140-180 3:150-190 4:160-200 5:170-210 6:180-220 7:190-230 8:200-240',
      ],
    );
    const open =
      (number: number): Counts =>
      (row, column) =>
        row < number && column >= 200 + row * 7 ? 0 : usual(row, column);
    expectEach(
      (number: number) => briefly(silent, { rows: 10, counts: open(number) }),
      [
        '4: 4 of 10 prefixes are silent; 0.99000; fault; 0:200-288 1:207-288 2:214-288 3:221-288',
        '5: 5 of 10 prefixes were quiet; 0.99000; note; 0:200-288 1:207-288 2:214-288 3:221-288 4:228-288',
        '8: 8 of 10 prefixes were quiet; 0.99000; note; 0:200-288 1:207-288 2:214-288 3:221-288 4:228-288 5:235-288 6:242-288 7:249-288',
      ],
    );
  });

  it('beside what may be usual', () => {
    const late =
      (from: number): Counts =>
      (row, column) =>
        row === 1 && (column < from || isIn(column, 200, 240)) ? 0 : Math.round(usual(row, column) * 0.1);
    expectEach(
      (from: number) => briefly(silent, { rows: 4, counts: late(from) }),
      [
        '5: Prefix 1 was silent; 0.98906; fault; 1:200-240',
        '10: Prefix 1 was silent; 0.87586; fault; 1:200-240',
        '20: Prefix 1 was quiet; 0.77776; note; 1:200-240',
        '60: ',
      ],
    );
    const pausing =
      (rows: number): Counts =>
      (row, column) =>
        (row === 1 && isIn(column, 200, 230)) || (row < rows && isIn((column + row * 50) % 120, 0, 9))
          ? 0
          : usual(row, column);
    expectEach(
      (rows: number) => briefly(silent, { rows: 5, counts: pausing(rows) }),
      [
        '0: Prefix 1 was silent; 0.99000; fault; 1:200-230',
        '1: Prefix 1 was silent; 0.84885; fault; 1:200-230',
        '2: Prefix 1 was quiet; 0.70624; note; 1:200-230',
        '3: ',
      ],
    );
    const around =
      (from: number, to: number): Counts =>
      (row, column) =>
        isIn(column, 100, 130) || (row === 0 && isIn(column, from, to)) ? 0 : usual(row, column);
    expectEach(
      ([from, to]: readonly [number, number]) => briefly(silent, { rows: 4, counts: around(from, to) }),
      [
        '[90,150]: Prefix 0 was silent; 0.99000; fault; 0:90-150',
        '[90,130]: ',
        '[100,145]: Prefix 0 was silent; 0.97014; fault; 0:100-145',
      ],
    );
    const daily: Counts = (row, column) =>
      row === 0 && isIn(column % 288, 100, 160) ? 0 : usual(row, column);
    expect(briefly(silent, { rows: 4, columns: 576, counts: daily })).toEqual([]);
    expect(briefly(silent, { rows: 4, columns: 300, cellSeconds: 3600, counts: one(37, 85) })).toEqual([]);
    const crowd =
      (times: number): Counts =>
      (row, column) =>
        row === 0 && isIn(column, 100, 103)
          ? 0
          : Math.round(usual(row, column) * (isIn(column, 100, 103) ? times : 0.1));
    expectEach(
      (times: number) => briefly(silent, { rows: 4, counts: crowd(times) }),
      ['0.1: ', '0.15: ', '0.2: ', '6: Prefix 0 was silent; 0.73696; fault; 0:100-103'],
    );
    const few =
      (rows: number): Counts =>
      (row, column) =>
        row === 0 ? Number(column % 9 === 1 && column < 9 * rows) : usual(row, column);
    expectEach((rows: number) => briefly(silent, { counts: few(rows) }), ['18: ', '19: ', '20: ', '21: ']);
  });

  it('in words', () => {
    const several =
      (step: number, to: number): Counts =>
      (row, column) =>
        row < 4 && isIn(column, 120 + row * step, to + row * step) ? 0 : Math.round(usual(row, column) * 0.1);
    const open =
      (number: number): Counts =>
      (row, column) =>
        row < number && column >= 200 + row * 7 ? 0 : usual(row, column);
    const quiet: Counts = (row, column) =>
      row === 1 && (column < 20 || isIn(column, 200, 240)) ? 0 : Math.round(usual(row, column) * 0.1);
    expect([
      ...said(silent, { rows: 6, counts: one(100, 140) }),
      ...said(silent, { rows: 6, counts: one(200, 288) }),
      ...said(silent, { rows: 10, counts: several(1, 160) }),
      ...said(silent, { rows: 10, counts: open(4) }),
      ...said(silent, { rows: 10, counts: several(5, 160) }),
      ...said(silent, { rows: 4, counts: quiet }),
    ]).toEqual([
      'Prefix 2 wrote nothing from 2026-01-01T08:20:00Z to 2026-01-01T11:40:00Z (3.33 h) while others kept writing; about 880 rows were expected. A prefix belongs to a writer: check whether its machine or agent stopped.',
      'Prefix 2 has written nothing since 2026-01-01T16:40:00Z while others kept writing; about 1,936 rows were expected. A prefix belongs to a writer: check whether its machine or agent stopped.',
      '4 of 10 prefixes wrote nothing from 2026-01-01T10:00:00Z to 2026-01-01T13:20:00Z (3.33 h), while others kept writing: prefixes 0, 1, 2 and 1 more; about 320 rows were expected. They stopped together: look for what they share, such as a region, a deployment or credentials.',
      '4 of 10 prefixes wrote nothing one after another, the first from 2026-01-01T16:40:00Z, while others kept writing: prefixes 0, 1, 2 and 1 more; about 6,819 rows were expected. A prefix belongs to a writer: check whether its machine or agent stopped.',
      '4 of 10 prefixes wrote nothing at times, the first from 2026-01-01T10:00:00Z to 2026-01-01T13:20:00Z (3.33 h). This may be normal: other pauses are as long, or most rows stop or start around then. Compare with the same hours of another day before you call it an outage.',
      'Prefix 1 wrote nothing from 2026-01-01T16:40:00Z to 2026-01-01T20:00:00Z (3.33 h). This may be normal: other pauses are as long, or most rows stop or start around then. Compare with the same hours of another day before you call it an outage.',
    ]);
  });
});
