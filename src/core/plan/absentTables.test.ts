import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutAbsentTables } from './absentTables.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';

const WINDOW = windowOf('2026-08-01T00:00:00Z', '2026-11-21T00:00:00Z');
const planFor = (tableName: string, window = WINDOW) => planOf({ schemeId: 'wadmetrics', tableName, window });
/** The real name of one of the window's tables, as if the user had typed it. */
const ASKED = planFor('WADMetricsPT1MP10DV2S20260801').queries[6]?.tableName ?? '';
const plan = planFor(ASKED);
const names = plan.queries.map(({ tableName }) => tableName);

describe('tables that only a window names', () => {
  it('are marked, but not the one the user asked for', () => {
    expect(names.length).toBeGreaterThan(10);
    const marked = plan.queries.filter(({ mayBeAbsent }) => mayBeAbsent === true);
    expect(marked.map(({ tableName }) => tableName)).toEqual(names.filter((name) => name !== ASKED));
  });

  it('are left out if the account lacks them, except the one after a table that exists', () => {
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

  it('are kept if the table list may be incomplete, and one is kept if none exists', () => {
    expect(withoutAbsentTables(plan, { names: [], complete: false })).toBe(plan);
    expect(withoutAbsentTables(plan, { names, complete: true })).toBe(plan);
    // The last but one may be new, because the one before it exists.
    const early = withoutAbsentTables(plan, { names: names.slice(0, -2), complete: true });
    expect(early.notes.at(-1)).toBe(`The account has no table ${names.at(-1)}: not queried.`);
    const derived = { ...plan, queries: plan.queries.map((query) => ({ ...query, mayBeAbsent: true })) };
    expect(withoutAbsentTables(derived, { names: [], complete: true }).queries).toHaveLength(1);
  });

  it('an open window reads a handful of tables, not a thousand', () => {
    const open = planFor(ASKED, windowOf('0001-01-01T00:00:00Z', '2026-11-21T00:00:00Z'));
    expect(open.queries.length).toBeGreaterThan(900);
    const cut = withoutAbsentTables(open, { names: names.slice(-3), complete: true });
    expect(cut.queries.length).toBeLessThanOrEqual(5);
  });
});

describe('the queries and checks of one table', () => {
  const METRICS = 'WADMetricsPT1MP10DV2S';
  const VMS = "(PartitionKey eq 'vm1' or PartitionKey eq 'vm2')";

  it('are all kept or all dropped, whatever the table list, window and filter', () => {
    const DAY = 86_400_000;
    const start = Date.parse('2026-08-01T00:00:00Z');
    const iso = (day: number): string => new Date(start + day * DAY).toISOString();
    const ticks = (day: number): bigint => 621355968000000000n + BigInt(start + day * DAY) * 10000n;
    const inverted = (day: number): string => String(3155378975999999999n - ticks(day)).padStart(19, '0');
    const day = fc.integer({ min: 0, max: 70 });
    const metricsFilter = fc
      .tuple(fc.constantFrom(VMS, "PartitionKey eq 'vm1'", 'Level eq 1'), fc.option(day), fc.option(day))
      .map(([keys, from, to]) =>
        [
          keys,
          ...(from === null ? [] : [`RowKey le '${inverted(from)}'`]),
          ...(to === null ? [] : [`RowKey gt '${inverted(to)}'`]),
        ].join(' and '),
      );
    const eventsFilter = fc
      .array(fc.tuple(fc.nat(9), day), { minLength: 1, maxLength: 4 })
      .map((keys) =>
        keys
          .map(([prefix, at]) => `PartitionKey eq '${String(prefix).padStart(19, '0')}___0${ticks(at)}'`)
          .join(' or '),
      );
    const kind = fc.oneof(
      fc.record({
        schemeId: fc.constant('wadmetrics'),
        base: fc.constant(METRICS),
        filter: fc.option(metricsFilter),
      }),
      fc.record({
        schemeId: fc.constant('mds-prefixed'),
        base: fc.constant('DemoEventsVer1v0'),
        filter: fc.option(eventsFilter),
      }),
    );
    const distinct = (of: readonly { readonly tableName: string }[]): string[] => [
      ...new Set(of.map(({ tableName }) => tableName)),
    ];
    fc.assert(
      fc.property(
        kind,
        day,
        fc.integer({ min: 1, max: 50 }),
        fc.nat(),
        fc.array(fc.boolean(), { maxLength: 8 }),
        ({ schemeId, base, filter }, from, days, asked, there) => {
          const window = windowOf(iso(from), iso(from + days));
          const named = distinct(planOf({ schemeId, tableName: `${base}20260801`, window }).queries);
          const tableName = named[asked % named.length] ?? '';
          const whole = planOf({ schemeId, tableName, window, ...(filter === null ? {} : { filter }) });
          const names = named
            .filter((_, at) => there[at] === true)
            .map((name, at) => (at === 1 ? name.toUpperCase() : name));
          const known = named.map(
            (name) => name === tableName || names.some((each) => each.toLowerCase() === name.toLowerCase()),
          );
          const kept = new Set(named.filter((_, at) => known[at] === true || known[at - 1] === true));
          if (!whole.queries.some((query) => kept.has(query.tableName)))
            kept.add(whole.queries[0]?.tableName ?? '');
          const cut = withoutAbsentTables(whole, { names, complete: true });
          const ofKept = <T extends { readonly tableName: string }>(all: readonly T[]) =>
            all.filter((each) => kept.has(each.tableName)).map((each, index) => ({ ...each, index }));
          expect(cut.queries).toEqual(ofKept(whole.queries));
          expect(cut.guards).toEqual(ofKept(whole.guards));
          expect(withoutAbsentTables(cut, { names, complete: true })).toBe(cut);
        },
      ),
      { numRuns: 100 },
    );
  });
});
