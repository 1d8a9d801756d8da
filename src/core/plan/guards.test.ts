import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventVolume, KeySpan, TableKeyRange } from '../keys/base/scheme.ts';
import { KEY_SCHEMES } from '../keys/schemeRegistry.ts';
import { rowMeets } from '../odata/evaluateFilter.fixture.ts';
import { sendableText } from '../odata/filterArbitraries.fixture.ts';
import { findForbiddenInKey } from '../keyText.ts';
import { guardQueries } from './guards.ts';
import { planOf, windowOf } from './planRequest.fixture.ts';
import type { QueryPlan } from './queryPlan.ts';

const WINDOW = windowOf('2024-03-05T10:00:00Z', '2024-03-05T11:00:00Z');
const keyText = sendableText.filter((text) => findForbiddenInKey(text) === undefined);

/** Keys at, before and after every bound of some spans, and random ones. */
function keysAround(spans: readonly KeySpan[]): fc.Arbitrary<string> {
  const edges = spans
    .flatMap(({ from, to }) => [from, to])
    .flatMap((edge) => (edge === undefined ? [] : [edge.replaceAll('\u0000', '')]));
  const near = fc
    .tuple(fc.constantFrom('', ...edges), fc.nat(45), fc.oneof(fc.constant(''), keyText))
    .map(([edge, cut, tail]) => edge.slice(0, cut) + tail);
  return fc.oneof(near, keyText).filter((text) => findForbiddenInKey(text) === undefined);
}

function hits(filters: readonly (string | undefined)[], partitionKey: string, rowKey: string): number {
  const row = new Map([
    ['PartitionKey', partitionKey],
    ['RowKey', rowKey],
  ]);
  return filters.filter((filter) => filter === undefined || rowMeets(filter, row)).length;
}

function coverage(plan: QueryPlan, partitionKey: string, rowKey: string): number {
  return hits(
    [...plan.queries, ...plan.guards].map((query) => query.filter),
    partitionKey,
    rowKey,
  );
}

const inPartitions = KEY_SCHEMES.filter(
  (scheme) =>
    scheme.homes({ volume: 10 })?.every((home) => home.row === undefined && home.tableName === undefined) ===
    true,
);
const inRows = KEY_SCHEMES.filter((scheme) =>
  scheme.homes({ partitionKey: 'p' })?.every((home) => home.row !== undefined && home.partition.from === 'p'),
);

describe('homes and guards', () => {
  it.each(inPartitions.map((scheme) => scheme.id))('cover every key once: %s', (schemeId) => {
    for (const [volume, unprefixed] of [
      [1, false],
      [10, false],
      [10, true],
    ] as const satisfies readonly (readonly [EventVolume, boolean])[]) {
      const plan = planOf({ schemeId, volume, unprefixed });
      const keys = keysAround(plan.queries.map((query) => query.range.partition));
      fc.assert(
        fc.property(keys, keyText, (partitionKey, rowKey) => {
          expect(coverage(plan, partitionKey, rowKey)).toBe(1);
        }),
        { numRuns: 20 },
      );
    }
  });

  it.each(inRows.map((scheme) => scheme.id))(
    'cover every row key of a typed partition once: %s',
    (schemeId) => {
      const plan = planOf({ schemeId, partitionKey: { kind: 'is', text: "it's" } });
      expect(plan.guards.length).toBeGreaterThan(0);
      fc.assert(
        fc.property(keysAround(plan.queries.map((query) => query.range.row ?? {})), (rowKey) => {
          expect(coverage(plan, "it's", rowKey)).toBe(1);
          expect(coverage(plan, 'other', rowKey)).toBe(0);
        }),
        { numRuns: 25 },
      );
    },
  );

  it('cover every key once for random homes', () => {
    const span = fc
      .tuple(fc.option(keyText, { nil: undefined }), fc.option(keyText, { nil: undefined }))
      .map(
        ([from, to]): KeySpan => ({
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        }),
      )
      .filter(({ from, to }) => to === undefined || (from ?? '') < to);
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 5 }), keyText, (spans, key) => {
        const homes = spans.map((partition): TableKeyRange => ({ partition, exact: true }));
        const guards = guardQueries({ homes, tableNames: ['T'], partition: {}, row: {} });
        const isHome = spans.some(({ from, to }) => key >= (from ?? '') && (to === undefined || key < to));
        expect(
          hits(
            guards.map((guard) => guard.filter),
            key,
            '',
          ),
        ).toBe(isHome ? 0 : 1);
      }),
      { numRuns: 100 },
    );
  });
});

