import { describe, expect, it } from 'vitest';
import { RowSorter } from '../entities/order/rowOrder.ts';
import { decoded, pageBytes } from '../entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { EntityStore } from '../entities/store/entityStore.ts';
import type { RowGrouping } from '../keyspace/map/grouping.ts';
import { type Interval, isoToTicks, TICKS_PER_SECOND, ticksToIso } from '../time/ticks.ts';
import { type ChartRequest, type ChartResult, ChartRows } from './chartRows.ts';
import { RowQueries } from './rowQuery.ts';
import { StoreMap } from './storeMap.ts';
import { runSteps } from '../steps.ts';

const START = isoToTicks('2026-11-20T21:00:00Z');
const WINDOW = { from: START, to: START + 60n * TICKS_PER_SECOND } as Interval;

const row = (group: string, second: number, rest = ''): string =>
  `{"PartitionKey":"${group}_0${START + BigInt(second) * TICKS_PER_SECOND}","RowKey":"${second}"${rest}}`;

function chartsOf(pages: readonly string[]) {
  const scheme = ticksScheme();
  const store = new EntityStore(scheme);
  for (const [query, page] of pages.entries()) store.append(decoded(pageBytes([page])), query);
  const charts = new ChartRows(
    store,
    new RowQueries(store, new RowSorter(store)),
    new StoreMap(store, scheme),
  );
  return { store, charts };
}

const series = (over: Partial<Extract<ChartRequest, { kind: 'series' }>> = {}): ChartRequest => ({
  kind: 'series',
  value: { kind: 'rows' },
  statistic: 'count',
  window: WINDOW,
  buckets: { ticks: 30n * TICKS_PER_SECOND },
  top: 7,
  ...over,
});

/** The number of rows in each group, by its label. */
function sizesOf(answer: ChartResult): Record<string, number> {
  if (answer.kind !== 'series') throw new Error('A series was asked for.');
  return Object.fromEntries(
    answer.series.map(({ label, rows }) => [label.kind === 'value' ? label.text : label.kind, rows]),
  );
}

