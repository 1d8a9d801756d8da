import { describe, expect, it } from 'vitest';
import { isoToTicks } from '../../../core/time/ticks.ts';
import type { ResultComparison } from '../../../state/results/compareResults.ts';
import { EMPTY_FORM } from '../../../state/run/queryForm.ts';
import type { RunState } from '../../../state/run/runState.ts';
import {
  comparisonNotes,
  comparisonText,
  differenceTitle,
  examplesTitle,
  type WordedSide,
} from './compareText.ts';
import { formBefore } from './windowBefore.ts';

function side(
  state: string,
  from: string,
  to: string,
  tableName = 'Logs',
): WordedSide & { readonly run: RunState } {
  const window = { from: isoToTicks(from), to: isoToTicks(to) };
  return {
    run: { plan: { request: { tableName, window } }, completeness: { state }, form: EMPTY_FORM },
  } as unknown as WordedSide & { readonly run: RunState };
}

const counted = { rows: 9, timed: 9, counts: new Uint32Array(0), uncounted: 0 };
const compared = {
  both: 1204,
  onlyFirst: new Uint32Array(12),
  onlySecond: new Uint32Array(0),
  first: counted,
  second: counted,
} as unknown as ResultComparison;

const BEFORE = side('complete', '2026-11-20T10:00:00Z', '2026-11-20T12:00:00Z');
const NOW = side('complete', '2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z');
const CUT = side('incomplete', '2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z', 'Other');

