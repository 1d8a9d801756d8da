import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumsOf } from '../keyspace/map/sums.fixture.ts';
import { ticksScheme } from '../keys/ticksScheme.fixture.ts';
import { type Interval, TICKS_PER_SECOND, ticksToIso, toTicks } from '../time/ticks.ts';
import type { ChartRequest, ChartResult } from './chartRows.ts';
import type { RowFilter } from './rowQuery.ts';
import { RunRows } from './runRows.ts';
import { runSteps } from '../steps.ts';

const START = 639_000_000_000_000_000n;
const SECONDS = 60;
const WINDOW = { from: START, to: START + BigInt(SECONDS) * TICKS_PER_SECOND } as Interval;
const LABELS = ['a', 'b', 'c'];

interface Row {
  readonly group: string;
  readonly second: number;
  /** Undefined: absent. */
  readonly level: number | string | null | undefined;
}

const row = fc.record<Row>({
  group: fc.constantFrom(...LABELS),
  // A few rows are outside the window.
  second: fc.integer({ min: -3, max: SECONDS + 3 }),
  level: fc.constantFrom(1, 2, 2.5, 4, '4', 'x', null, undefined),
});

interface Condition {
  readonly filter: RowFilter;
  /** Which rows meet it, decided without the code that applies it. */
  readonly meets: (row: Row) => boolean;
}

const oneColumn: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(1, 2, 3).map<Condition>((from) => ({
    filter: { name: 'Level', kind: 'range', as: 'number', from: String(from), to: '3' },
    meets: ({ level }) => typeof level === 'number' && level >= from && level <= 3,
  })),
  fc.constantFrom(1, 2, 3).map<Condition>((from) => ({
    filter: { name: 'Level', kind: 'range', as: 'number', from: String(from), to: '4', isBelow: true },
    meets: ({ level }) => typeof level === 'number' && level >= from && level < 4,
  })),
  fc.constantFrom(...LABELS).map<Condition>((text) => ({
    filter: { name: 'Prefix', fact: 'prefix', kind: 'is', type: 'Edm.String', text },
    meets: ({ group }) => group === text,
  })),
  fc.subarray(LABELS).map<Condition>((texts) => ({
    filter: { name: 'Prefix', fact: 'prefix', kind: 'one-of', type: 'Edm.String', texts },
    meets: ({ group }) => texts.includes(group),
  })),
  fc.constant<Condition>({
    filter: { name: 'Level', kind: 'is-not', type: 'Edm.String', text: '4' },
    meets: ({ level }) => level !== '4',
  }),
  fc.constant<Condition>({
    filter: { name: 'Level', kind: 'absent' },
    meets: ({ level }) => level === undefined,
  }),
  fc
    .tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 }))
    .map<Condition>(([from, length]) => ({
      filter: {
        name: 'Time',
        fact: 'time',
        kind: 'range',
        as: 'instant',
        from: isoOf(from),
        to: isoOf(from + length),
      },
      meets: ({ second }) => second >= from && second < from + length,
    })),
);

/** Among these conditions are some that leave out a rectangle of the map. */
const condition: fc.Arbitrary<Condition> = fc.oneof(
  oneColumn,
  fc.array(oneColumn, { minLength: 1, maxLength: 2 }).map<Condition>((all) => ({
    filter: { kind: 'except', of: all.map(({ filter }) => filter) },
    meets: (row) => !all.every(({ meets }) => meets(row)),
  })),
);

function isoOf(second: number): string {
  return ticksToIso(toTicks(START + BigInt(second) * TICKS_PER_SECOND));
}

function rowsOf(list: readonly Row[]): RunRows {
  const rows = new RunRows(() => ticksScheme());
  rows.begin({ runId: 1, schemeId: 'ticks', queries: [{ index: 0, label: 'all' }] });
  arrive(rows, list);
  return rows;
}

/** Reads one more page. */
function arrive(rows: RunRows, list: readonly Row[]): void {
  const { count } = rows;
  const value = list.map(({ group, second, level }, at) => ({
    PartitionKey: `${group}_0${START + BigInt(second) * TICKS_PER_SECOND}`,
    RowKey: String(count + at),
    ...(level !== undefined && { Level: level }),
  }));
  const body = new TextEncoder().encode(JSON.stringify({ value }));
  expect(rows.append({ runId: 1, queryIndex: 0, body }).ok).toBe(true);
}

const LEVEL = { kind: 'property', name: 'Level' } as const;
const CHARTS: readonly ChartRequest[] = [
  ...(['count', 'p90', 'average', 'distinct'] as const).map((statistic) => ({
    kind: 'series' as const,
    value: statistic === 'count' ? ({ kind: 'rows' } as const) : LEVEL,
    statistic,
    buckets: { most: 7 },
    split: { by: 'prefix' } as const,
    top: 9,
  })),
  { kind: 'histogram', value: LEVEL },
];

