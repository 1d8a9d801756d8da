import { describe, expect, it } from 'vitest';
import { said, times, viewOf } from './cells.fixture.ts';
import { NEW_YEAR } from './clean.fixture.ts';
import type { DiagnosisInput, RowPause } from './finding.ts';
import { areAtOnce, isOpen, quietNote, type Silence, silenceFindings, togetherNear } from './silenceWords.ts';

/* What is said of silences, word for word: columns of a minute, of which the first and the last three are empty for all. */

const COLUMNS = [...times(1, 0), ...times(200, 5), ...times(3, 0)];
const viewFor = (rowsAre: DiagnosisInput['rowsAre'] = 'prefix') =>
  viewOf([COLUMNS, COLUMNS, times(204, 0), COLUMNS, COLUMNS, COLUMNS], { rowsAre });
const view = viewFor();
/** 15 beyond 1 in 10,000, of which 30 are the most that count: half of the way from 0.7 to 0.99. */
const HALF = Math.log(1e-4) - 15;
const silence = (row: number, from: number, to: number, change: Partial<Silence> = {}): Silence => ({
  row,
  from,
  to,
  lnP: HALF,
  expected: 1234.4,
  ...change,
});
const at = (second: number) => NEW_YEAR + BigInt(second) * 10_000_000n;
const exact = (from: number, to: number, open?: true): { readonly exact: RowPause } => ({
  exact: { from: at(from), to: at(to), expected: 9, lnP: -99, ...(open && { isOpen: true }) },
});

const EXPECTED = 'while others kept writing; about 1,234 rows were expected.';
const MAYBE = 'This may be normal: other pauses are as long, or most rows stop or start around then.';

describe('a silence', () => {
  it('is open from the last column with rows on, or if its exact times say so', () => {
    const ends = [200, 201, 204].map((to) => isOpen(view, silence(0, 190, to)));
    expect(ends).toEqual([false, true, true]);
    expect(isOpen(view, silence(0, 190, 204, exact(11_400, 12_000)))).toBe(false);
    expect(isOpen(view, silence(0, 190, 195, exact(11_400, 12_000, true)))).toBe(true);
  });

  it('that ended names both times, and one that lasts its begin', () => {
    const both = [silence(4, 60, 70), silence(1, 190, 201)];
    expect(silenceFindings(view, both, 1).map((each) => each.isOpen)).toEqual([undefined, true]);
    expect(both.map((each) => quietNote(view, [each], 1)[0]?.isOpen)).toEqual([undefined, true]);
    expect(said(silenceFindings(view, [silence(4, 60, 70), silence(1, 190, 201)], 1))).toEqual([
      {
        id: 'silent-prefix',
        title: 'Prefix 4 was silent',
        sentence: `Prefix 4 wrote nothing from 2026-01-01T01:00:00Z to 2026-01-01T01:10:00Z (10 min) ${EXPECTED}`,
        confidence: 0.845,
        severity: 'fault',
        cells: [['4', 3600, 4200]],
      },
      {
        id: 'silent-prefix',
        title: 'Prefix 1 is silent',
        sentence: `Prefix 1 has written nothing since 2026-01-01T03:10:00Z ${EXPECTED}`,
        confidence: 0.845,
        severity: 'fault',
        cells: [['1', 11_400, 12_060]],
      },
    ]);
  });

  it('has its exact times, if they are known', () => {
    const [first, last] = said(
      silenceFindings(
        view,
        [silence(0, 60, 70, exact(3607, 4190)), silence(3, 190, 201, exact(11_405, 11_999, true))],
        1,
      ),
    );
    expect([first?.sentence, first?.cells]).toEqual([
      `Prefix 0 wrote nothing from 2026-01-01T01:00:07Z to 2026-01-01T01:09:50Z (9.72 min) ${EXPECTED}`,
      [['0', 3607, 4190]],
    ]);
    expect([last?.sentence, last?.cells]).toEqual([
      `Prefix 3 has written nothing since 2026-01-01T03:10:05Z ${EXPECTED}`,
      [['3', 11_405, 12_060]],
    ]);
  });

  it('is the less sure the more rows were looked at', () => {
    const sure = (places: number) =>
      silenceFindings(view, [silence(0, 60, 70, { lnP: HALF - Math.log(50) })], places)[0]?.confidence;
    expect(sure(50)).toBeCloseTo(0.845, 9);
    expect(sure(1)).toBeGreaterThan(0.86);
  });

  it('says whom to check', () => {
    const advice = (rowsAre: DiagnosisInput['rowsAre']) =>
      silenceFindings(viewFor(rowsAre), [silence(0, 60, 70)], 1).map((one) => `${one.title}: ${one.advice}`);
    expect((['prefix', 'partition', 'range', 'writer', 'value'] as const).flatMap(advice)).toEqual([
      'Prefix 0 was silent: A prefix belongs to a writer: check whether its machine or agent stopped.',
      'Partition 0 was silent: Check whether the writer of this partition stopped.',
      'Range 0 was silent: Check whether the writer of these keys stopped.',
      'Writer 0 was silent: Check whether its machine or agent stopped.',
      'Value 0 was silent: Check whether its source stopped.',
    ]);
  });
});

