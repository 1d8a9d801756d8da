import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import { isoToTicks } from '../../../core/time/ticks.ts';
import { briefFindings, filtersOfFinding } from './findingWords.ts';
import { PREFIX, timeRange } from '../../../state/run/rowListState.ts';

const FROM = isoToTicks('2026-11-22T00:44:00.0000000Z');
const TO = isoToTicks('2026-11-22T01:10:30.0000000Z');

function finding(given: Partial<Finding>): Finding {
  return {
    id: 'silent-prefix',
    title: 'Prefix 62 is silent',
    sentence: [''],
    confidence: 0.9,
    severity: 'fault',
    cells: [{ rows: [62], from: FROM, to: TO }],
    advice: '',
    ...given,
  };
}

describe('briefFindings', () => {
  it('says the figure, or when it was, in the zone of whoever reads', () => {
    const all = [
      finding({ id: 'hot-prefix', title: 'Hot prefix 37', figure: '12.4 × median' }),
      finding({ isOpen: true }),
      finding({ title: 'Prefix 3 was silent' }),
      finding({ id: 'skew', title: 'Skewed load' }),
    ];
    expect(briefFindings(all, undefined).map(({ title, detail }) => `${title} | ${detail}`)).toEqual([
      'Hot prefix 37 | 12.4 × median',
      'Prefix 62 is silent | since 00:44',
      'Prefix 3 was silent | 00:44 to 01:10:30',
      'Skewed load | ',
    ]);
    expect(briefFindings([finding({ isOpen: true })], 'Asia/Kathmandu')[0]?.detail).toBe('since 06:29');
    const from = isoToTicks('2026-11-01T06:01:00.0000000Z');
    const silent = finding({ isOpen: true, cells: [{ rows: [62], from, to: TO }] });
    expect(briefFindings([silent], 'America/New_York')[0]?.detail).toBe('since 01:01 -05:00');
  });

  it('tells those apart that would read the same', () => {
    const day = 864_000_000_000n;
    const gap = (from: bigint): Finding =>
      finding({ id: 'gap-for-all', title: 'Gap for all', cells: [{ from, to: from + (TO - FROM) }] });
    expect(briefFindings([gap(FROM), gap(FROM + day)], undefined).map(({ title }) => title)).toEqual([
      'Gap for all, 11-22 00:44',
      'Gap for all, 11-23 00:44',
    ]);
    // On that night, the clock in New York shows 01:42 twice.
    const twice = [gap(isoToTicks('2026-11-01T05:42:00Z')), gap(isoToTicks('2026-11-01T06:42:00Z'))];
    expect(briefFindings(twice.concat(twice), 'America/New_York').map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Gap for all, 11-01 01:42 -04:00', 'Gap for all, 11-01 01:42 -05:00']),
    );
  });
});

const CELLS = { from: isoToTicks('2026-11-22T12:05:00Z'), to: isoToTicks('2026-11-22T12:50:00Z') };
const filterOf = ({ from }: { readonly from: number }) =>
  from < 9 ? ({ ...PREFIX, kind: 'is', type: 'Edm.String', text: String(from) } as const) : undefined;

it('the rows of a hot prefix are all of its rows, those of a burst only in its time', () => {
  const of = (id: 'hot-prefix' | 'burst' | 'skew', rows?: readonly number[]) =>
    filtersOfFinding({ id, cells: [{ ...CELLS, ...(rows && { rows }) }] }, filterOf);
  expect(of('hot-prefix', [7])).toEqual([filterOf({ from: 7 })]);
  expect(of('burst', [7])).toEqual([timeRange(CELLS.from, CELLS.to), filterOf({ from: 7 })]);
  expect(of('burst')).toEqual([timeRange(CELLS.from, CELLS.to)]);
  expect(of('skew', [3, 5])).toEqual([{ ...PREFIX, kind: 'one-of', type: 'Edm.String', texts: ['3', '5'] }]);
  // There is no filter for all rows of all time, nor for row 9.
  expect(of('skew')).toBeUndefined();
  expect(of('burst', [9])).toBeUndefined();
  expect(of('skew', [3, 9])).toBeUndefined();
  expect(filtersOfFinding({ id: 'burst', cells: [CELLS, CELLS] }, filterOf)).toBeUndefined();
});
