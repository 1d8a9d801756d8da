import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Interval, isoToTicks, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { buildColumn } from '../columns/valueColumn.ts';
import {
  entityJson,
  type EntitySpec,
  entitySpec,
  expectedEntity,
  ODD_NAMES,
} from '../page/entityPage.fixture.ts';
import type { EntityStore } from '../store/entityStore.ts';
import { storeOf } from '../store/storeOf.fixture.ts';
import { aggregate } from './aggregate.ts';
import { type ChartAnswer, type Statistic, STATISTICS } from './chartTypes.ts';
import { isRight, type Plain, plainOf } from './aggregateOracle.fixture.ts';
import { durations } from './durations.ts';
import { numbersOf } from './numberColumn.ts';
import { rowBytes } from './rowBytes.ts';
import { valueGroups } from './rowGroups.ts';
import { runSteps } from '../../steps.ts';

const START = isoToTicks('2026-11-20T21:00:00Z');
const SECONDS = 40;
const WINDOW = { from: START, to: START + BigInt(SECONDS) * TICKS_PER_SECOND } as Interval;
const WIDTH = 10n * TICKS_PER_SECOND;

/** Rows of one property, at a second of the window, with a text to split by. */
const NAMES = ['A', ...ODD_NAMES.filter((name) => name !== 'B')];
const value = entitySpec.map(({ properties }) => properties[0]).filter((property) => property !== undefined);
const bigInt64 = fc
  .constantFrom('9007199254740993', '9223372036854775807', '-9223372036854775808', '9007199254740992')
  .map((text) => ({
    name: 'A',
    annotation: 'Edm.Int64',
    json: `"${text}"`,
    type: 'Edm.Int64',
    form: 'string' as const,
    text,
  }));
const plainNumber = fc
  .oneof(fc.integer({ min: -5, max: 5 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }))
  .map((number) => ({
    json: JSON.stringify(number),
    type: Number.isInteger(number) && !Object.is(number, -0) ? 'Edm.Int32' : 'Edm.Double',
    form: 'number' as const,
    text: JSON.stringify(number),
  }));
/** 1, 1.0 and 1e0 are one number. */
const sameNumber = fc.constantFrom('1', '1.0', '1e0', '2.0').map((text) => ({
  json: text,
  type: text === '1' ? 'Edm.Int32' : 'Edm.Double',
  form: 'number' as const,
  text,
}));
const rowsOf = (name: string): fc.Arbitrary<readonly EntitySpec[]> =>
  fc
    .array(
      fc.record({
        second: fc.integer({ min: -2, max: SECONDS + 1 }),
        values: fc.array(fc.oneof(value, bigInt64, plainNumber, sameNumber), { maxLength: 1 }),
        isTwice: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
        group: fc.constantFrom('x', 'y', '', '__proto__', undefined),
      }),
      { maxLength: 24 },
    )
    .map((rows) =>
      rows.map(({ second, values, isTwice, group }, at) => ({
        partitionKey: `_0${START + BigInt(second) * TICKS_PER_SECOND}`,
        rowKey: String(at),
        properties: [
          ...[...values, ...(isTwice ? values : [])].map((each) => ({ ...each, name })),
          ...(group === undefined
            ? []
            : [
                {
                  name: 'B',
                  json: JSON.stringify(group),
                  type: 'Edm.String',
                  form: 'string' as const,
                  text: group,
                },
              ]),
        ],
      })),
    );

const secondOf = ({ partitionKey }: EntitySpec): number =>
  Number((BigInt(partitionKey.slice(1)) - START) / TICKS_PER_SECOND);

function answerOf(
  store: EntityStore,
  /** Undefined: the rows themselves are counted. */
  name: string | undefined,
  statistic: Statistic,
  top: number,
  isSplit: boolean,
): ChartAnswer {
  const numbers =
    name === undefined ? undefined : runSteps(numbersOf(store, runSteps(buildColumn(store, { name }))));
  const groups = isSplit ? valueGroups(runSteps(buildColumn(store, { name: 'B' }))) : undefined;
  return runSteps(
    aggregate({
      times: store.times('key'),
      rowCount: store.rowCount,
      window: WINDOW,
      buckets: { ticks: WIDTH },
      statistic,
      numbers,
      groups,
      top,
    }),
  );
}