describe('guards of a plan', () => {
  it('ask below, between and above, one query each', () => {
    const { guards } = planOf({ window: WINDOW, filter: 'Level le 2' });
    expect(guards.map((guard) => guard.position)).toEqual([
      'below',
      ...Array<string>(9).fill('between'),
      'above',
    ]);
    expect(guards.map((guard) => guard.index)).toEqual(guards.map((_, index) => index));
    expect(guards[0]).toEqual({
      index: 0,
      position: 'below',
      range: { partition: { to: '0000000000000000000___' } },
      tableName: 'DemoEventsVer1v0',
      filter: "PartitionKey lt '0000000000000000000___'",
      label: 'below prefix 0 (PartitionKey)',
      mayBeAbsent: false,
    });
    expect(guards[4]).toMatchObject({
      label: 'between prefix 3 and prefix 4',
      filter: "PartitionKey ge '0000000000000000003__`' and PartitionKey lt '0000000000000000004___'",
    });
    expect(guards.at(-1)?.filter).toBe("PartitionKey ge '0000000000000000009__`'");
  });

  it('find rows written with a larger volume, or without prefixes', () => {
    const { guards } = planOf({ window: WINDOW });
    const found = (key: string): readonly string[] =>
      guards.filter((guard) => hits([guard.filter], key, '') === 1).map((guard) => guard.position);
    expect(found('0000000000000000010___0638452296000000000')).toEqual(['above']);
    expect(found('0638452296000000000')).toEqual(['above']);
    expect(found('0000000000000000003')).toEqual(['between']);
    expect(found('')).toEqual(['below']);
    expect(found('0000000000000000003___0638452296000000000')).toEqual([]);
  });

  it('do not look at prefixes that the user left out', () => {
    const { guards } = planOf({ window: WINDOW, volume: 100, prefixes: [37, 38] });
    expect(guards.map((guard) => guard.label)).toEqual([
      'below prefix 0 (PartitionKey)',
      'between prefix 36 and prefix 37',
      'between prefix 37 and prefix 38',
      'between prefix 38 and prefix 39',
      'above prefix 99 (PartitionKey)',
    ]);
    expect(
      hits(
        guards.map((guard) => guard.filter),
        '0000000000000000005___0638452296000000000',
        '',
      ),
    ).toBe(0);
  });

  it('still look next to unprefixed keys, which no choice of prefixes excludes', () => {
    const { guards } = planOf({ window: WINDOW, prefixes: [3], unprefixed: true });
    expect(guards.map((guard) => guard.label)).toEqual([
      'below prefix 0 (PartitionKey)',
      'between prefix 2 and prefix 3',
      'between prefix 3 and prefix 4',
      'between prefix 9 and the planned keys',
      'above the planned keys (PartitionKey)',
    ]);
  });

  it('are not needed if the plan reads everything', () => {
    expect(planOf({ schemeId: 'mds-schemas', window: WINDOW }).guards).toEqual([]);
    expect(planOf({ schemeId: 'mds-schemas' }).guards).toHaveLength(11);
  });

  it('check each of several tables, wherever no rows of it are expected', () => {
    const tables = ['DemoEventsVer1v020240304', 'DemoEventsVer1v020240314', 'DemoEventsVer1v020240324'];
    const { queries, guards } = planOf({
      tableName: tables[0] ?? '',
      window: windowOf('2024-03-05T10:00:00Z', '2024-03-24T11:00:00Z'),
    });
    expect([...new Set(queries.map(({ tableName }) => tableName))]).toEqual(tables);
    for (const table of tables) {
      const own = guards.filter(({ tableName }) => tableName === table);
      expect(own.map(({ position }) => position)).toEqual([
        'below',
        ...Array<string>(9).fill('between'),
        'above',
      ]);
    }
    expect(guards.map(({ index }) => index)).toEqual(guards.map((_, index) => index));
  });

  it('stay within the keys that the user typed', () => {
    const begins = planOf({ window: WINDOW, partitionKey: { kind: 'begins', text: '0000000000000000003' } });
    expect(begins.guards.map((guard) => guard.filter)).toEqual([
      "PartitionKey ge '0000000000000000003' and PartitionKey lt '0000000000000000003___'",
      "PartitionKey ge '0000000000000000003__`' and PartitionKey lt '0000000000000000004'",
    ]);
    const rows = planOf({
      schemeId: 'inverted-ticks19',
      window: WINDOW,
      partitionKey: { kind: 'is', text: 'p' },
      rowKey: { kind: 'begins', text: '25' },
    });
    expect(rows.guards).toEqual([]);
  });
});