describe('silences of more than three rows', () => {
  it('begin together within a fiftieth of the time, or a column', () => {
    expect([togetherNear(view), togetherNear(viewOf([times(60, 1)]))]).toEqual([4, 1.2]);
    expect(togetherNear(viewOf([times(40, 1)]))).toBe(1);
    const together = (from: number) =>
      areAtOnce(view, [silence(0, 64, 70), silence(1, 60, 80), silence(3, from, 90)]);
    expect([together(60), together(62), together(65), together(59)]).toEqual([true, true, false, false]);
  });

  it('are one finding, those that stopped together by their first', () => {
    const list = [
      silence(5, 62, 72),
      silence(3, 61, 71, { lnP: HALF - 9 }),
      silence(1, 61, 90, { expected: 7 }),
      silence(0, 63, 71),
    ];
    expect(said(silenceFindings(view, list.slice(0, 3), 1))).toHaveLength(3);
    expect(said(silenceFindings(view, list, 1))).toEqual([
      {
        id: 'silent-prefix',
        title: '4 of 5 prefixes went silent',
        sentence:
          '4 of 5 prefixes wrote nothing from 2026-01-01T01:01:00Z to 2026-01-01T01:30:00Z (29 min), while others kept writing: prefixes 0, 1, 3 and 1 more; about 3,710 rows were expected.',
        confidence: 0.845,
        severity: 'fault',
        cells: [
          ['5', 3720, 4320],
          ['3', 3660, 4260],
          ['1', 3660, 5400],
          ['0', 3780, 4260],
        ],
      },
    ]);
    expect(silenceFindings(view, list, 1)[0]?.advice).toBe(
      'They stopped together: look for what they share, such as a region, a deployment or credentials.',
    );
  });

  it('that stopped one after another are or were silent', () => {
    const list = [silence(5, 162, 201), silence(3, 61, 201), silence(1, 90, 201), silence(0, 130, 201)];
    const [open] = said(silenceFindings(view, list, 1));
    expect([open?.title, open?.sentence]).toEqual([
      '4 of 5 prefixes are silent',
      '4 of 5 prefixes wrote nothing one after another, the first from 2026-01-01T01:01:00Z, while others kept writing: prefixes 0, 1, 3 and 1 more; about 4,938 rows were expected.',
    ]);
    const ended = silenceFindings(view, [...list.slice(0, 3), silence(0, 130, 140)], 1);
    expect(ended.map(({ title, advice }) => [title, advice])).toEqual([
      [
        '4 of 5 prefixes were silent',
        'A prefix belongs to a writer: check whether its machine or agent stopped.',
      ],
    ]);
    // The exact begin and the exact cells are named.
    const [known] = said(
      silenceFindings(view, list.with(1, silence(3, 61, 201, exact(3671, 12_000, true))), 1),
    );
    expect([known?.sentence.slice(0, 87), known?.cells[1]]).toEqual([
      '4 of 5 prefixes wrote nothing one after another, the first from 2026-01-01T01:01:11Z, w',
      ['3', 3671, 12_060],
    ]);
  });
});

describe('quiet rows', () => {
  it('are one note, however many they are', () => {
    expect(quietNote(view, [], 1)).toEqual([]);
    expect(said(quietNote(view, [silence(4, 60, 70)], 1))).toEqual([
      {
        id: 'silent-prefix',
        title: 'Prefix 4 was quiet',
        sentence: `Prefix 4 wrote nothing from 2026-01-01T01:00:00Z to 2026-01-01T01:10:00Z (10 min). ${MAYBE}`,
        confidence: 0.845,
        severity: 'note',
        cells: [['4', 3600, 4200]],
      },
    ]);
    const [open] = said(quietNote(view, [silence(4, 60, 201)], 1));
    expect([open?.title, open?.sentence]).toEqual([
      'Prefix 4 is quiet',
      `Prefix 4 wrote nothing since 2026-01-01T01:00:00Z. ${MAYBE}`,
    ]);
  });

  it('are counted, and the first is named: of two that begin at once the upper one', () => {
    const list = [silence(5, 80, 90), silence(3, 60, 201, { lnP: HALF - 9 }), silence(1, 60, 70)];
    expect(said(quietNote(view, list, 1))).toEqual([
      {
        id: 'silent-prefix',
        title: '3 of 5 prefixes were quiet',
        sentence: `3 of 5 prefixes wrote nothing at times, the first from 2026-01-01T01:00:00Z to 2026-01-01T01:10:00Z (10 min). ${MAYBE}`,
        confidence: 0.845,
        severity: 'note',
        cells: [
          ['5', 4800, 5400],
          ['3', 3600, 12_060],
          ['1', 3600, 4200],
        ],
      },
    ]);
    const opens = quietNote(view, [silence(5, 80, 201), silence(3, 90, 201)], 1);
    expect(opens.map(({ title }) => title)).toEqual(['2 of 5 prefixes were quiet']);
  });

  it('are the less sure the more rows were looked at', () => {
    const [note] = quietNote(view, [silence(4, 60, 70, { lnP: HALF - Math.log(50) })], 50);
    expect(note?.confidence).toBeCloseTo(0.845, 9);
  });
});
