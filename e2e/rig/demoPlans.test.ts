// Each demo table is detected by its keys, and the planned filters of any window select exactly the rows of that window. The demo itself
// says which rows those are, and the rig's evaluator evaluates the filters.
import { describe, expect, it } from 'vitest';
import { demoTables } from '../../scripts/demo/demoTables.mjs';
import { HOUR, SECOND, UNIX_EPOCH } from '../../scripts/demo/keyText.mjs';
import type { DemoRow, DemoTable, TickSpan } from '../../scripts/demo/rows.mjs';
import { rowsInWindow } from '../../scripts/demo/truth.mjs';
import { detectScheme, type SchemeProposal } from '../../src/core/keys/detectScheme.ts';
import { schemeById } from '../../src/core/keys/schemeRegistry.ts';
import { planOf } from '../../src/core/plan/planRequest.fixture.ts';
import type { PlanRequest } from '../../src/core/plan/queryPlan.ts';
import type { Interval } from '../../src/core/time/ticks.ts';
import { innerWindows, outerWindows, type TypedWindow } from '../support/windows.ts';
import { compileFilter } from './eval.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 21, 17, 33, 456);
const tables = demoTables(NOW_MS);

function tableNamed(start: string): DemoTable {
  const table = tables.find(({ name }) => name.startsWith(start));
  if (table === undefined) throw new Error(`No table ${start}`);
  return table;
}

/** The first page and the first row of other prefixes: the sample that the app takes of a table. */
function sampleOf({ rows }: DemoTable): readonly DemoRow[] {
  const starts = ['0000000000000000001', '0000000000000000010', '05', '2'];
  const some = starts.flatMap((from) => rows.find(({ partitionKey }) => partitionKey >= from) ?? []);
  return [...new Set([...rows.slice(0, 200), ...some])];
}

function detected(table: DemoTable): SchemeProposal {
  const [best] = detectScheme(table.name, sampleOf(table));
  if (best === undefined) throw new Error('Nothing fits.');
  return best;
}

/** The rows that the planned filters select, each as often as it is selected. */
function selected({ name, rows }: DemoTable, request: Partial<PlanRequest>): readonly DemoRow[] {
  const { queries } = planOf({ tableName: name, ...request });
  return queries.flatMap(({ filter }) => {
    if (filter === undefined) return rows;
    const { matches } = compileFilter(filter);
    return rows.filter(matches);
  });
}

/**
 * Windows to test. A plan of a hundred prefixes takes longer, so it gets only one. If tables are named by their time, open windows would
 * name too many.
 */
function windowsOf(table: DemoTable, volume: number): readonly TypedWindow[] {
  const inner = innerWindows(table);
  if (volume === 100) return inner.slice(1, 2);
  return table.name === metrics.name ? inner : [...inner, ...outerWindows(table)];
}

function intervalOf({ from, to }: TickSpan): Interval {
  return { from, to } as Interval;
}

const metrics = tableNamed('WADMetricsPT1MP10DV2S');
const sensors = tableNamed('SensorSeries');
/** The scheme that is detected first. A row's bucket must be the time by which that scheme reads it. */
const TIMED: readonly (readonly [DemoTable, title: string, volume: number])[] = [
  [tableNamed('WADLogsTable'), 'Azure Diagnostics (WAD)', 1],
  [tableNamed('WADPerformanceCountersTable'), 'Azure Diagnostics (WAD), prefixed', 10],
  [tableNamed('DemoEventsVer1v0'), 'Prefixed ticks (Geneva / MDS)', 100],
  [tableNamed('AppLogTail'), 'Inverted ticks (log tail)', 1],
  [tableNamed('DataPoints'), 'Unix seconds in RowKey', 1],
  // With this scheme the bucket is the hour in the PartitionKey, by which the service finds rows in its index.
  [
    {
      ...sensors,
      bucketOf: ({ partitionKey }) => {
        const from = UNIX_EPOCH + BigInt(partitionKey) * SECOND;
        return { from, to: from + HOUR };
      },
    },
    'Unix seconds',
    1,
  ],
  // Every aggregate is stored twice, as `inverted__metric` and as `metric__inverted`. The first form is read by time.
  [
    { ...metrics, rows: metrics.rows.filter(({ rowKey }) => /^\d{19}__/.test(rowKey)) },
    'Azure metrics (WADMetrics)',
    1,
  ],
];