describe('words of a comparison', () => {
  it('count what is in both and in one; of a result that is not whole, only what was read', () => {
    expect(comparisonText(compared, BEFORE, NOW)).toBe('1,204 rows are in both, 12 only in A, 0 only in B.');
    expect(comparisonText({ ...compared, both: 1, onlyFirst: new Uint32Array(0) }, BEFORE, CUT)).toBe(
      'Of what was read: 1 row is in both, none in one only.',
    );
    const points = { of: 'x', receipt: { rowsLeft: 3 } } as unknown as NonNullable<WordedSide['points']>;
    expect(comparisonText(compared, { ...BEFORE, points }, NOW)).toMatch(/^Of what was read: /);
  });

  it('say first what may be unread, then what was compared and how it is drawn', () => {
    expect(comparisonNotes(compared, BEFORE, CUT, 'timeless')).toEqual([
      'B is not proven complete (Incomplete): rows only in A may be unread in B.',
      'A reads Logs, B reads Other: rows are the same if their keys are, whatever their table.',
      'Some keys repeat without their time: each pairs as many times as both results have it.',
      'B is shifted 2 h earlier so that both start at the left.',
      expect.stringMatching(/^Keys are compared/),
    ]);
    const untimed = {
      ...compared,
      first: { ...counted, timed: 0, uncounted: 1 },
      second: { ...counted, timed: 0 },
    };
    expect(comparisonNotes(untimed, NOW, NOW, 'shifted')).toEqual([
      expect.stringMatching(/whole keys are compared/),
      '1 row of A is not in the chart: no time, or outside the time range.',
      expect.stringMatching(/^Keys are compared/),
    ]);
  });

  it('say that queries differ, which alone makes rows missing', () => {
    const { plan } = NOW.run;
    const request = { ...plan.request, filter: 'Level le 2' };
    const filtered = { run: { ...NOW.run, plan: { ...plan, request } } };
    expect(comparisonNotes(compared, NOW, filtered, 'key')[0]).toMatch(
      /^The queries of A and B differ in filter/,
    );
    expect(comparisonNotes(compared, filtered, filtered, 'key')).toHaveLength(1);
  });

  it('say of a file that its query is not known, and by which time rows are counted where the results differ in it', () => {
    const { plan } = NOW.run;
    const file = { name: 'x.csv' } as unknown as NonNullable<WordedSide['file']>;
    const narrow = { run: { ...NOW.run, plan: { ...plan, request: { ...plan.request, prefixes: [3] } } } };
    expect(comparisonNotes(compared, narrow, { ...NOW, file }, 'key')[0]).toBe(
      'B is a file: which rows the query behind it read is not known.',
    );
    const unnamed = { ...side('complete', '2026-11-20T12:00:00Z', '2026-11-20T14:00:00Z', ''), file };
    expect(comparisonNotes(compared, NOW, unnamed, 'key').some((note) => note.includes('reads'))).toBe(false);
    expect(comparisonNotes(compared, { ...narrow, file }, { ...NOW, file }, 'key')[0]).toMatch(
      /^A and B are files/u,
    );
    expect(comparisonNotes({ ...compared, countedBy: 'key' }, NOW, NOW, 'key')[0]).toBe(
      'Only one of A and B has event times, so the rows of both are counted by the time in their keys.',
    );
    const apart = {
      ...compared,
      first: { ...counted, basis: 'event' as const },
      second: { ...counted, basis: 'arrival' as const },
    };
    expect(comparisonNotes(apart, NOW, NOW, 'key')[0]).toBe(
      'The chart counts A by the event time, B by Timestamp, when rows were stored: differences in it may come from that alone.',
    );
  });

  it('say how many of the rows in both have other values, and which values count', () => {
    const none = { leftOutFirst: [], leftOutSecond: [] };
    const values = { inBoth: ['A', 'B'], onlyFirst: [], onlySecond: ['=C'], ...none };
    const changed = { ...compared, changed: { rows: 3, examples: [], values } };
    expect(comparisonText(changed, BEFORE, NOW)).toBe(
      '1,204 rows are in both (3 with other values), 12 only in A, 0 only in B.',
    );
    expect(
      comparisonText({ ...compared, changed: { rows: 0, examples: [], values } }, BEFORE, NOW),
    ).not.toMatch(/values/u);
    const { plan } = NOW.run;
    const chosen = {
      run: { ...NOW.run, plan: { ...plan, request: { ...plan.request, select: ['Level'] } } },
    };
    expect(comparisonNotes(changed, NOW, NOW, 'key').slice(-2)).toEqual([
      'No row of A has a value of =C: rows of B that have such a value count as rows with other values.',
      expect.stringMatching(/^Keys and the values of 3 columns are compared .* A null counts as no value\./u),
    ]);
    expect(comparisonNotes(changed, NOW, chosen, 'key').at(-1)).toMatch(
      /values of 3 columns that both hold are/u,
    );
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const file = { inBoth: ['x'], onlyFirst: names, onlySecond: [], ...none };
    const oneSided = { ...compared, changed: { rows: 3, examples: [], values: file } };
    expect(comparisonNotes(oneSided, NOW, NOW, 'key').at(-2)).toMatch(/value of a, b, c, d, e and 2 more:/u);
    const chosenFile = { ...file, onlyFirst: [], leftOutFirst: names, leftOutSecond: ['z'] };
    const leftOut = { ...compared, changed: { rows: 0, examples: [], values: chosenFile } };
    expect(comparisonNotes(leftOut, NOW, NOW, 'key').slice(-3, -1)).toEqual([
      'Not compared, because the query or file of B leaves it out: a, b, c, d, e and 2 more of A.',
      'Not compared, because the query or file of A leaves it out: z of B.',
    ]);
  });

  it('say how many more and fewer rows B has, apart from each other, and of which time', () => {
    const minute = 600_000_000n;
    expect(differenceTitle(Float64Array.of(3, -1204, 0, 2), minute, false)).toBe(
      'B minus A, rows in each 1 min: 5 more and 1,204 fewer.',
    );
    expect(differenceTitle(Float64Array.of(0, Number.NaN), 5n * minute, false)).toBe(
      'B minus A, rows in each 5 min: no difference, where both were read.',
    );
    const unsure = [Float64Array.of(3, -1), Float64Array.of(0, 0), Float64Array.of(0, Number.NaN)];
    expect(unsure.map((difference) => differenceTitle(difference, minute, true))).toEqual([
      'B minus A, rows in each 1 min: 3 more and 1 fewer in what was read. Not proven: rows of A or B may be missing.',
      'B minus A, rows in each 1 min: no difference in what was read. Not proven: rows of A or B may be missing.',
      'B minus A, rows in each 1 min: no difference in what was read. Not proven: rows of A or B may be missing.',
    ]);
  });

  it('say of how many rows examples are shown', () => {
    expect(examplesTitle('Only in A', 20, 1340)).toBe('Only in A: the first 20 of 1,340');
    expect(examplesTitle('Only in B', 3, 3)).toBe('Only in B: 3');
  });
});

describe('the window before', () => {
  it('is as long, and ends where the result begins', () => {
    expect(formBefore(NOW.run)).toMatchObject({
      from: '2026-11-20T10:00:00.0000000Z',
      to: '2026-11-20T12:00:00.0000000Z',
      windowGiven: true,
    });
  });

  it('is none without a start, or before the year 1', () => {
    const open = side('complete', '0001-01-01T00:00:00Z', '2026-11-20T14:00:00Z');
    expect(formBefore(open.run)).toBeUndefined();
    expect(formBefore(side('complete', '0001-01-01T00:00:01Z', '2026-11-20T14:00:00Z').run)).toBeUndefined();
  });
});
