import { describe, expect, it } from 'vitest';
import { planOf, windowOf } from '../../../../core/plan/planRequest.fixture.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { PREFIX, timeRange } from '../../../../state/run/rowListState.ts';
import { selectedQueries } from './selectedQueries.ts';

const window = windowOf('2024-03-05T23:00:00Z', '2024-03-06T00:00:00Z');
const plan = planOf({ schemeId: 'mds-prefixed', window, unprefixed: true });

function labels(filters: readonly RowFilter[], of = plan): readonly string[] {
  const { queries } = selectedQueries(of, filters);
  return of.queries.filter(({ index }) => queries.has(index)).map(({ label }) => label);
}

function timeOf(from: string, to: string): RowFilter {
  const span = windowOf(from, to);
  return timeRange(span.from, span.to);
}

const is = (text: string): RowFilter => ({ ...PREFIX, kind: 'is', type: 'Edm.String', text });
const oneOf = (...texts: readonly string[]): RowFilter => ({
  ...PREFIX,
  kind: 'one-of',
  type: 'Edm.String',
  texts,
});

describe('the queries of a selection', () => {
  it('are those of its prefixes; a query of keys without a prefix is one of them', () => {
    expect(labels([])).toHaveLength(plan.queries.length);
    expect(labels([is('3')])).toEqual(['prefix 3']);
    expect(labels([oneOf('3', '5', 'unprefixed')])).toEqual(['prefix 3', 'prefix 5', 'unprefixed']);
    expect(labels([oneOf('3', '5'), is('5')])).toEqual(['prefix 5']);
  });

  it('may read a time of it: the end of a time does not count', () => {
    expect(labels([is('3'), timeOf('2024-03-05T23:10:00Z', '2024-03-05T23:11:00Z')])).toEqual(['prefix 3']);
    expect(labels([timeOf('2024-03-05T22:00:00Z', '2024-03-05T23:00:00Z')])).toEqual([]);
    expect(labels([timeRange(window.to, undefined)])).toEqual([]);
    expect(labels([timeRange(undefined, window.from + 1n)])).toHaveLength(plan.queries.length);
  });

  it('are all of a plan whose keys tell neither prefix nor time', () => {
    const scan = planOf({ schemeId: 'none' });
    expect(labels([is('3'), timeOf('2024-03-05T22:00:00Z', '2024-03-05T23:00:00Z')], scan)).toHaveLength(
      scan.queries.length,
    );
  });

  it('do not follow other filters, which are named', () => {
    const level: RowFilter = { name: 'Level', kind: 'is', type: 'Edm.Int32', text: '2' };
    const left: RowFilter = { kind: 'except', of: [is('3')] };
    const all = selectedQueries(plan, [level, is('3'), left]);
    expect([...all.queries]).toEqual(
      plan.queries.filter(({ label }) => label === 'prefix 3').map(({ index }) => index),
    );
    expect(all.ignored).toEqual([level, left]);
  });
});
