import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATISTICS } from '../../core/entities/chart/chartTypes.ts';
import type { Entity, EntityProperty } from '../../core/entities/entity.ts';
import { AS_GIVEN } from '../../core/entities/order/rowStreams.ts';
import { entityJson, entitySpec } from '../../core/entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../core/keys/ticksScheme.fixture.ts';
import { storeOf } from '../../core/entities/store/storeOf.fixture.ts';
import { RunRows } from '../../core/rows/runRows.ts';
import { isPlainName } from '../../core/rows/sqlNames.ts';
import { type SqlTable, sqlTable, typeColumns } from '../../core/rows/sqlTable.ts';
import { isoToTicks } from '../../core/time/ticks.ts';
import { arrowSlices } from '../arrowSlices.ts';
import { startDuckDb } from './nodeDuckDb.fixture.ts';
import { SqlDatabase } from './sqlDatabase.ts';
import type { QueryStart } from './sqlProtocol.ts';

let database: SqlDatabase;
const crashes: Error[] = [];

beforeAll(async () => {
  database = new SqlDatabase(await startDuckDb(), (error) => void crashes.push(error));
  // Compiling the module of 34 MB may take long.
}, 120_000);

function finish<T>(work: Generator<unknown, T, undefined>, visit: (step: unknown) => void = () => {}): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
    visit(value);
  }
}

/** Puts a table into the database as `t`. Returns the columns that became UUID. */
function putTable(table: SqlTable): readonly string[] {
  database.drop('t');
  let isFirst = true;
  for (const { bytes } of arrowSlices(table)) {
    database.put('t', bytes, isFirst);
    isFirst = false;
  }
  return database.seal(
    't',
    table.columns.flatMap(({ name, type }) => (type === 'Edm.Guid' ? [name] : [])),
  );
}

/** Puts entities into the database as the table `t`. */
function put(entities: readonly string[]): SqlTable {
  const store = storeOf(entities);
  const table = finish(sqlTable(store, Uint32Array.from(entities.keys()), store.columnNames));
  putTable(table);
  return table;
}

const start = (text: string): QueryStart => finish(database.query(text));

/** Runs a query and returns its rows as a row store would hold them. */
function ask(text: string, most = 1_000_000): readonly Entity[] {
  const started = start(text);
  if (!started.ok) throw new Error(started.fault.words);
  const entities: Entity[] = [];
  finish(database.rows(most), (step) => {
    const { bytes } = (step ?? {}) as { readonly bytes?: Uint8Array<ArrayBuffer> };
    if (bytes === undefined) return;
    const page = JSON.parse(new TextDecoder().decode(bytes)) as { readonly value: readonly object[] };
    // The page is parsed only for this check. The values are read from its bytes, because `JSON.parse` would turn -0.0 into 0.
    expect(page.value.length).toBeGreaterThan(0);
    const rows = new RunRows(() => ticksScheme());
    rows.begin({ runId: 1, schemeId: 'x', queries: [{ index: 0, label: 'all' }] });
    expect(rows.append({ runId: 1, queryIndex: 0, body: bytes, slot: { order: AS_GIVEN } }).ok).toBe(true);
    for (let row = 0; row < rows.count; row++) entities.push(rows.entity(row));
  });
  return entities;
}

/** For each value of the first row, its type and text. */
function firstRow(text: string): readonly string[] {
  return (ask(text)[0]?.properties ?? []).map(({ type, text: value }) => `${type} ${value}`);
}

const key = (row: number): string =>
  `"PartitionKey":"0000000000000000012___0634925952000000000","RowKey":"r${row}"`;

/** Whether a value came back as it is in the store. A Double is compared as a number, so that -0 equals 0. */
function isSame({ type, text }: EntityProperty, found: EntityProperty, isTicks: boolean): boolean {
  if (isTicks) return found.text === String(isoToTicks(text));
  if (found.type === 'Edm.DateTime') return isoToTicks(found.text) === isoToTicks(text);
  if (type === 'Edm.Double' && found.type === 'Edm.Double')
    return Number(text) === Number(found.text) || text === found.text;
  return found.text === text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
}