describe('a chart of the rows of a run', () => {
  const { charts } = chartsOf([
    row('a', 0, ',"Level":2'),
    row('a', 1, ',"Level":4'),
    row('b', 40, ',"Level":4.0'),
    row('', 41),
  ]);
  const split = (by: RowGrouping) => sizesOf(runSteps(charts.answer(series({ split: by }))));

  it('is split by prefix, partition or a property; rows without it are a group', () => {
    expect(split({ by: 'prefix' })).toEqual({ a: 2, b: 1, '': 1 });
    expect(Object.values(split({ by: 'partition' }))).toEqual([1, 1, 1, 1]);
    expect(split({ by: 'property', name: 'Level' })).toEqual({ 2: 1, 4: 2, absent: 1 });
  });

  it('has zero bytes where there is no row, but no value of a property', () => {
    const values = (
      value: Extract<ChartRequest, { kind: 'series' }>['value'],
      statistic: 'sum' | 'average',
    ) => {
      const few = chartsOf([row('a', 0, ',"Level":2'), row('a', 1, ',"Level":4')]);
      const answer = runSteps(few.charts.answer(series({ value, statistic })));
      return answer.kind === 'series'
        ? [...(answer.series[0]?.values ?? [])].map((each) => each > 0 || each)
        : [];
    };
    const level = { kind: 'property', name: 'Level' } as const;
    expect(values({ kind: 'bytes' }, 'sum')).toEqual([true, 0]);
    expect(values({ kind: 'bytes' }, 'average')).toEqual([true, Number.NaN]);
    expect(values(level, 'sum')).toEqual([true, Number.NaN]);
  });

  it('goes by the event time of a row, if it has one', () => {
    const event = (second: number) =>
      `,"EventTime@odata.type":"Edm.DateTime","EventTime":"${ticksToIso(START + BigInt(second) * TICKS_PER_SECOND)}","Level":1`;
    const three = chartsOf([
      row('a', 0, event(45)),
      row('a', 1, event(70)),
      row('a', 2, ',"Level":1'),
    ]).charts;
    const counted = runSteps(three.answer(series()));
    expect(counted.kind === 'series' && [...(counted.series[0]?.values ?? [])]).toEqual([1, 1]);
    expect(counted.kind === 'series' && counted.outside).toEqual({ before: 0, after: 1, withoutTime: 0 });
  });

  it('counts and spreads the same rows; numbers need no time', () => {
    const counted = runSteps(charts.answer(series()));
    expect(counted.kind === 'series' && [...(counted.series[0]?.values ?? [])]).toEqual([2, 2]);
    const level = { kind: 'property', name: 'Level' } as const;
    const untimed = chartsOf(['{"PartitionKey":"","RowKey":"1","Level":7}']).charts;
    const sizes = [charts, untimed].map((each) => {
      const spread = runSteps(each.answer({ kind: 'histogram', value: level }));
      return spread.kind === 'histogram' && spread.bins.reduce((sum, { rows }) => sum + rows, 0);
    });
    expect(sizes).toEqual([3, 1]);
  });

  it('is about the rows that were there when its columns were built, and the next one about all', () => {
    const pages = Array.from({ length: 9000 }, (_, second) => row('a', second % 60, `,"Level":${second}`));
    const scheme = ticksScheme();
    const store = new EntityStore(scheme, undefined, String);
    // Each page belongs to another query, so keys may repeat.
    store.append(decoded(pageBytes(pages.slice(0, 60))), 0);
    for (let query = 1; query < 150; query++)
      store.append(decoded(pageBytes(pages.slice(query * 60, query * 60 + 60))), query);
    const growing = new ChartRows(
      store,
      new RowQueries(store, new RowSorter(store)),
      new StoreMap(store, scheme),
    );
    const request = series({ value: { kind: 'property', name: 'Level' }, statistic: 'maximum' });
    const work = growing.answer(request);
    expect(work.next().done, 'works in steps').toBe(false);
    store.append(decoded(pageBytes([row('a', 5, ',"Level":99999')])), 150);
    const first = runSteps(work);
    const next = runSteps(growing.answer(request));
    const highest = (answer: ChartResult) => answer.kind === 'series' && answer.series[0]?.overall;
    expect([first.rowCount, highest(first)]).toEqual([9000, 8999]);
    expect([next.rowCount, highest(next)]).toEqual([9001, 99_999]);
  });

  it('takes Timestamp as a value too, as an address may ask', () => {
    const stored = chartsOf([
      row('a', 0, ',"Timestamp":"2026-11-20T21:00:00.5Z"'),
      row('a', 1, ',"Timestamp":"2026-11-20T21:00:00.5Z"'),
      row('a', 2, ',"Timestamp":"2026-11-20T21:00:03Z"'),
    ]);
    const value = { kind: 'property', name: 'Timestamp' } as const;
    const averaged = runSteps(stored.charts.answer(series({ value, statistic: 'average' })));
    expect(averaged.kind === 'series' && averaged.leftOut).toEqual([
      { reason: { kind: 'type', type: 'Edm.DateTime' }, rows: 3 },
    ]);
    expect(
      sizesOf(runSteps(stored.charts.answer(series({ split: { by: 'property', name: 'Timestamp' } })))),
    ).toEqual({
      '2026-11-20T21:00:00.5Z': 2,
      '2026-11-20T21:00:03Z': 1,
    });
  });

  it('counts the numbers it keeps as memory, and frees them', () => {
    const { store, charts: kept } = chartsOf(Array.from({ length: 9 }, (_, second) => row('a', second)));
    expect(kept.bytesHeld).toBe(0);
    runSteps(kept.answer(series({ value: { kind: 'bytes' }, statistic: 'sum' })));
    expect(kept.bytesHeld).toBeGreaterThanOrEqual(store.rowCount);
    kept.free();
    expect(kept.bytesHeld).toBe(0);
  });

  it('takes each value of a row: a property, its bytes, and the time from one instant to another', () => {
    const DURATION = {
      kind: 'duration',
      from: { kind: 'key' },
      to: { kind: 'property', name: 'End' },
    } as const;
    const three = chartsOf([
      row('a', 0, ',"N":5,"End":"2026-11-20T21:00:03Z","End@odata.type":"Edm.DateTime"'),
      row('a', 1, ',"N":7,"End":"2026-11-20T21:00:02Z","End@odata.type":"Edm.DateTime"'),
      row('a', 2),
    ]);
    const overall = (
      value: Extract<ChartRequest, { kind: 'series' }>['value'],
      statistic: 'sum' | 'count',
    ) => {
      const answer = runSteps(three.charts.answer(series({ value, statistic })));
      return answer.kind === 'series' && [answer.series[0]?.overall, answer.leftOut.length];
    };
    expect(overall({ kind: 'property', name: 'N' }, 'sum')).toEqual([12, 1]);
    expect(overall(DURATION, 'sum')).toEqual([40_000_000, 1]);
    const bytes = overall({ kind: 'bytes' }, 'sum');
    // Every row has bytes, so none is left out.
    expect([bytes && bytes[1], bytes && Number(bytes[0]) > 100]).toEqual([0, true]);
    expect(overall({ kind: 'rows' }, 'count')).toEqual([3, 0]);
    // The same question gets the same answer, and another value has other numbers.
    expect(overall({ kind: 'property', name: 'N' }, 'sum')).toEqual([12, 1]);
  });
});
