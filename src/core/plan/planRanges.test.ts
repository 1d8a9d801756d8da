import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventVolume, KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { knowTemplates, templateSchemeId } from '../keys/templates/templateScheme.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { type Interval, toTicks } from '../time/ticks.ts';
import { planQueries } from './planQueries.ts';
import type { PlannedQuery, PlanRequest, QueryPlan } from './queryPlan.ts';
import { DAY, MAX, MINUTE } from '../time/units.fixture.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { HOSTILE_TEXTS, sendableText } from '../odata/filterArbitraries.fixture.ts';
import { findForbiddenInKey } from '../keyText.ts';
import { planOf } from './planRequest.fixture.ts';
import { d19 } from '../keys/keyRanges.fixture.ts';

const END = MAX + 1n;
const NOON = 638452296000000000n;
const TICKS_1601 = 504911232000000000n;

// Compares spans as plain text in UTF-16 order, so that this file shares no code with the plan.
const fromOf = (span: KeySpan | undefined): string => span?.from ?? '';
function shareKeys(a: KeySpan | undefined, b: KeySpan | undefined): boolean {
  const from = fromOf(a) > fromOf(b) ? fromOf(a) : fromOf(b);
  return [a?.to, b?.to].every((to) => to === undefined || from < to);
}
function holds(span: KeySpan | undefined, key: string): boolean {
  return fromOf(span) <= key && (span?.to === undefined || key < span.to);
}

interface Placed {
  readonly tableName: string;
  readonly range: Pick<TableKeyRange, 'partition' | 'row'>;
}

/** Pairs of ranges that could both contain the same entity. Table names that differ only in case are one table. */
function overlaps(ranges: readonly Placed[]): readonly (readonly [Placed, Placed])[] {
  const tables = new Set(ranges.map(({ tableName }) => tableName.toLowerCase()));
  return [...tables].flatMap((table) => {
    const own = ranges.filter(({ tableName }) => tableName.toLowerCase() === table);
    const sorted = own.toSorted((a, b) => (fromOf(a.range.partition) < fromOf(b.range.partition) ? -1 : 1));
    return sorted.flatMap((a, index) =>
      sorted
        .slice(index + 1)
        .filter((b) => shareKeys(a.range.partition, b.range.partition) && shareKeys(a.range.row, b.range.row))
        .map((b) => [a, b] as const),
    );
  });
}

/** Both ends of time and their neighbours, epochs of other calendars, the first prefixes read as ticks, and present-day instants. */
const edge = fc.oneof(
  fc.constantFrom(0n, 1n, 9n, 10n, 99n, 9_999n, 10_000n, MINUTE - 1n, MINUTE, MAX, END, MAX - MINUTE),
  fc.constantFrom(TICKS_1601, TICKS_1601 - 1n, 621355968000000000n, 621355967999999999n),
  fc.bigInt({ min: NOON - 30n * DAY, max: NOON + 30n * DAY }),
  fc.bigInt({ min: 0n, max: END }),
);
const anyWindow = fc
  .tuple(edge, edge)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ from: a < b ? a : b, to: a < b ? b : a }) as Interval);
const rounding = fc.option(
  fc.oneof(
    fc.constantFrom(1n, MINUTE, 5n * MINUTE, 60n * MINUTE, 7n * DAY),
    fc.bigInt({ min: 1n, max: END }),
  ),
  { nil: undefined },
);
const volume = fc.constantFrom<EventVolume>(1, 10, 100);
const typed = fc.option(
  fc.record({
    kind: fc.constantFrom('is' as const, 'begins' as const),
    text: fc.constantFrom(
      '',
      '0',
      '000000000000000000',
      '0000000000000000003',
      '0000000000000000003___06',
      'p',
    ),
  }),
  { nil: undefined },
);
const prefixList = fc.option(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 }), { nil: undefined });
const TABLES = ['Rows', 'MyNsEventVer5v220240304', 'AzureFunctionsDiagnosticEvents202403'];

