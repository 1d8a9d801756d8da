// Writes tables for every starting pattern of the design bench with its own templates, and reads them on the scripted service. The numbers
// of rows and partitions must be those that the bench predicts, and the number of requests must be between "at least" and "at most".
import { describe, expect, it } from 'vitest';
import { SECOND, ticksOfMs } from '../../scripts/demo/keyText.mjs';
import { type DemoProperty, type DemoRow, compareRows } from '../../scripts/demo/rows.mjs';
import { KNOWN_PATTERNS, type KnownPattern } from '../../src/core/design/bench/knownPatterns.ts';
import { type KeyDesign, type PatternCost, patternCost } from '../../src/core/design/bench/judgeDesign.ts';
import {
  type AccessPattern,
  type EntityProperty,
  readPatterns,
  readProperties,
  type Workload,
} from '../../src/core/design/bench/workload.ts';
import type { TickSpan } from '../../src/core/keys/base/scheme.ts';
import type { KeyTemplate } from '../../src/core/keys/grammar/keyTemplate.ts';
import { parseTemplate } from '../../src/core/keys/grammar/parseTemplate.ts';
import { templateSpans } from '../../src/core/keys/grammar/compileForms.ts';
import { encodeTemplate } from '../../src/core/keys/grammar/writeKey.ts';
import { FEW_PARTITIONS } from '../../src/core/keys/grammar/compileRanges.ts';
import { allOf } from '../../src/core/odata/builders.ts';
import { formatFilter } from '../../src/core/odata/filter.ts';
import { spanFilter } from '../../src/core/plan/spans.ts';
import { ticksToIso } from '../../src/core/time/ticks.ts';
import { fetchFrom, readAllPages } from './rig.fixture.ts';
import { arrayRows } from './rowSource.ts';
import { createTableService } from './tableService.ts';

const ROWS = 1500;
const PAGE = 1000;
/** The start of a month, a day, an hour and a minute, so that windows around it cut every kind of interval. */
const MIDDLE = ticksOfMs(Date.UTC(2026, 10, 1));
const HALF_MINUTE = 30n * SECOND;
/** How many values each property has here: few, to keep the table small, and as many as there are buckets if the values are hashed. */
const VALUES: Readonly<Record<string, number>> = {
  DeviceId: 16,
  TenantId: 5,
  OrderId: 300,
  Level: 5,
  Source: 5,
  RoleInstance: 10,
  EmployeeId: 150,
  Year: 10,
  RaceId: 5,
  Bib: 60,
  Age: 5,
  Sensor: 16,
};

/** FNV-1a over ASCII, written here again. Device number `index` hashes to bucket `index` of 16. */
function nameInBucket(index: number): string {
  for (let at = 0; ; at++) {
    const name = `v${at}`;
    let hash = 0x811c9dc5n;
    for (const character of name) hash = ((hash ^ BigInt(character.charCodeAt(0))) * 0x01000193n) % 2n ** 32n;
    if (hash % 16n === BigInt(index)) return name;
  }
}
const NAMES = Array.from({ length: 16 }, (_, index) => nameInBucket(index));

function textOf({ type, values }: EntityProperty, index: number): string {
  if (type !== 'String') return String(index + 1);
  return values === NAMES.length ? (NAMES[index] ?? '') : `v${String(index).padStart(4, '0')}`;
}