describe('a statistic over time', () => {
  it('is that of the rows of each bucket and group, for all types, whatever the name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES).chain((name) => fc.tuple(fc.constant(name), rowsOf(name))),
        fc.constantFrom(...STATISTICS),
        fc.integer({ min: 0, max: 3 }),
        fc.boolean(),
        ([name, rows], statistic, top, isSplit) => {
          const store = storeOf(rows.map(entityJson));
          const answer = answerOf(store, name, statistic, top, isSplit);
          const counted = answerOf(store, undefined, 'count', top, isSplit);
          const inside = rows.filter((row) => secondOf(row) >= 0 && secondOf(row) < SECONDS);
          expect(answer.bucketCount).toBe(4);
          expect(answer.series.reduce((sum, series) => sum + series.rows, 0)).toBe(inside.length);

          const groupOf = (row: EntitySpec): string | undefined =>
            row.properties.find((property) => property.name === 'B')?.text;
          const sizes = new Map<string | undefined, number>();
          for (const row of inside) sizes.set(groupOf(row), (sizes.get(groupOf(row)) ?? 0) + 1);
          const named = new Set<string | undefined>();
          for (const { label } of answer.series) {
            if (label.kind === 'value') named.add(label.text);
            if (label.kind === 'absent') named.add(undefined);
          }
          const isOf = (row: EntitySpec, series: ChartAnswer['series'][number]): boolean => {
            if (series.label.kind === 'all') return true;
            if (series.label.kind === 'others') return !named.has(groupOf(row));
            return groupOf(row) === (series.label.kind === 'value' ? series.label.text : undefined);
          };
          for (const [at, series] of answer.series.entries()) {
            const own = inside.filter((row) => isOf(row, series));
            expect(series.rows).toBe(own.length);
            const others = series.label.kind === 'others' ? series.label.groups : undefined;
            expect([undefined, sizes.size - named.size]).toContain(others);
            expect(others).not.toBe(1);
            const plains = (some: readonly EntitySpec[]): readonly Plain[] =>
              some.map((row) => plainOf(expectedEntity(row), name));
            for (let bucket = 0; bucket < 4; bucket++) {
              const some = own.filter((row) => Math.floor(secondOf(row) / 10) === bucket);
              const found = { value: series.values[bucket] as number, exact: series.exact.get(bucket) };
              expect(isRight(found, statistic, { plains: plains(some), seconds: 10 })).toBe(true);
            }
            const sizesOf = Array.from(
              { length: 4 },
              (_, bucket) => own.filter((row) => Math.floor(secondOf(row) / 10) === bucket).length,
            );
            const rowsOfIt = counted.series[at];
            expect([...(rowsOfIt?.values ?? []), rowsOfIt?.overall]).toEqual([...sizesOf, own.length]);
            const whole = { value: series.overall, exact: series.exact.get(4) };
            expect(isRight(whole, statistic, { plains: plains(own), seconds: SECONDS })).toBe(true);
          }
        },
      ),
      { numRuns: 75 },
    );
  });

  it('says which rows have no number, and why', () => {
    fc.assert(
      fc.property(rowsOf('A'), (rows) => {
        const answer = answerOf(storeOf(rows.map(entityJson)), 'A', 'average', 1, false);
        const inside = rows.filter((row) => secondOf(row) >= 0 && secondOf(row) < SECONDS);
        const wanted = new Map<string, number>();
        for (const row of inside) {
          const plain = plainOf(expectedEntity(row), 'A');
          if (plain.kind === 'number') continue;
          const why = plain.kind === 'type' ? plain.type : plain.kind === 'special' ? plain.text : plain.kind;
          wanted.set(why, (wanted.get(why) ?? 0) + 1);
        }
        const found = answer.leftOut.map(({ reason, rows }) => [
          reason.kind === 'type' ? reason.type : reason.kind === 'special' ? reason.text : reason.kind,
          rows,
        ]);
        expect(new Map(found as [string, number][])).toEqual(wanted);
        const before = rows.filter((row) => secondOf(row) < 0).length;
        expect(answer.outside).toEqual({
          before,
          after: rows.length - inside.length - before,
          withoutTime: 0,
        });
      }),
    );
  });
});

const at = (second: number, ...properties: readonly string[]): string =>
  `{${[`"PartitionKey":"_0${START + BigInt(second) * TICKS_PER_SECOND}"`, '"RowKey":""', ...properties].join(',')}}`;

it('counts a value once in however many ways it is written', () => {
  const written = ['1', '1.0', '1e0', '2.0', '2', '"1"', '"1"', 'true', 'null'];
  const store = storeOf(written.map((json) => at(0, `"A":${json}`)));
  const answer = answerOf(store, 'A', 'distinct', 1, false);
  expect(answer.series[0]?.values[0]).toBe(4);
  expect(answer.leftOut).toEqual([{ reason: { kind: 'null' }, rows: 1 }]);
});

