// What the design bench promises, counted on the scripted service: rows, partitions, and requests within "at least" and "at most".
import { describe, expect, it } from 'vitest';
import { designOf } from '../../src/core/design/code/realKeys.fixture.ts';
import { type KeyDesign, patternCost } from '../../src/core/design/bench/judgeDesign.ts';
import { readPatterns, readProperties } from '../../src/core/design/bench/workload.ts';
import { FEW_PARTITIONS } from '../../src/core/keys/grammar/compileRanges.ts';
import { templateSpans } from '../../src/core/keys/grammar/compileForms.ts';
import { spanFilter } from '../../src/core/plan/spans.ts';
import { allOf } from '../../src/core/odata/builders.ts';
import { formatFilter } from '../../src/core/odata/filter.ts';
import { inKeyOrder } from '../../scripts/demo/rows.mjs';
import { rigRow } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { createTableService } from './tableService.ts';
import { headerOf } from './wireExchange.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 21);
const SECONDS = 8640;
const DEVICES = 20;
const START = 621_355_968_000_000_000n + BigInt(Date.UTC(2026, 10, 20)) * 10_000n;

interface Event {
  readonly ticks: bigint;
  readonly device: string;
}

/** One event a second, by turns from 20 devices. */
const EVENTS: readonly Event[] = Array.from({ length: SECONDS }, (_, second) => ({
  ticks: START + BigInt(second) * 10_000_000n,
  device: `d${String(second % DEVICES).padStart(2, '0')}`,
}));

const minute = ({ ticks }: Event): string => String(ticks - (ticks % 600_000_000n)).padStart(19, '0');
const exact = ({ ticks }: Event): string => String(ticks).padStart(19, '0');

/** Designs with writers of their own. */
const DESIGNS: readonly (readonly [string, string, (event: Event) => readonly [string, string]])[] = [
  ['{Device}', '{Ticks}', (event) => [event.device, exact(event)]],
  ['{Ticks/1m}', '{Device}_{Ticks}', (event) => [minute(event), `${event.device}_${exact(event)}`]],
  ['logs', '{Ticks}', (event) => ['logs', exact(event)]],
  ['{Device}_{Ticks/1m}', '{Ticks}', (event) => [`${event.device}_${minute(event)}`, exact(event)]],
];
const PATTERNS = ['Device == @d and Time within 10m', 'Time within 10m', 'Device == @d'];

/** The filters by which a client reads a pattern: the keys that the templates give for it. */
function filtersOf(
  { partition, row }: KeyDesign,
  window: { from: bigint; to: bigint } | undefined,
  device: string | undefined,
) {
  const known = new Map(device === undefined ? [] : [['Device', [device]]]);
  const right = templateSpans(row, window, known).spans.map(({ span }) => span);
  const isRowKnown = right.some(({ from, to }) => from !== undefined || to !== undefined);
  const few = isRowKnown ? FEW_PARTITIONS : 0;
  const left = templateSpans(partition, window, known, few).spans.map(({ span }) => span);
  const single = left.every(({ from, to }) => from !== undefined && to === `${from}\u0000`);
  return left.flatMap((span) =>
    (single ? right : [{}]).map((rows) =>
      allOf([spanFilter('PartitionKey', span), spanFilter('RowKey', rows)]),
    ),
  );
}

function readAll(service: ReturnType<typeof createTableService>, filter: string | undefined) {
  const keys: string[] = [];
  let requests = 0;
  let token: Record<string, string> | undefined = {};
  while (token !== undefined) {
    const parameters = { ...(filter === undefined ? {} : { $filter: filter }), ...token };
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const target = `/scripted/Events()?${[...query, service.accountSas()].join('&')}`;
    const { status, headers, body } = service.answer({
      method: 'GET',
      target,
      headers: { accept: 'application/json' },
    });
    if (status !== 200) throw new Error(`${status} ${body.toString()}`);
    requests++;
    const { value } = JSON.parse(body.toString()) as { value: { PartitionKey: string }[] };
    keys.push(...value.map(({ PartitionKey }) => PartitionKey));
    const partition = headerOf(headers, 'x-ms-continuation-nextpartitionkey');
    const row = headerOf(headers, 'x-ms-continuation-nextrowkey');
    token =
      partition === undefined
        ? undefined
        : { NextPartitionKey: partition, ...(row === undefined ? {} : { NextRowKey: row }) };
  }
  return { keys, requests };
}

describe.each(DESIGNS)('%s / %s', (partition, row, write) => {
  const keys = designOf(partition, row);
  const rows = inKeyOrder(EVENTS.map((event) => rigRow(...write(event))));
  const properties = readProperties(`Device: String, ${DEVICES} values`);
  const workload = {
    properties: properties.ok ? properties.value : [],
    patterns: [],
    writesPerSecond: 1,
    keptDays: SECONDS / 86_400,
    entityBytes: 200,
    requestMs: 50,
  };

  it.each(PATTERNS)('costs for %s what the service counts', (text) => {
    const patterns = readPatterns(`x | ${text} | 1`);
    const [pattern] = patterns.ok ? patterns.value : [];
    if (pattern === undefined) throw new Error(text);
    const cost = patternCost(keys, pattern, workload);
    // A window that begins within a minute meets one interval more than it is long.
    const from = START + 3_030n * 10_000_000n;
    const window = pattern.windowSeconds === undefined ? undefined : { from, to: from + 6_000_000_000n };
    const filters = filtersOf(keys, window, pattern.equal.length > 0 ? 'd07' : undefined);
    for (const cutAtPartitions of [false, true]) {
      const service = createTableService({
        tables: new Map([['Events', arrayRows(rows)]]),
        nowMs: NOW_MS,
        paging: { cutAtPartitions },
      });
      const read = filters.map((filter) =>
        readAll(service, filter === undefined ? undefined : formatFilter(filter)),
      );
      const found = read.flatMap((each) => each.keys);
      const requests = read.reduce((sum, each) => sum + each.requests, 0);
      expect(filters.length).toBeLessThanOrEqual(Math.max(cost.queries, 1));
      const pages = Math.ceil(cost.rowsReturned / 1000);
      expect(requests).toBeGreaterThanOrEqual(Math.max(filters.length, pages));
      expect(cost.requestsLeast).toBeGreaterThanOrEqual(pages);
      expect(requests).toBeLessThanOrEqual(cost.requestsMost);
      expect(new Set(found).size).toBeLessThanOrEqual(cost.partitions);
      // Each query may cut one row at either end of its window.
      expect(Math.abs(found.length - cost.rowsRead)).toBeLessThanOrEqual(2 * Math.max(1, cost.partitions));
    }
  });
});