describe('the demo account', () => {
  it.each(TIMED)('$name is detected, and its filters select what a window holds', (table, title, volume) => {
    const proposal = detected(table);
    expect(schemeById(proposal.schemeId)?.title).toBe(title);
    const { schemeId, unprefixed, roundingTicks } = proposal;
    let rows = 0;
    for (const { name, means } of windowsOf(table, volume)) {
      const wanted = rowsInWindow(table, means.from, means.to);
      const found = selected(table, {
        schemeId,
        unprefixed,
        volume: volume as 1 | 10 | 100,
        window: intervalOf(means),
        ...(roundingTicks !== undefined && { roundingTicks }),
      });
      const order = new Map(table.rows.map((row, at) => [row, at]));
      const inOrder = found.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
      expect({
        name,
        same: inOrder.length === wanted.length && inOrder.every((row, at) => row === wanted[at]),
      }).toEqual({
        name,
        same: true,
      });
      rows += wanted.length;
    }
    expect(rows).toBeGreaterThan(0);
  });

  it.each([tableNamed('Registrations'), tableNamed('Orders')])('$name has no time in its keys', (table) => {
    const proposal = detected(table);
    expect(schemeById(proposal.schemeId)?.title).toBe('No time in keys');
    expect(selected(table, { schemeId: proposal.schemeId, volume: 1 })).toEqual(table.rows);
  });

  it('a key that is, and keys that begin with a text, on either key', () => {
    const table = tableNamed('Registrations');
    const some = table.rows[777] as DemoRow;
    const is = (text: string) => ({ kind: 'is', text }) as const;
    const begins = (text: string) => ({ kind: 'begins', text }) as const;
    const cases: readonly (readonly [Partial<PlanRequest>, (row: DemoRow) => boolean])[] = [
      [{ partitionKey: is(some.partitionKey), rowKey: is(some.rowKey) }, (row) => row === some],
      [
        { partitionKey: is(some.partitionKey), rowKey: begins('BIB:01') },
        (row) => row.partitionKey === some.partitionKey && row.rowKey.startsWith('BIB:01'),
      ],
      [
        { partitionKey: begins('2011 New York City Marathon__H'), rowKey: begins('BIB:01') },
        (row) => row.partitionKey.endsWith('__Half') && row.rowKey.startsWith('BIB:01'),
      ],
      [{ partitionKey: begins('2011'), rowKey: begins('AGE:05') }, (row) => row.rowKey.startsWith('AGE:05')],
      [{ rowKey: is("O'Brien''s") }, () => false],
    ];
    for (const [request, keeps] of cases) {
      expect(selected(table, { schemeId: 'none', volume: 1, ...request })).toEqual(table.rows.filter(keeps));
    }
    expect(table.rows.filter((row) => row.rowKey.startsWith('AGE:05')).length).toBeGreaterThan(1);
  });

  it('property filters of each type, with quotes, beside the window', () => {
    const table = tableNamed('DemoEventsVer1v0');
    const window = { from: table.window.from, to: table.window.from + HOUR / 12n };
    const all = rowsInWindow(table, window.from, window.to).filter(
      ({ partitionKey }) => partitionKey < '0000000000000000010',
    );
    const prefixes = Array.from({ length: 10 }, (_, prefix) => prefix);
    const text = (row: DemoRow, name: string): string =>
      row.properties.find(([known]) => known === name)?.[2] ?? '';
    const sample = all[5] as DemoRow;
    const cases: readonly (readonly [string, (row: DemoRow) => boolean])[] = [
      ["OperationName eq 'O''Brien''s import'", (row) => text(row, 'OperationName') === "O'Brien's import"],
      [`ActivityId eq guid'${text(sample, 'ActivityId')}'`, (row) => row === sample],
      [
        `BytesSent ge ${text(sample, 'BytesSent')}L`,
        (row) => BigInt(text(row, 'BytesSent')) >= BigInt(text(sample, 'BytesSent')),
      ],
      [
        `PreciseTimeStamp lt datetime'${text(sample, 'PreciseTimeStamp')}' and not (DurationMs gt 20.5)`,
        (row) =>
          text(row, 'PreciseTimeStamp') < text(sample, 'PreciseTimeStamp') &&
          !(Number(text(row, 'DurationMs')) > 20.5),
      ],
    ];
    for (const [filter, keeps] of cases) {
      const found = selected(table, {
        schemeId: 'mds-prefixed',
        volume: 100,
        prefixes,
        window: intervalOf(window),
        filter,
      });
      const wanted = all.filter(keeps);
      expect({ filter, hasRows: wanted.length > 0 }).toEqual({ filter, hasRows: true });
      expect({ filter, rows: new Set(found) }).toEqual({ filter, rows: new Set(wanted) });
      expect({ filter, count: found.length }).toEqual({ filter, count: wanted.length });
    }
  });
});
