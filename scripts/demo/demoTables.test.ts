import { describe, expect, it } from 'vitest';
import { EMPTY_PREFIXES, HOT_PREFIX, SILENT_PREFIX } from './demoEvents.mjs';
import { DEMO_SEED, demoTables } from './demoTables.mjs';
import { DAY, FILETIME_EPOCH, HOUR, isoOf, MINUTE, ticksOfMs } from './keyText.mjs';
import { minuteMetrics } from './points.mjs';
import { compareRows, type DemoTable } from './rows.mjs';
import { canonicalLine, canonicalRow, rowsInWindow } from './truth.mjs';

const NOW_MS = Date.UTC(2026, 10, 20, 21, 17, 33, 456);
const tables = demoTables(NOW_MS);

function tableNamed(name: string): DemoTable {
  const table = tables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`No table ${name}`);
  return table;
}

describe('demo account', () => {
  it('has a table for each way of keying, about 60,000 rows in all', () => {
    expect(tables.map((table) => table.name)).toEqual([
      'AppLogTail',
      'DataPoints',
      'DemoEventsVer1v0',
      'Orders',
      'Registrations',
      'SensorSeries',
      'WADLogsTable',
      // Tables of ten days are aligned to 1601-01-01, like those of Azure, of which 20190927 is one.
      'WADMetricsPT1MP10DV2S20261119',
      'WADPerformanceCountersTable',
    ]);
    const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
    expect(rows).toBeGreaterThan(54_000);
    expect(rows).toBeLessThan(66_000);
  });

  it('is in strict key order, table by table', () => {
    for (const { name, rows } of tables) {
      const disorder = rows.findIndex((row, i) => {
        const before = rows[i - 1];
        return before !== undefined && compareRows(before, row) >= 0;
      });
      expect({ name, disorder }).toEqual({ name, disorder: -1 });
    }
  });

  it('holds nothing that has not arrived yet, and no event after it arrived', () => {
    const now = isoOf(ticksOfMs(NOW_MS));
    for (const { name, rows, bucketOf } of tables) {
      const early = rows.filter((row) => row.timestamp > now);
      const backwards = rows.filter((row) => {
        const bucket = bucketOf(row);
        return bucket !== undefined && row.timestamp < isoOf(bucket.from);
      });
      expect({ name, early, backwards }).toEqual({ name, early: [], backwards: [] });
    }
  });
});

describe('demo stories', () => {
  it('DemoEventsVer1v0: 100 writers, one hot, some empty, one that falls silent midway', () => {
    const { rows, window, bucketOf } = tableNamed('DemoEventsVer1v0');
    const counts = Array.from({ length: 100 }, () => 0);
    let lastOfSilent = 0n;
    for (const row of rows) {
      const prefix = Number(row.partitionKey.slice(0, 19));
      counts[prefix] = (counts[prefix] ?? 0) + 1;
      const from = bucketOf(row)?.from ?? 0n;
      if (prefix === SILENT_PREFIX && from > lastOfSilent) lastOfSilent = from;
    }
    expect(
      counts.map((count, prefix) => (count === 0 ? prefix : -1)).filter((prefix) => prefix >= 0),
    ).toEqual(EMPTY_PREFIXES);
    expect(Math.max(...counts)).toBe(counts[HOT_PREFIX]);
    expect(lastOfSilent).toBeLessThan(window.from + HOUR);
    expect(lastOfSilent).toBeGreaterThan(window.from + HOUR - 10n * MINUTE);
    expect(window.to - window.from).toBe(2n * HOUR);
  });

  it('WADLogsTable: errors burst three hours before the end', () => {
    const { rows, window } = tableNamed('WADLogsTable');
    const errors = rows.filter((row) =>
      row.properties.some(([name, , text]) => name === 'Level' && text === '2'),
    );
    const inBurst = errors.filter((row) => {
      const from = BigInt(row.partitionKey);
      return from >= window.to - 3n * HOUR && from < window.to - 3n * HOUR + 12n * MINUTE;
    });
    expect(inBurst.length / errors.length).toBeGreaterThan(0.8);
    expect(window.to - window.from).toBe(DAY);
  });

  it('minute metrics stay within their ten days, even right after these began', () => {
    const tenDays = 10n * DAY;
    const anchor = ticksOfMs(NOW_MS) - ((ticksOfMs(NOW_MS) - FILETIME_EPOCH) % tenDays);
    const metrics = minuteMetrics(anchor + 27n * MINUTE, DEMO_SEED);
    const starts = metrics.rows.map((row) => metrics.bucketOf(row)?.from ?? 0n);
    expect(starts.length).toBe(27 * 4);
    expect(starts.every((start) => start >= anchor)).toBe(true);
  });
});

describe('truth', () => {
  it('takes the rows whose key bucket meets the window: a part of a bucket counts, its end does not', () => {
    const table = tableNamed('WADLogsTable');
    const first = BigInt(table.rows[0]?.partitionKey ?? '0');
    const buckets = (from: bigint, to: bigint) => [
      ...new Set(rowsInWindow(table, from, to).map((row) => BigInt(row.partitionKey))),
    ];
    expect(buckets(first + MINUTE - 1n, first + MINUTE)).toEqual([first]);
    expect(buckets(first - 1n, first)).toEqual([]);
    expect(rowsInWindow(table, table.window.from, table.window.to)).toHaveLength(table.rows.length);
  });
});

describe('canonical rows', () => {
  const row = {
    partitionKey: 'p',
    rowKey: 'r',
    timestamp: '2026-11-20T21:00:00.0000000Z',
    properties: [
      ['D', 'Double', '5'],
      ['L', 'Int64', '9007199254740993'],
      ['S', 'String', 'x"y\\'],
    ],
  } as const;
  const line = (rest: string) =>
    `{"PartitionKey":"p","RowKey":"r","Timestamp":"2026-11-20T21:00:00.0000000Z","S":"x\\"y\\\\",${rest}}`;

  it('does not mind the order of properties or how a Double is written', () => {
    const long = '"L@odata.type":"Edm.Int64","L":"9007199254740993"';
    expect(canonicalLine(line(`"D":5.0,${long}`))).toBe(canonicalRow(row));
    expect(canonicalLine(line(`${long},"D@odata.type":"Edm.Double","D":5`))).toBe(canonicalRow(row));
  });

  it('tells a lost type, a lost digit and a lost property', () => {
    const long = '"L@odata.type":"Edm.Int64","L":"9007199254740993"';
    expect(canonicalLine(line(`"D":5,${long}`))).not.toBe(canonicalRow(row));
    expect(canonicalLine(line('"D":5.0,"L@odata.type":"Edm.Int64","L":"9007199254740992"'))).not.toBe(
      canonicalRow(row),
    );
    expect(canonicalLine(line('"D":5.0'))).not.toBe(canonicalRow(row));
  });

  it('refuses what is not one flat object', () => {
    for (const bad of ['', '[]', '{"a":1', '{"a":1} x', '{"a":{"b":1}}', '{"a":1,"a":2}', '{"a" 1}']) {
      expect(() => canonicalLine(bad)).toThrow(SyntaxError);
    }
  });
});