/**
 * Whether a window would need too many tables: ten-day or monthly ones over two centuries make thousands of queries, which another test
 * covers.
 */
function isLong({ from, to }: Interval): boolean {
  return to - from > 100n * DAY;
}

function options(tables: readonly string[]): fc.Arbitrary<Omit<PlanRequest, 'schemeId'>> {
  return fc
    .record({
      tableName: fc.constantFrom(...tables),
      window: fc.option(anyWindow, { nil: undefined }),
      roundingTicks: rounding,
      volume,
      unprefixed: fc.boolean(),
      prefixes: prefixList,
      partitionKey: typed,
      rowKey: typed,
    })
    .filter(({ tableName, window }) => tableName === 'Rows' || (window !== undefined && !isLong(window)))
    .map(({ window, roundingTicks, prefixes, partitionKey, rowKey, ...rest }) => ({
      ...rest,
      ...(window && { window }),
      ...(roundingTicks === undefined ? {} : { roundingTicks }),
      ...(prefixes && { prefixes }),
      ...(partitionKey && { partitionKey }),
      ...(rowKey && { rowKey }),
    }));
}

knowTemplates();
const TEMPLATES = [
  ['{Writer mod 10:D19}___{Ticks/1m}', ''],
  ['{Writer mod 4}', '{Ticks}'],
  ['{yyyyMM}', '{Guid}'],
  ['{yyyyMMddHH}', '{InvertedTicks}'],
  ['jobs', '{InvertedTicks}'],
  ['{TenantId}', '{Unix}_{Guid}'],
] as const;

const BY_MONTH = /^(?:wadmetrics|functions-|webjobs-)/;

describe('the ranges of one plan', () => {
  it.each([
    ...KEY_SCHEMES.map(({ id }) => id),
    ...TEMPLATES.map(([partition, row]) => templateSchemeId(partition, row)),
  ])('share no key with each other or with a coverage check: %s', (schemeId) => {
    let plans = 0;
    fc.assert(
      fc.property(options(TABLES), (request) => {
        fc.pre(!BY_MONTH.test(schemeId) || (request.window !== undefined && !isLong(request.window)));
        const plan = planQueries({ ...request, schemeId });
        if (!plan.ok) return;
        plans += 1;
        const { queries, guards } = plan.value;
        const checks = guards.map(({ tableName, range }) => ({
          tableName,
          range: { partition: {}, ...range },
        }));
        expect(overlaps([...queries, ...checks])).toEqual([]);
      }),
      { numRuns: 8 },
    );
    expect(plans).toBeGreaterThan(0);
  });
});

function readers(queries: readonly PlannedQuery[], partitionKey: string, rowKey: string, tableName?: string) {
  return queries.filter(
    (query) =>
      holds(query.range.partition, partitionKey) &&
      holds(query.range.row, rowKey) &&
      (tableName === undefined || tableName === query.tableName),
  );
}

const prefixed = ['mds-prefixed', 'lad-mdsd', 'wad-prefixed', 'wad'] as const;
const instant = fc.oneof(
  edge.filter((at) => at < END),
  fc.bigInt({ min: 0n, max: 20_000n }),
);