/** Sorts groups of the same size by their labels. It drops the number of rows looked at, which counts all rows, selected or not. */
function inOrder(chart: ChartResult) {
  const byLabel = <T extends { readonly label: object }>(list: readonly T[]) =>
    list.toSorted((a, b) => (JSON.stringify(a.label) < JSON.stringify(b.label) ? -1 : 1));
  const { rowCount: _, ...rest } = chart;
  if ('series' in rest) return { ...rest, series: byLabel(rest.series) };
  // The bins are those of all rows.
  return { ...rest, bins: rest.bins.reduce((sum, { rows }) => sum + rows, 0) };
}

/** Everything that is drawn of the selected rows. */
function drawn(rows: RunRows, filters: readonly RowFilter[], window = WINDOW) {
  return {
    series: runSteps(rows.series({ buckets: 7, window, filters })),
    matrix: runSteps(rows.matrix({ window, columns: 5, by: 'group', labels: LABELS, filters })),
    grouped: runSteps(rows.matrix({ window, columns: 5, by: 'group', grouping: { by: 'prefix' }, filters })),
    charts: CHARTS.map((chart) =>
      inOrder(runSteps(rows.chart({ ...chart, ...(chart.kind === 'series' && { window }), filters }))),
    ),
  };
}

it('histogram, map and charts of selected rows are those of a result that has no other rows', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 40 }),
      fc.array(condition, { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 40 }),
      (list, conditions, already) => {
        const meeting = list.filter((each) => conditions.every(({ meets }) => meets(each)));
        const asked = conditions.map(({ filter }) => filter);
        const rows = rowsOf(list.slice(0, already));
        drawn(rows, asked);
        arrive(rows, list.slice(already));
        // Another window and another selection of the same rows are requested first.
        drawn(rows, asked, { ...WINDOW, to: toTicks(WINDOW.to - 20n * TICKS_PER_SECOND) });
        drawn(rows, asked.slice(1));
        const { grouped, ...of } = drawn(rows, asked);
        const { grouped: groupedAlone, ...alone } = drawn(rowsOf(meeting), []);
        expect(of).toEqual(alone);
        // The groups of the map are those of all rows, so that both pictures can lie over each other.
        const [sums, sumsAlone] = [sumsOf(grouped), sumsOf(groupedAlone)];
        const totals = new Map(grouped.labels.map((label, at) => [label, sums.rows[at]]));
        for (const [at, label] of groupedAlone.labels.entries())
          expect(totals.get(label)).toBe(sumsAlone.rows[at]);
        expect(sums.columns).toEqual(sumsAlone.columns);
      },
    ),
    { numRuns: 60 },
  );
});

it('rows that a regular expression has not seen yet are selected once it has', () => {
  const rows = rowsOf([{ group: 'a', second: 1, level: 'x' }]);
  const question = { name: 'Level', pattern: 'x' };
  const filters: readonly RowFilter[] = [{ ...question, kind: 'matches' }];
  const look = (): void => {
    const { opened, from, texts } = runSteps(rows.regexTexts(question));
    rows.regexVerdict({ ...question, opened, from, passes: new Uint8Array(texts.length).fill(1) });
  };
  const count = () => runSteps(rows.series({ buckets: 1, window: WINDOW, filters })).totals[0];
  look();
  expect(count()).toBe(1);
  const more = { PartitionKey: `b_0${START}`, RowKey: 'more', Level: 'xx' };
  rows.append({
    runId: 1,
    queryIndex: 0,
    body: new TextEncoder().encode(JSON.stringify({ value: [more] })),
  });
  expect(count()).toBe(1);
  look();
  expect(count()).toBe(2);
});

it('a filter by template selects the rows of its words, though others have joined it in their group', () => {
  const rows = rowsOf([]);
  let at = 0;
  const add = (messages: readonly string[]): void => {
    const value = messages.map(
      (text) => `{"PartitionKey":"a_0${START + BigInt(at++)}","RowKey":"${at}","M":"${text}"}`,
    );
    const body = new TextEncoder().encode(`{"value":[${value.join(',')}]}`);
    expect(rows.append({ runId: 1, queryIndex: 0, body }).ok).toBe(true);
  };
  const selected = (text: string): number => {
    const filters: readonly RowFilter[] = [
      { name: 'M', fact: 'template', kind: 'is', type: 'Edm.String', text },
    ];
    return runSteps(rows.view({ order: 'arrival', from: 0, to: 0, filters })).total;
  };
  add(['User ann was 7 ms late', 'User bob was 8 ms late']);
  expect(selected('User ann was <n> ms late')).toBe(1);
  add(['cyn', 'dan', 'eve', 'fay', 'ann'].map((name) => `User ${name} was 5 ms late`));
  expect(selected('User ann was <n> ms late')).toBe(2);
  expect(selected('User <text> was <n> ms late')).toBe(7);
  const texts = ['User ann was <n> ms late', 'User bob was <n> ms late'];
  const filters: readonly RowFilter[] = [
    { name: 'M', fact: 'template', kind: 'one-of', type: 'Edm.String', texts },
  ];
  expect(runSteps(rows.view({ order: 'arrival', from: 0, to: 0, filters })).total).toBe(3);
});
