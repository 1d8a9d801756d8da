import { describe, expect, it } from 'vitest';
import { withoutAbsentTables } from './absentTables.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';

const WINDOW = windowOf('2026-08-01T00:00:00Z', '2026-11-21T00:00:00Z');
const planFor = (tableName: string, window = WINDOW) => planOf({ schemeId: 'wadmetrics', tableName, window });
/** A table of the window, by its real name. */
const ASKED = planFor('WADMetricsPT1MP10DV2S20260801').queries[6]?.tableName ?? '';
const plan = planFor(ASKED);
const names = plan.queries.map(({ tableName }) => tableName);

describe('tables that only a window names', () => {
  it('are marked, the one asked for is not', () => {
    expect(names.length).toBeGreaterThan(10);
    const marked = plan.queries.filter(({ mayBeAbsent }) => mayBeAbsent === true);
    expect(marked.map(({ tableName }) => tableName)).toEqual(names.filter((name) => name !== ASKED));
  });

  it('are left out where the account has not got them, but for the one behind one that it has', () => {
    const there = [names[2] ?? '', names[3]?.toLowerCase() ?? '', 'Orders'];
    const cut = withoutAbsentTables(plan, { names: there, complete: true });
    const asked = cut.queries.map(({ tableName }) => tableName);
    expect(asked.slice(0, 3)).toEqual([names[2], names[3], names[4]]);
    expect(asked).toContain(ASKED);
    expect(cut.queries.map(({ index }) => index)).toEqual(cut.queries.map((_, index) => index));
    expect(cut.guards.every(({ tableName }) => asked.includes(tableName))).toBe(true);
    expect(cut.notes.at(-1)).toMatch(
      /^The account has no tables \(\d+\) WADMetrics\w+, WADMetrics\w+, WADMetrics\w+ and \d+ more: not queried\.$/,
    );
  });

  it('stay where the list may not be whole, and one stays where none exists', () => {
    expect(withoutAbsentTables(plan, { names: [], complete: false })).toBe(plan);
    expect(withoutAbsentTables(plan, { names, complete: true })).toBe(plan);
    const derived = { ...plan, queries: plan.queries.map((query) => ({ ...query, mayBeAbsent: true })) };
    expect(withoutAbsentTables(derived, { names: [], complete: true }).queries).toHaveLength(1);
  });

  it('an open window asks a handful of tables, not a thousand', () => {
    const open = planFor(ASKED, windowOf('0001-01-01T00:00:00Z', '2026-11-21T00:00:00Z'));
    expect(open.queries.length).toBeGreaterThan(900);
    const cut = withoutAbsentTables(open, { names: names.slice(-3), complete: true });
    expect(cut.queries.length).toBeLessThanOrEqual(5);
  });
});