describe('rows, bytes and durations', () => {
  it('counts rows, and per second only of the time inside the window', () => {
    const store = storeOf([0, 1, 12, 13, 14].map((second) => at(second)));
    const window = { from: START, to: START + 15n * TICKS_PER_SECOND } as Interval;
    const base = {
      times: store.times('key'),
      rowCount: 5,
      window,
      buckets: { ticks: WIDTH },
      top: 1,
    } as const;
    const values = (statistic: Statistic) => [
      ...(runSteps(aggregate({ ...base, statistic })).series[0]?.values ?? []),
    ];
    expect(values('count')).toEqual([2, 3]);
    expect(values('rate')).toEqual([0.2, 0.6]);
  });

  it('takes a wider bucket where the chosen one gives more than 600 points, and says so', () => {
    const store = storeOf([at(0)]);
    const to = (seconds: bigint) => ({ from: START, to: START + seconds * TICKS_PER_SECOND }) as Interval;
    const of = (seconds: bigint) =>
      runSteps(
        aggregate({
          times: store.times('key'),
          rowCount: 1,
          window: to(seconds),
          buckets: { ticks: TICKS_PER_SECOND },
          statistic: 'count',
          top: 1,
        }),
      );
    expect(of(600n)).toMatchObject({ bucketCount: 600, isWidened: false });
    expect(of(601n)).toMatchObject({ bucketCount: 301, isWidened: true, bucketTicks: 2n * TICKS_PER_SECOND });
  });

  it('sizes a row as the service does: zero is not absent', () => {
    // Keys of 20 characters, and three properties: their names, 8 bytes each, and 4, 4 + 2 x 3 and 4 + 2 for the values.
    const row = at(0, '"A":5', '"BB":"xyz"', '"C@odata.type":"Edm.Binary"', '"C":"AAE="');
    const store = storeOf([row]);
    const numbers = runSteps(rowBytes(store, 1));
    const answer = runSteps(
      aggregate({
        times: store.times('key'),
        rowCount: 1,
        window: WINDOW,
        buckets: { ticks: WIDTH },
        statistic: 'sum',
        numbers,
        isOfEveryRow: true,
        top: 1,
      }),
    );
    expect([...(answer.series[0]?.values ?? [])]).toEqual([
      4 + 40 + (2 + 8 + 4) + (4 + 8 + 10) + (2 + 8 + 6),
      0,
      0,
      0,
    ]);
  });

  it('takes the time from one instant to another, exact to 100 ns', () => {
    const instant = (name: string, text: string) => [
      `"${name}@odata.type":"Edm.DateTime"`,
      `"${name}":"${text}"`,
    ];
    const store = storeOf([
      at(0, ...instant('A', '2026-11-20T21:00:00.0000001Z'), ...instant('B', '2026-11-20T21:00:01Z')),
      at(1, ...instant('A', '0001-01-01T00:00:00Z'), ...instant('B', '9999-12-31T23:59:59.9999999Z')),
      at(2, ...instant('A', '2026-11-20T21:00:00Z')),
      at(3, '"A":5', ...instant('B', '2026-11-20T21:00:01Z')),
    ]);
    const numbers = runSteps(
      durations(store, 4, { from: { kind: 'property', name: 'A' }, to: { kind: 'property', name: 'B' } }),
    );
    const base = {
      times: store.times('key'),
      rowCount: 4,
      window: WINDOW,
      buckets: { ticks: WIDTH },
      top: 1,
    };
    const least = runSteps(aggregate({ ...base, statistic: 'minimum', numbers }));
    const most = runSteps(aggregate({ ...base, statistic: 'maximum', numbers }));
    expect(least.series[0]?.values[0]).toBe(9_999_999);
    expect(most.series[0]?.exact.get(0)).toBe(3_155_378_975_999_999_999n);
    expect(least.leftOut).toEqual([
      { reason: { kind: 'absent' }, rows: 1 },
      { reason: { kind: 'type', type: 'Edm.Int32' }, rows: 1 },
    ]);
    // A row whose start is no instant has no duration, so neither statistic counts it.
    for (const statistic of ['count', 'distinct'] as const) {
      const counted = runSteps(aggregate({ ...base, statistic, numbers }));
      expect(counted.series[0]?.overall).toBe(2);
      expect(counted.leftOut).toEqual(least.leftOut);
    }
  });
});