interface Made {
  readonly ticks: bigint;
  readonly at: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** Rows at equal distances around the middle. Properties take their values in turn, and all combinations appear before one repeats. */
function madeRows(properties: readonly EntityProperty[], keptSeconds: number): readonly Made[] {
  const step = (BigInt(keptSeconds) * SECOND) / BigInt(ROWS);
  return Array.from({ length: ROWS }, (_, at) => {
    const fields = new Map<string, string>();
    let rest = at;
    for (const property of properties) {
      fields.set(property.name, textOf(property, rest % property.values));
      rest = Math.floor(rest / property.values);
    }
    return { at, fields, ticks: MIDDLE + (BigInt(at) - BigInt(ROWS / 2)) * step };
  });
}

function keyOf(template: KeyTemplate, { ticks, at, fields }: Made): string {
  const guid = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const key = encodeTemplate(template, { ticks, fields, writer: at, guid });
  if (!key.ok) throw new Error(`${template.text}: ${key.error}`);
  return key.value;
}

function written(
  { partition, row, twin }: KeyDesign,
  rows: readonly Made[],
  properties: readonly EntityProperty[],
) {
  const stored = new Map<string, DemoRow>();
  const all = rows.flatMap((made) =>
    [row, ...(twin === undefined ? [] : [twin])].map((each) => ({ made, each })),
  );
  for (const { made, each } of all) {
    const keys = [keyOf(partition, made), keyOf(each, made)] as const;
    const values = properties.map(
      ({ name, type }): DemoProperty => [
        name,
        type === 'String' || type === 'Double' ? type : 'Int32',
        made.fields.get(name) ?? '',
      ],
    );
    // In the tables, Time is the Timestamp of the row.
    stored.set(keys.join('\u0000'), {
      partitionKey: keys[0],
      rowKey: keys[1],
      timestamp: ticksToIso(made.ticks),
      properties: values,
    });
  }
  return [...stored.values()].toSorted(compareRows);
}

/** The key ranges by which a client reads a pattern. */
function keyFilters(
  { partition, row }: KeyDesign,
  window: TickSpan | undefined,
  known: ReadonlyMap<string, readonly string[]>,
) {
  const right = templateSpans(row, window, known).spans.map(({ span }) => span);
  const isRowKnown = right.some(({ from, to }) => from !== undefined || to !== undefined);
  const few = isRowKnown ? FEW_PARTITIONS : 0;
  const left = templateSpans(partition, window, known, few).spans.map(({ span }) => span);
  const isSingle = left.every(({ from, to }) => from !== undefined && to === `${from}\u0000`);
  return left.flatMap((span) =>
    (isSingle ? right : [{}]).map((rows) => {
      const node = allOf([spanFilter('PartitionKey', span), spanFilter('RowKey', rows)]);
      return node === undefined ? '' : formatFilter(node);
    }),
  );
}

/** Reads the pages of a filter. With `most`, stops once it has that many rows. */
type Answer = (filter: string, most: number | undefined) => Promise<readonly (readonly string[])[]>;

function optionsOf(filter: string, most: number | undefined): Readonly<Record<string, string>> {
  return {
    ...(filter !== '' && { $filter: filter }),
    ...(most !== undefined && { $top: String(Math.min(PAGE, most)) }),
  };
}

function scripted(rows: readonly DemoRow[], cutAtPartitions: boolean): Answer {
  const service = createTableService({
    tables: new Map([['Rows', arrayRows(rows)]]),
    nowMs: Date.UTC(2026, 10, 20),
    paging: { cutAtPartitions },
  });
  const [sas, send] = [service.accountSas(), fetchFrom(service)];
  return (filter, most) =>
    readAllPages('http://memory/scripted', 'Rows', sas, optionsOf(filter, most), { most, send });
}

async function readEach(answer: Answer, filters: readonly string[], most: number | undefined) {
  const pages: (readonly string[])[] = [];
  for (const filter of filters) pages.push(...(await answer(filter, most)));
  const keys = pages.flat();
  const partitions = new Set(keys.map((key) => key.slice(0, key.indexOf('/'))));
  return { rows: keys.length, partitions: partitions.size, requests: pages.length };
}

/** Adds what a client sends besides keys: the properties and the time of the pattern, so that only its rows are returned. */
function withConditions(
  filters: readonly string[],
  known: ReadonlyMap<string, readonly string[]>,
  window: TickSpan | undefined,
  properties: readonly EntityProperty[],
): readonly string[] {
  const texts = [...known].map(([name, [value = '']]) => {
    const isText = properties.find((each) => each.name === name)?.type === 'String';
    return `${name} eq ${isText ? `'${value}'` : value}`;
  });
  if (window !== undefined)
    texts.push(
      `Timestamp ge datetime'${ticksToIso(window.from)}'`,
      `Timestamp lt datetime'${ticksToIso(window.to)}'`,
    );
  return filters.map((filter) => [...(filter === '' ? [] : [filter]), ...texts].join(' and '));
}

function designOf({
  partition,
  row,
  twin,
}: {
  readonly partition: string;
  readonly row: string;
  readonly twin?: string | undefined;
}): KeyDesign {
  const [left, right] = [parseTemplate(partition), parseTemplate(row)];
  const second = twin === undefined ? undefined : parseTemplate(twin);
  if (!left.ok || !right.ok || second?.ok === false) throw new Error(partition);
  return { partition: left.value, row: right.value, ...(second && { twin: second.value }) };
}

function valueOf<T>(read: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!read.ok) throw new Error('not read');
  return read.value;
}

interface Scene {
  readonly name: string;
  readonly keys: KeyDesign;
  readonly pattern: AccessPattern;
  readonly workload: Workload;
}

/** Twin rows, with queries that name neither RowKey, so that the service returns both rows of each entity. */
const OPEN_TWINS = {
  title: 'Twin rows, the RowKey open',
  properties: 'RaceId: String\nBib: Int32\nAge: Int32',
  patterns: [
    'All of a race | RaceId == @race | 1',
    'By age | RaceId == @race and Age == @age | 1',
    'Last hour | Time within 1h | 1',
    'All | all | 1',
  ].join('\n'),
  designs: [
    { partition: '{RaceId}_{Bib:D3}', row: 'AGE:{Age:D3}_{Ticks}', twin: 'AT:{Ticks}' },
    { partition: '{Ticks/10m}', row: 'AGE:{Age:D3}_{Ticks}', twin: 'AT:{Ticks}_{Bib:D3}' },
  ],
};

/** One design has a partition for all times; in the other, a query that names only the time cannot name the partition. */
const TIMED_ROWS: Pick<KnownPattern, 'title' | 'properties' | 'patterns' | 'designs'> = {
  title: 'Rows by time',
  properties: 'DeviceId: String',
  patterns: [
    'One device | DeviceId == @device | 1',
    'One device, last 10 min | DeviceId == @device and Time within 10m | 1',
    'Last 10 min | Time within 10m | 1',
  ].join('\n'),
  designs: [
    { partition: 'logs', row: '{Ticks}' },
    { partition: '{DeviceId}_{Ticks/1m}', row: '{Ticks}' },
  ],
};