describe('rows as a table of SQL', () => {
  it('hold each property by its type, the time in the keys, and the parts of the keys', () => {
    const table = put([
      `{${key(0)},"i":1,"l@odata.type":"Edm.Int64","l":"9223372036854775807","d":0.1,"b":true,"t@odata.type":"Edm.DateTime","t":"2026-11-20T00:00:00.1234567Z","g@odata.type":"Edm.Guid","g":"01234567-89ab-cdef-0123-456789abcdef","h@odata.type":"Edm.Guid","h":"ABCDEF00-89ab-cdef-0123-456789abcdef","o@odata.type":"Edm.Guid","o":"{01234567-89ab-cdef-0123-456789abcdef}","x@odata.type":"Edm.Binary","x":"AQI="}`,
    ]);
    // Capitals are the same GUID, but a UUID does not keep the braces of another form, so that one stays text.
    expect(putTable(table)).toEqual(['g', 'h']);
    const names = 'i l d b t g h o x time prefix "PartitionKey@part1"'.split(' ');
    const types =
      'INTEGER BIGINT DOUBLE BOOLEAN TIMESTAMP_NS UUID UUID VARCHAR BLOB TIMESTAMP_NS VARCHAR VARCHAR';
    expect(
      firstRow(`SELECT concat_ws(' ', ${names.map((name) => `typeof(${name})`).join(', ')}) FROM t`),
    ).toEqual([`Edm.String ${types}`]);
    expect(firstRow(`SELECT ${names.join(', ')} FROM t`)).toEqual([
      'Edm.Int32 1',
      'Edm.Int64 9223372036854775807',
      'Edm.Double 0.1',
      'Edm.Boolean true',
      'Edm.DateTime 2026-11-20T00:00:00.1234567Z',
      'Edm.Guid 01234567-89ab-cdef-0123-456789abcdef',
      'Edm.Guid abcdef00-89ab-cdef-0123-456789abcdef',
      'Edm.String {01234567-89ab-cdef-0123-456789abcdef}',
      'Edm.Binary AQI=',
      'Edm.DateTime 2013-01-01T00:00:00.0000000Z',
      'Edm.String 0000000000000000012',
      'Edm.String 0634925952000000000',
    ]);
  });

  it('split all keys as most keys are split, as Groups does', () => {
    put(['a_1', 'a_2', 'b|3'].map((key, at) => `{"PartitionKey":"${key}","RowKey":"${at}"}`));
    const parts = `"PartitionKey@part0" || ' ' || coalesce("PartitionKey@part1", 'none')`;
    expect(firstRow(`SELECT string_agg(${parts}, ', ' ORDER BY RowKey) FROM t`)).toEqual([
      'Edm.String a 1, a 2, b|3 none',
    ]);
  });

  it('names apart what differs by case alone: the properties of the rows keep their names', () => {
    const { columns } = put([
      `{${key(0)},"Timestamp":"2026-11-20T00:00:00Z","TIMESTAMP":"mine","Time":"noon","level":1,"Level":2}`,
    ]);
    const wanted = ['TIMESTAMP', 'Timestamp@2', 'time@2', 'Time', 'level', 'Level@2'];
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(wanted));
    expect(firstRow('SELECT timestamp, "Timestamp@2", "Level@2" FROM t')).toEqual([
      'Edm.String mine',
      'Edm.DateTime 2026-11-20T00:00:00.0000000Z',
      'Edm.Int32 2',
    ]);
    const words =
      "SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')";
    expect(ask(words).filter(({ properties }) => isPlainName(properties[0]?.text ?? ''))).toEqual([]);
  });

  it('are those of the store, whatever their types and names', () => {
    fc.assert(
      fc.property(fc.array(entitySpec, { minLength: 1, maxLength: 6 }), (specs) => {
        const entities = specs.map(entityJson);
        const store = storeOf(entities);
        const { columns } = put(entities);
        const types = new Map(
          typeColumns(columns).map((column, at) => {
            database.addTypes('t', column);
            const { property } = columns.find(({ name }) => name === column.cases[0]?.[0]) ?? {};
            return [property, columns.length + at];
          }),
        );
        const started = start('FROM t');
        const names = started.ok ? started.columns.map(({ name }) => name) : [];
        const answer = ask('FROM t');
        expect([names.length, answer.length]).toEqual([columns.length + types.size, specs.length]);
        const keysAt = ['PartitionKey', 'RowKey'].map((name) => names.indexOf(name));
        for (const [row, found] of answer.entries()) {
          const { partitionKey, rowKey, properties } = store.entity(row);
          const keys = [partitionKey, rowKey].map((text) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
          // If a property has the same name, it takes the column, and the row is numbered instead.
          const ownKeys = [found.partitionKey, found.rowKey].filter((_key, at) => (keysAt[at] ?? -1) >= 0);
          expect(ownKeys).toEqual(keys.filter((_key, at) => (keysAt[at] ?? -1) >= 0));
          const cells = new Map(found.properties.map((property) => [property.name, property]));
          for (const [property, at] of types) {
            const type = properties.find(({ name }) => name === property)?.type ?? 'null';
            expect(cells.get(names[at] ?? '')?.text).toBe(type);
          }
          for (const property of properties) {
            if (property.duplicate || property.form === 'null') continue;
            const own = columns.flatMap((column, at) => {
              const cell = cells.get(names[at] ?? '');
              const isOwn = column.property === property.name && cell !== undefined && cell.form !== 'null';
              return isOwn ? [{ column, cell }] : [];
            });
            expect(own.length).toBeGreaterThan(0);
            const odd = own.filter(({ cell, column }) => !isSame(property, cell, column.type === 'ticks'));
            expect(odd).toEqual([]);
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  it('count the rows with half of a surrogate pair, which becomes U+FFFD', () => {
    const { lossyRows } = put([`{${key(0)},"s":"a\\ud800"}`, `{${key(1)},"s":"b"}`]);
    expect(lossyRows).toBe(1);
    expect(firstRow('SELECT s FROM t')).toEqual(['Edm.String a\ufffd']);
  });

  it('are put in again after a load that ended early, and may be none', () => {
    for (const { bytes } of arrowSlices(put([`{${key(0)}}`]))) database.put('half', bytes, true);
    put([]);
    expect(firstRow('SELECT count(*)::INTEGER FROM t')).toEqual(['Edm.Int32 0']);
    // An answer without rows still has its columns.
    putTable(finish(sqlTable(storeOf([]), new Uint32Array(0), ['n', 's'], [])));
    expect(firstRow('SELECT count(n)::INTEGER FROM t')).toEqual(['Edm.Int32 0']);
    expect(start('FROM t')).toMatchObject({ columns: [{ name: 'n' }, { name: 's' }] });
  });

  it('lose the columns from the thousand-and-first on, and say which', () => {
    const members = Array.from({ length: 1010 }, (_, at) => `"p${at}":${at}`).join(',');
    const { columns, left } = put([`{${key(0)},${members}}`]);
    expect(columns.length).toBe(1000);
    const first = columns.findIndex(({ name }) => name === 'p0');
    expect([left.length, left.at(-1)]).toEqual([first + 10, 'p1009']);
  });
});

describe('an answer', () => {
  it('keeps its order, its number of rows and the types that rows can have', () => {
    const rows = ask('SELECT i::INTEGER AS n FROM range(12000) r(i) ORDER BY i DESC');
    expect(rows.map(({ properties }) => Number(properties[0]?.text))).toEqual(
      Array.from({ length: 12_000 }, (_, at) => 11_999 - at),
    );
    const started = start('FROM range(12000)');
    expect(started.ok).toBe(true);
    expect(finish(database.rows(7000))).toEqual({ rows: 7000, isCut: true });
    expect(
      firstRow(
        `SELECT sum(3::BIGINT), 1.50, 12345678901234567890.12, 170141183460469231731687303715884105727::HUGEINT, 340282366920938463463374607431768211455::UHUGEINT,
        DATE '2020-01-01', TIMESTAMP '1600-01-01 00:00:00.5', TIMESTAMPTZ '2020-01-01 00:00:00+02', TIMESTAMP '12020-01-01 00:00:00', NULL, 'NaN'::DOUBLE, -0.0::DOUBLE,
        18446744073709551615::UBIGINT, 'b'::ENUM ('a', 'b'), TIME '12:34:56.789', TIMETZ '12:34:56+02', INTERVAL '1 month 3 days', '101'::BIT, union_value(n := 2),
        [1.50, NULL], {'at': DATE '2020-01-01'}, MAP {'k': 1} -- the end;`,
      ),
    ).toEqual([
      'Edm.Int64 3',
      'Edm.Double 1.5',
      'Edm.String 12345678901234567890.12',
      'Edm.String 170141183460469231731687303715884105727',
      'Edm.String 340282366920938463463374607431768211455',
      'Edm.DateTime 2020-01-01T00:00:00.0000000Z',
      'Edm.DateTime 1600-01-01T00:00:00.5000000Z',
      'Edm.DateTime 2019-12-31T22:00:00.0000000Z',
      'Edm.String 317147356800000000 \u00b5s since 1970',
      'Null null',
      'Edm.Double NaN',
      'Edm.Double -0.0',
      'Edm.String 18446744073709551615',
      'Edm.String b',
      'Edm.String 12:34:56.789',
      'Edm.String 12:34:56+02',
      'Edm.String 1 month 3 days',
      'Edm.String 101',
      'Edm.String 2',
      'Edm.String [1.50, NULL]',
      "Edm.String {'at': 2020-01-01}",
      'Edm.String {k=1}',
    ]);
    expect(
      ask('SELECT i, [i] AS l FROM range(3) r(i) ORDER BY i DESC;').map(({ properties }) =>
        properties.map(({ name, text }) => `${name} ${text}`).join(' '),
      ),
    ).toEqual(['i 2 l [2]', 'i 1 l [1]', 'i 0 l [0]']);
  });

  it('has keys that hold its time, or else its place', () => {
    const keyOf = (text: string): string | undefined => ask(text)[0]?.rowKey;
    expect(keyOf("SELECT TIMESTAMP '2026-11-20 00:00:00.123' AS minute")).toBe(
      `0${isoToTicks('2026-11-20T00:00:00.123Z')}_0000000`,
    );
    expect(keyOf('SELECT 1')).toBe('0000000');
    expect(keyOf("SELECT 'mine' AS RowKey")).toBe('mine');
  });
});

describe('a query that cannot run', () => {
  const faultOf = (text: string) => {
    const started = start(text);
    return started.ok ? undefined : started.fault;
  };

  it('is marked where it is wrong', () => {
    expect(faultOf("SELECT 'é' AS a,\n nosuch")).toMatchObject({
      at: 18,
      words: expect.stringMatching(/^Line 2: .*nosuch/),
    });
    expect(faultOf('SELEC 1')?.at).toBe(0);
    // If an answer has a list, the query is wrapped in another one. The position must still be right.
    expect(faultOf("SELECT [CAST('x' AS INTEGER)]")).toMatchObject({
      at: 8,
      words: expect.stringContaining("Could not convert string 'x' to INT32"),
    });
  });

  it.each([
    ["FROM read_parquet('a.parquet')", /read_parquet belongs to DuckDB's parquet extension/],
    ["FROM 'https://example.com/a.csv'", /files, addresses and other databases are out of reach/],
    ["COPY (SELECT 1) TO 'a.csv'", /out of reach\. To save an answer, use Export/],
  ])('%s: says that nothing beyond the results is in reach', (text, words) => {
    expect(faultOf(text)?.words).toMatch(words);
    expect(firstRow('SELECT 1')).toEqual(['Edm.Int32 1']);
  });
});

describe('the same question', () => {
  const SECOND = 10_000_000n;
  const START = isoToTicks('2026-11-20T21:00:00Z');
  const number = {
    'Edm.Int32': fc.integer({ min: -9, max: 9 }).map(String),
    'Edm.Int64': fc
      .oneof(fc.bigInt({ min: -99n, max: 99n }), fc.constantFrom(9_007_199_254_740_993n, -(2n ** 62n)))
      .map((value) => `"${value}"`),
    'Edm.Double': fc
      .oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(1, 2.5))
      .map((value) => JSON.stringify(value))
      .filter((text) => !text.includes('e')),
    special: fc.constantFrom('"NaN"', '"Infinity"', '"-Infinity"', 'null', undefined),
  };
  const table = fc
    .constantFrom('Edm.Int32' as const, 'Edm.Int64' as const, 'Edm.Double' as const)
    .chain((type) =>
      fc.record({
        type: fc.constant(type),
        rows: fc.array(
          fc.record({
            second: fc.integer({ min: 0, max: 39 }),
            role: fc.constantFrom('x', 'y', 'z'),
            value: fc.oneof(
              { weight: 5, arbitrary: number[type] },
              type === 'Edm.Double' ? number.special : fc.constantFrom('null', undefined),
            ),
          }),
          { minLength: 1, maxLength: 40 },
        ),
      }),
    );
  const FINITE = 'isfinite(v::DOUBLE)';
  const IN_SQL: Readonly<Record<(typeof STATISTICS)[number], string>> = {
    count: 'count(v)',
    rate: `sum(v) FILTER (${FINITE}) / 10`,
    sum: `sum(v) FILTER (${FINITE})`,
    average: `avg(v) FILTER (${FINITE})`,
    minimum: `min(v) FILTER (${FINITE})`,
    maximum: `max(v) FILTER (${FINITE})`,
    p50: `quantile_disc(v, 0.5) FILTER (${FINITE})`,
    p90: `quantile_disc(v, 0.9) FILTER (${FINITE})`,
    p95: `quantile_disc(v, 0.95) FILTER (${FINITE})`,
    p99: `quantile_disc(v, 0.99) FILTER (${FINITE})`,
    distinct: 'count(DISTINCT v)',
  };

  it('of Groups and Chart has the same answer in SQL', () => {
    fc.assert(
      fc.property(table, ({ type, rows: list }) => {
        const rows = new RunRows(() => ticksScheme());
        rows.begin({ runId: 1, schemeId: 'ticks', queries: [{ index: 0, label: 'all' }] });
        const value = list.map(({ second, role, value: text }, at) => {
          const own = text === undefined ? '' : `,"v@odata.type":"${type}","v":${text}`;
          return `{"PartitionKey":"_0${START + BigInt(second) * SECOND}","RowKey":"${at}","Role":"${role}"${own}}`;
        });
        const body = new TextEncoder().encode(`{"value":[${value.join(',')}]}`);
        expect(rows.append({ runId: 1, queryIndex: 0, body }).ok).toBe(true);
        const { file } = finish(rows.exportRows({ format: 'sql' }));
        if (file.kind !== 'sql') throw new Error('It is not a table.');
        putTable(file.table);
        // A property without any value has no column.
        if (!file.table.columns.some(({ name }) => name === 'v')) return;
        // SQL adds doubles in another order, so only these sums may differ, by what their largest values can lose.
        const isClose = (a: number, b: number): boolean =>
          Math.abs(a - b) <= 1e-12 * Math.max(1e6 * list.length, Math.abs(a));
        const isEqual = (
          statistic: string,
          found: number | bigint | undefined,
          inSql: EntityProperty | undefined,
        ): boolean => {
          if (inSql === undefined || inSql.form === 'null') return Number.isNaN(found);
          const { text } = inSql;
          if (inSql.type !== 'Edm.Double') return BigInt(text) === BigInt(found ?? '');
          const isAdded = type === 'Edm.Double' && /^(?:sum|rate|average)$/.test(statistic);
          return Number(text) === found || (isAdded && isClose(Number(text), Number(found)));
        };

        const asked = STATISTICS.filter((statistic) => statistic !== 'rate');
        const of = { kind: 'property', name: 'v' } as const;
        const groups = finish(
          rows.groups({
            by: [{ name: 'Role' }],
            errors: undefined,
            statistics: asked.map((statistic) => ({ statistic, value: of })),
            window: undefined,
          }),
        ).groups;
        const inSql = ask(
          `SELECT Role, count(*) AS n, ${asked.map((statistic) => `${IN_SQL[statistic]} AS "${statistic}"`).join(', ')} FROM t GROUP BY Role`,
        );
        expect(groups.length).toBe(inSql.length);
        for (const { labels, all, values } of groups) {
          const [label] = labels;
          const role = label?.kind === 'value' ? label.text : '';
          const row = inSql.find(({ properties }) => properties[0]?.text === role)?.properties ?? [];
          expect(Number(row[1]?.text)).toBe(all);
          const different = asked.filter((statistic, at) => !isEqual(statistic, values[at], row[at + 2]));
          expect({ different, values, row }).toEqual({ different: [], values, row });
        }

        const buckets = ask(
          `SELECT ${Object.values(IN_SQL).join(', ')} FROM range(4) LEFT JOIN t ON second(time) // 10 = range GROUP BY range ORDER BY range`,
        );
        for (const [place, statistic] of STATISTICS.entries()) {
          const chart = finish(
            rows.chart({
              kind: 'series',
              value: of,
              statistic,
              window: { from: START, to: isoToTicks('2026-11-20T21:00:40Z') },
              buckets: { ticks: 10n * SECOND },
              top: 0,
            }),
          );
          const [series] = chart.kind === 'series' ? chart.series : [];
          const different = buckets.flatMap(({ properties }, bucket) => {
            const found = series?.exact.get(bucket) ?? series?.values[bucket];
            const inSql = properties[place];
            return isEqual(statistic, found, inSql) ? [] : [[statistic, found, inSql]];
          });
          expect([buckets.length, different]).toEqual([4, []]);
        }
      }),
      { numRuns: 12 },
    );
  });
});

// This test must be the last one, because no query works after it.
it('a query that crashes the module is reported as that, so that another worker starts', () => {
  const started = start("SELECT length(repeat('a', 3000000000))");
  expect(started).toMatchObject({ ok: false, fault: { words: expect.stringContaining('rows are safe') } });
  expect(crashes[0]?.message).toBe('memory access out of bounds');
});
