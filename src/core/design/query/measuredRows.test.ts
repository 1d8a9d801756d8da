import { describe, expect, it } from 'vitest';
import { planOf, windowOf } from '../../plan/planRequest.fixture.ts';
import { measuredRows, rowsPerRowText } from './measuredRows.ts';
import { judgePlan } from './planVerdict.ts';
import { planFacts } from './verdictWords.ts';

const window = windowOf('2026-11-21T02:24:00Z', '2026-11-21T02:40:00Z');
const all = { plan: planOf({ window }), rows: 21_509, requests: 204 };
const some = { plan: planOf({ window, filter: 'Level le 2' }), rows: 1512, requests: 30 };
const elsewhere = { plan: planOf({ window, volume: 100 }), rows: 7, requests: 7 };

describe('rows read per row returned', () => {
  it('is measured from a read of the same keys without the filter, and one with it', () => {
    const measured = measuredRows(some.plan, [elsewhere, all, some]);
    expect(measured).toEqual({ inRanges: 21_509, last: { rows: 1512, requests: 30 } });
    expect(rowsPerRowText(measured)).toBe('14.2, measured: 21,509 rows in these keys, 1,512 rows returned');
  });

  it('states what is known so far, and nothing more', () => {
    expect(rowsPerRowText(measuredRows(some.plan, [all]))).toBe(
      'measured once it has run; 21,509 rows in these keys',
    );
    expect(rowsPerRowText(measuredRows(some.plan, [elsewhere, some]))).toBeUndefined();
    expect(rowsPerRowText(measuredRows(some.plan, [all, { ...some, rows: 0 }]))).toBe(
      '21,509 rows in these keys, none returned',
    );
    expect(
      rowsPerRowText(
        measuredRows(some.plan, [
          { ...all, rows: 0 },
          { ...some, rows: 0 },
        ]),
      ),
    ).toBe('no rows in these keys');
  });

  it('is among the figures, next to the requests of the last run', () => {
    const verdict = judgePlan(some.plan);
    if (verdict === undefined) throw new Error('The plan has no queries.');
    const facts = new Map(
      planFacts(verdict, measuredRows(some.plan, [all, some])).map(({ name, value }) => [name, value]),
    );
    expect(facts.get('Rows read per row returned')).toMatch(/^14\.2, measured/);
    expect(facts.get('Requests')).toMatch(/; 30 in its last run$/);
    expect(planFacts(verdict).find(({ name }) => name === 'Requests')?.value).not.toContain('last run');
  });
});