describe('what a plan of prefixed keys reads', () => {
  it.each(prefixed)('is every row of its prefixes and minutes once, and no other: %s', (schemeId) => {
    const prefix = fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(99, 100, 999, 9999));
    fc.assert(
      fc.property(
        anyWindow,
        fc.array(fc.tuple(prefix, instant), { minLength: 1, maxLength: 20 }),
        fc.constantFrom<EventVolume>(1, 10, 100),
        fc.boolean(),
        prefixList,
        (window, rows, events, unprefixed, prefixes) => {
          const own = prefixes?.map((each) => each % events);
          const request = { tableName: 'Rows', schemeId, window, volume: events, unprefixed };
          const { queries } = planOf({ ...request, ...(own && { prefixes: own }) });
          // WAD writes no prefix for a small event volume.
          const isSmallWad = schemeId === 'wad' && events === 1;
          const isPlain = unprefixed || isSmallWad;
          const all = Array.from({ length: isSmallWad ? 0 : events }, (_each, number) => number);
          const isAsked = new Map(all.map((number) => [number, own?.includes(number) ?? true]));
          for (const [number, at] of rows) {
            const bucket = at - (at % MINUTE);
            const isTimely = bucket < window.to && bucket + MINUTE > window.from;
            const isPlanned = number < 0 ? isPlain : (isAsked.get(number) ?? false);
            const key = number < 0 ? d19(bucket) : `${d19(BigInt(number))}___${d19(bucket)}`;
            const found = readers(queries, key, 'r').map((query) => query.prefix ?? -1);
            expect([key, found]).toEqual([key, isTimely && isPlanned ? [number] : []]);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('leaves no key without a query or check if unprefixed rows are read from the start of time', () => {
    const window = { from: 0n, to: NOON } as Interval;
    const { queries, guards } = planOf({ tableName: 'Rows', schemeId: 'wad', window, volume: 1 });
    expect(queries.map(({ label, filter }) => [label, filter])).toEqual([
      [
        'unprefixed, part 1 of 2',
        "PartitionKey ge '0000000000000000000' and PartitionKey lt '0000000000000000000___'",
      ],
      ['unprefixed, part 2 of 2', `PartitionKey ge '0000000000000010000' and PartitionKey lt '${d19(NOON)}'`],
    ]);
    // In such a table, rows with a prefix are outside the plan, so a coverage check must find them.
    const found = guards.filter(({ range }) => holds(range?.partition, `${d19(3n)}___${d19(NOON)}`));
    expect(found.map(({ position }) => position)).toEqual(['between']);
  });
});

/** How many of the planned queries read a row, by their filters. */
function filterReaders(plan: QueryPlan, partitionKey: string, rowKey: string): number {
  const row = new Map([
    ['PartitionKey', partitionKey],
    ['RowKey', rowKey],
  ]);
  return plan.queries.filter((query) => query.filter === undefined || rowMeets(query.filter, row)).length;
}

const keyText = sendableText.filter((text) => findForbiddenInKey(text) === undefined && text.length < 100);

describe('the rows that a plan reads', () => {
  it('are those whose keys equal, or begin with, what was typed', () => {
    const match = fc.option(
      fc.record({ kind: fc.constantFrom('is' as const, 'begins' as const), text: keyText }),
      {
        nil: undefined,
      },
    );
    const texts = HOSTILE_TEXTS.filter((text) => findForbiddenInKey(text) === undefined);
    fc.assert(
      fc.property(
        match,
        match,
        keyText,
        fc.constantFrom(...texts),
        fc.boolean(),
        (pk, rk, some, tail, isTail) => {
          const plan = planOf({
            schemeId: 'none',
            ...(pk === undefined ? {} : { partitionKey: pk }),
            ...(rk === undefined ? {} : { rowKey: rk }),
          });
          const partitionKey = isTail ? (pk?.text ?? '') + tail : some;
          const rowKey = isTail ? (rk?.text ?? '') : tail;
          const meets = (typed: typeof pk, key: string): boolean =>
            typed === undefined || (typed.kind === 'is' ? key === typed.text : key.startsWith(typed.text));
          expect(filterReaders(plan, partitionKey, rowKey)).toBe(
            meets(pk, partitionKey) && meets(rk, rowKey) ? 1 : 0,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('never put a character that no key can hold into a filter', () => {
    for (const scheme of KEY_SCHEMES) {
      const span = { from: toTicks(NOON + 1n), to: toTicks(NOON + MINUTE) };
      const plan = planOf({ schemeId: scheme.id, window: span, partitionKey: { kind: 'begins', text: '' } });
      const texts = [...plan.queries, ...plan.guards].map((query) => query.filter ?? '');
      const literals = texts.flatMap((text) => text.match(/'(?:[^']|'')*'/g) ?? []);
      expect(literals.filter((literal) => findForbiddenInKey(literal) !== undefined)).toEqual([]);
    }
  });
});