const NEWEST_TWINS = {
  title: 'Twin rows, the newest first',
  properties: OPEN_TWINS.properties,
  patterns: 'All of a race | RaceId == @race | 1\nNewest | RaceId == @race and latest 10 | 1',
  designs: [{ partition: '{RaceId}_{InvertedTicks/1h}', row: 'AGE:{Age:D3}_{Ticks}', twin: 'AT:{Ticks}' }],
};

const SCENES: readonly Scene[] = [...KNOWN_PATTERNS, OPEN_TWINS, NEWEST_TWINS, TIMED_ROWS].flatMap(
  ({ title, properties, patterns, designs }) => {
    const entity = valueOf(readProperties(properties)).map((each) => ({
      ...each,
      values: VALUES[each.name] ?? 1,
    }));
    return valueOf(readPatterns(patterns)).flatMap((pattern) => {
      const keptSeconds = Math.max(7200, 2 * (pattern.windowSeconds ?? 0));
      const workload = {
        properties: entity,
        patterns: [],
        writesPerSecond: ROWS / keptSeconds,
        keptDays: keptSeconds / 86_400,
        entityBytes: 200,
        requestMs: 50,
      };
      return designs.map((each) => ({
        name: `${title}, ${pattern.name}: ${each.partition} / ${each.row}${each.twin === undefined ? '' : ` and ${each.twin}`}`,
        keys: designOf(each),
        pattern,
        workload,
      }));
    });
  },
);

/** How many rows a query of the newest rows needs: twice as many if both rows of each entity are read. */
function mostRows(
  { latest }: AccessPattern,
  { twin }: KeyDesign,
  { rowsRead, queries }: PatternCost,
): number | undefined {
  const wanted = (latest ?? 0) * (twin === undefined ? 1 : 2);
  return latest !== undefined && rowsRead <= queries * wanted ? rowsRead / queries : undefined;
}

interface Table {
  readonly made: readonly Made[];
  readonly rows: readonly DemoRow[];
}

const tables = new Map<string, Table>();

/** The table of a design. Patterns share it if rows are kept equally long. */
function tableOf({ keys, workload: { properties, keptDays } }: Scene): Table {
  const keptSeconds = Math.round(keptDays * 86_400);
  const id = JSON.stringify([keys.partition.text, keys.row.text, keys.twin?.text, keptSeconds, properties]);
  const known = tables.get(id);
  if (known !== undefined) return known;
  const made = madeRows(properties, keptSeconds);
  const table: Table = { made, rows: written(keys, made, properties) };
  tables.set(id, table);
  return table;
}

describe('a run of the generated tables', () => {
  it.each(SCENES)('reads what the bench says: $name', async (scene) => {
    const { keys, pattern, workload } = scene;
    const { properties } = workload;
    const table = tableOf(scene);
    const { made, rows } = table;
    expect(rows).toHaveLength(keys.twin === undefined ? ROWS : 2 * ROWS);
    const cost = patternCost(keys, pattern, workload);
    // Takes the values of the middle row. The window begins and ends within a minute, so that it cuts an interval at both ends.
    const some = made[ROWS / 2 + 1];
    const known = new Map(pattern.equal.map((each) => [each, [some?.fields.get(each) ?? '']]));
    const length = BigInt(pattern.windowSeconds ?? 0) * SECOND;
    const from = MIDDLE - (length / (4n * HALF_MINUTE)) * 2n * HALF_MINUTE + HALF_MINUTE;
    const window = pattern.windowSeconds === undefined ? undefined : { from, to: from + length };
    const row = cost.isByTwin === true ? (keys.twin ?? keys.row) : keys.row;
    const filters = keyFilters({ partition: keys.partition, row }, window, known);
    const most = mostRows(pattern, keys, cost);
    const full = withConditions(filters, known, window, properties);
    const answers = [scripted(rows, false), scripted(rows, true)];
    expect(filters.length).toBe(cost.queries);
    for (const [at, answer] of answers.entries()) {
      const read = await readEach(answer, filters, most);
      const { rows: returned, requests } = await readEach(answer, full, most);
      // A row exactly at an edge of the window may count or not.
      expect(Math.abs(read.rows - cost.rowsRead)).toBeLessThanOrEqual(1);
      expect(Math.abs(read.partitions - cost.partitions)).toBeLessThanOrEqual(1);
      // If the oldest rows come first, a client must read all rows to find the newest.
      const wanted = most === undefined && pattern.latest !== undefined ? cost.rowsRead : cost.rowsReturned;
      expect(Math.abs(returned - wanted)).toBeLessThanOrEqual(1);
      expect(requests).toBeGreaterThanOrEqual(cost.requestsLeast);
      const isCut = at === 1;
      expect(requests).toBeLessThanOrEqual(isCut ? cost.requestsMost : cost.requestsLeast);
    }
  });
});
