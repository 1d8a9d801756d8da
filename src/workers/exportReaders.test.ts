import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBInstance,
  DuckDBTimestampNanosecondsValue,
} from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity, EntityProperty } from '../core/entities/entity.ts';
import {
  bytesOf,
  entityJson,
  entitySpec,
  type EntitySpec,
  expectedEntity,
} from '../core/entities/page/entityPage.fixture.ts';
import type { ExportRequest } from '../core/rows/rowTypes.ts';
import { HOSTILE_ENTITIES } from './hostileEntities.fixture.ts';
import { rowStorePair, storeWith, TEST_SCHEME_ID } from './rowStorePair.fixture.ts';
import type { ParquetTable } from '../core/entities/parquet/parquetTable.ts';
import { parquetFile } from './parquetFile.ts';

/** Folder of the exported files. DuckDB reads them back, which shares no code with the writers. */
let folder: string;
let duck: DuckDBConnection;
/** Gives each file a new name, because DuckDB may remember what it knows of a file by its name. */
let files = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyscope-exports-'));
  const instance = await DuckDBInstance.create(':memory:');
  duck = await instance.connect();
});

afterAll(() => {
  duck.closeSync();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = readonly (readonly unknown[])[];

async function ask(sql: string): Promise<Rows> {
  return (await duck.runAndReadAll(sql)).getRows();
}

/** Writes a file of these entities, given as JSON. Returns its path, and how many of its rows the format cannot hold as they are. */
async function fileOf(
  entities: readonly string[],
  request: ExportRequest,
): Promise<{ path: string; lossyRows: number }> {
  const { client } = rowStorePair();
  // Each entity has a table of its own, so that keys may repeat.
  const queries = entities.map((_, index) => ({ index, label: String(index), tableName: String(index) }));
  await client.begin({ runId: 1, schemeId: TEST_SCHEME_ID, queries });
  for (const [index, entity] of entities.entries()) {
    const stored = await client.append(1, index, bytesOf(`{"value":[${entity}]}`));
    expect(stored.ok).toBe(true);
  }
  const chunks: Uint8Array[] = [];
  const take = (bytes: Uint8Array): void => void chunks.push(bytes);
  const { lossyRows } = await client.exportRows({ order: 'arrival', ...request }, { onChunk: take });
  files += 1;
  const path = join(folder, `${files}.${request.format}`);
  writeFileSync(path, Buffer.concat(chunks));
  return { path, lossyRows };
}

/** The text after UTF-8, which cannot hold half a surrogate pair. */
const asUtf8 = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const firstOf = (entity: Entity, name: string): EntityProperty | undefined =>
  entity.properties.find((property) => property.name === name);

const namesOf = (entities: readonly Entity[]): readonly string[] => [
  ...new Set(entities.flatMap(({ properties }) => properties.map(({ name }) => name))),
];

const UNIX_EPOCH_TICKS = 621_355_968_000_000_000n;
const INT64_MAX = 9_223_372_036_854_775_807n;

/** Ticks of a DateTime of the service, calculated by the platform; undefined for any other text. */
function ticksOf(text: string): bigint | undefined {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,7}))?Z$/.exec(text);
  const ms = Date.parse(`${parts?.[1] ?? 'none'}Z`);
  if (Number.isNaN(ms)) return undefined;
  return BigInt(ms) * 10_000n + BigInt((parts?.[2] ?? '').padEnd(7, '0')) + UNIX_EPOCH_TICKS;
}

function isDouble(text: string): boolean {
  if (!Number.isFinite(Number(text))) return false;
  return !/^-?\d+$/.test(text) || BigInt(text) === BigInt(Number(text));
}

/** The columns that should have a value, by the type that the file's notes give them, each with the value that DuckDB should read. */
function expectedCells({ type, form, text }: EntityProperty): Readonly<Record<string, unknown>> {
  const asText = { [`${type}@text`]: asUtf8(text) };
  if (form === 'null') return { Null: true };
  if (type === 'Edm.Int32') return { [type]: Number(text) };
  if (type === 'Edm.Boolean') return { [type]: text === 'true' };
  if (type === 'Edm.Binary')
    return Buffer.from(text, 'base64').toString('base64') === text ? { [type]: text } : asText;
  if (type === 'Edm.Int64') return String(BigInt(text)) === text ? { [type]: BigInt(text) } : asText;
  if (type === 'Edm.Double') return form === 'string' || isDouble(text) ? { [type]: Number(text) } : asText;
  if (type !== 'Edm.DateTime') return { [type]: asUtf8(text) };
  const ticks = ticksOf(text);
  if (ticks === undefined) return asText;
  const nanoseconds = (ticks - UNIX_EPOCH_TICKS) * 100n;
  const isNear = nanoseconds <= INT64_MAX && nanoseconds >= -INT64_MAX - 1n;
  return { ticks, ...(isNear && { [type]: nanoseconds }) };
}

function plain(value: unknown): unknown {
  if (value instanceof DuckDBTimestampNanosecondsValue) return value.nanos;
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  return value;
}

interface NotedColumn {
  readonly column: string;
  readonly property: string;
  readonly type: string;
}

/** Reads a Parquet file, finds its columns by position, and compares it with the entities. */
async function expectParquet(path: string, entities: readonly Entity[]): Promise<readonly NotedColumn[]> {
  const notes = await ask(
    `select decode(value) from parquet_kv_metadata('${path}') where decode(key) = 'keyscope.columns'`,
  );
  const columns = JSON.parse(String(notes[0]?.[0])) as NotedColumn[];
  const named = await ask(`select name from parquet_schema('${path}') offset 1`);
  expect(named.map(([name]) => name)).toEqual(columns.map(({ column }) => column));
  expect(new Set(named.map(([name]) => name)).size).toBe(named.length);
  const rows = await ask(`select * from read_parquet('${path}')`);
  expect(rows).toHaveLength(entities.length);
  const names = namesOf(entities).map(asUtf8);
  for (const [at, entity] of entities.entries()) {
    const cells = columns
      .map((column, place) => ({ ...column, value: plain(rows[at]?.[place]) }))
      .filter(({ value }) => value !== null);
    const of = (wanted: string): object =>
      Object.fromEntries(
        cells.filter(({ property }) => property === wanted).map(({ type, value }) => [type, value]),
      );
    expect(of('PartitionKey')).toEqual({ 'Edm.String': asUtf8(entity.partitionKey) });
    expect(of('RowKey')).toEqual({ 'Edm.String': asUtf8(entity.rowKey) });
    const { timestamp: text } = entity;
    const timestamp =
      text === undefined
        ? {}
        : expectedCells({ name: '', duplicate: false, type: 'Edm.DateTime', form: 'string', text });
    const hasTicks = (property: string): boolean =>
      columns.some((column) => column.property === property && column.type === 'ticks');
    expectCells(of('Timestamp'), timestamp, hasTicks('Timestamp'));
    for (const name of namesOf(entities)) {
      // If two names become equal in UTF-8, this test cannot tell them apart by name.
      if (names.indexOf(asUtf8(name)) !== names.lastIndexOf(asUtf8(name))) continue;
      const property = firstOf(entity, name);
      const noted = columns.find((column) => asUtf8(column.property) === asUtf8(name))?.property ?? '';
      expectCells(of(noted), property === undefined ? {} : expectedCells(property), hasTicks(noted));
    }
  }
  return columns;
}

/** A column of ticks exists only if at least one instant needs it. */
function expectCells(found: object, cells: Readonly<Record<string, unknown>>, hasTicks: boolean): void {
  const { ticks, ...others } = cells;
  expect(found).toEqual(hasTicks && ticks !== undefined ? cells : others);
}

/** @returns how many records DuckDB read */
async function expectCsv(path: string, entities: readonly Entity[]): Promise<number> {
  const names = namesOf(entities);
  const count = 3 + names.length * 2;
  const columns = Array.from({ length: count }, (_, at) => `'c${at}': 'VARCHAR'`).join(', ');
  // The header is read as a row, because DuckDB ignores case in column names, and some names differ in nothing else.
  const options = `auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', parallel = false`;
  const rows = await ask(`select * from read_csv('${path}', columns = {${columns}}, ${options})`);
  const records = rows.map((row) => row.map((value) => value ?? ''));
  const cells = (entity: Entity): readonly string[] =>
    names.flatMap((name) => {
      const property = firstOf(entity, name);
      if (property === undefined) return ['', ''];
      return [property.form === 'null' ? '' : property.text, property.type];
    });
  expect(records).toEqual([
    ['PartitionKey', 'RowKey', 'Timestamp', ...names.flatMap((name) => [name, `${name}@type`])].map(asUtf8),
    ...entities.map((entity) =>
      [entity.partitionKey, entity.rowKey, entity.timestamp ?? '', ...cells(entity)].map(asUtf8),
    ),
  ]);
  return records.length;
}

const ANNOTATION = '@odata.type';

/** The type that a reader would infer from the JSON alone. */
function inferred(jsonType: string, text: string): string {
  if (jsonType === 'BOOLEAN') return 'Edm.Boolean';
  if (jsonType === 'NULL') return 'Null';
  if (jsonType === 'ARRAY' || jsonType === 'OBJECT') return 'Json';
  if (jsonType === 'VARCHAR') return 'Edm.String';
  const isInt32 = jsonType !== 'DOUBLE' && Math.abs(Number(text)) <= 2_147_483_648;
  return isInt32 ? 'Edm.Int32' : 'Edm.Double';
}

/** @returns how many members DuckDB read */
async function expectNdjson(path: string, entities: readonly Entity[]): Promise<number> {
  const rows = await ask(
    `select row, member.key, member.type, member.value ->> '$'
     from (select json, row_number() over () as row from read_ndjson_objects('${path}')) line, json_each(line.json) member
     order by row, member.id`,
  );
  const read = entities.map((_, at) => {
    const members = rows
      .filter(([row]) => row === BigInt(at + 1))
      .map(([, key, type, text]) => [key, type, text].map(String));
    const found: unknown[] = [];
    let annotated: string | undefined;
    for (const [key = '', type = '', text = ''] of members) {
      if (key.endsWith(ANNOTATION)) annotated = text;
      else {
        const known = annotated ?? (key === 'Timestamp' ? 'Edm.DateTime' : inferred(type, text));
        const isNumber = known === 'Edm.Double' || (known !== 'Edm.Int64' && /INT|DOUBLE/.test(type));
        found.push([
          key,
          known,
          type === 'NULL' ? 'null' : isNumber ? Number(text) : known === 'Json' ? JSON.parse(text) : text,
        ]);
        annotated = undefined;
      }
    }
    return found;
  });
  expect(read).toEqual(
    entities.map(({ partitionKey, rowKey, timestamp, properties }) => [
      ['PartitionKey', 'Edm.String', partitionKey],
      ['RowKey', 'Edm.String', rowKey],
      ...(timestamp === undefined ? [] : [['Timestamp', 'Edm.DateTime', timestamp]]),
      ...properties.map(({ name, type, form, text }) => [
        name,
        type,
        type === 'Edm.Double' || (form === 'number' && type !== 'Edm.Int64')
          ? Number(text)
          : type === 'Json'
            ? JSON.parse(text)
            : text,
      ]),
    ]),
  );
  return rows.length;
}

/** DuckDB's JSON reader refuses half a surrogate pair and numbers beyond a Double, and reads -0 as 0. */
function isReadableJson(spec: EntitySpec): boolean {
  const lines = JSON.stringify([
    spec.partitionKey,
    spec.rowKey,
    spec.timestamp ?? '',
    ...spec.properties.map(({ name, json, text }) => [name, json, text]),
  ]);
  const names = spec.properties.map(({ name }) => name);
  return (
    !/\\+u[dD][89a-fA-F]/.test(lines) &&
    !/1e400/.test(lines) &&
    spec.properties.every(({ json }) => json !== '-0') &&
    new Set(names).size === names.length &&
    names.every((name) => !name.endsWith(ANNOTATION))
  );
}

describe('exports, read by DuckDB', () => {
  it('every type, hostile names and values, mixed and absent: Parquet', async () => {
    const { path, lossyRows } = await fileOf(HOSTILE_ENTITIES.map(entityJson), { format: 'parquet' });
    const columns = await expectParquet(path, HOSTILE_ENTITIES.map(expectedEntity));
    expect(lossyRows).toBe(0);
    expect(columns.map(({ column }) => column).join(' | ')).toBe(
      'PartitionKey | RowKey | Timestamp | Mixed | Mixed@@Edm.Double | Big | At | At@@ticks | Near | Near@ticks | Data |  | a,"b" | MIXED | At@ticks | Id | Mixed@Edm.Double | __proto__@Null | NaN',
    );
    const types = await ask(`select name, duckdb_type from parquet_schema('${path}') offset 1`);
    expect(Object.fromEntries(types.map(([name, type]) => [String(name), type]))).toMatchObject({
      PartitionKey: 'VARCHAR',
      Timestamp: 'TIMESTAMP_NS',
      Mixed: 'INTEGER',
      'Mixed@@Edm.Double': 'DOUBLE',
      Big: 'BIGINT',
      At: 'TIMESTAMP_NS',
      'At@@ticks': 'BIGINT',
      Data: 'BLOB',
      MIXED: 'BOOLEAN',
    });
  });

  it('every type, hostile names and values in a few rows among many that have none: Parquet', async () => {
    const bare = Array.from({ length: 700 }, (_, row) => ({
      partitionKey: 'bare',
      rowKey: String(row),
      properties: [],
    }));
    // Entities stand at the first row, next to each other, far apart, and at the last row.
    const [first, ...others] = HOSTILE_ENTITIES;
    if (first === undefined) throw new Error('There are no entities.');
    const apart = others.flatMap((one, at) => [one, ...bare.slice(at * 40, (at % 3) * 13 + at * 40)]);
    const specs = [first, first, ...apart, ...bare.slice(400), first];
    expect(specs.length).toBeGreaterThan(32 * HOSTILE_ENTITIES.length);
    const { path } = await fileOf(specs.map(entityJson), { format: 'parquet' });
    await expectParquet(path, specs.map(expectedEntity));
    const codecs = await ask(
      `select distinct compression, num_values from parquet_metadata('${path}') order by all`,
    );
    const rows = BigInt(specs.length);
    expect(codecs).toEqual([
      ['SNAPPY', rows],
      ['UNCOMPRESSED', rows],
    ]);
  });

  it('every type, hostile names and values, mixed and absent: CSV and NDJSON', async () => {
    const jsons = HOSTILE_ENTITIES.map(entityJson);
    const entities = HOSTILE_ENTITIES.map(expectedEntity);
    const csv = await fileOf(jsons, { format: 'csv', formulaGuard: false });
    expect(await expectCsv(csv.path, entities)).toBe(entities.length + 1);
    const lines = await fileOf(jsons, { format: 'ndjson' });
    expect(await expectNdjson(lines.path, entities)).toBeGreaterThan(entities.length);
  });

  it('any entities: Parquet and CSV give the values of the store back', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entitySpec, { minLength: 1, maxLength: 6 }), async (specs) => {
        const jsons = specs.map(entityJson);
        const entities = specs.map(expectedEntity);
        await expectParquet((await fileOf(jsons, { format: 'parquet' })).path, entities);
        const csv = await fileOf(jsons, { format: 'csv', formulaGuard: false });
        expect(await expectCsv(csv.path, entities)).toBe(entities.length + 1);
      }),
      { numRuns: 10 },
    );
  });

  it('any entities: NDJSON gives the values of the store back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entitySpec.filter(isReadableJson), { minLength: 1, maxLength: 6 }),
        async (specs) => {
          const { path } = await fileOf(specs.map(entityJson), { format: 'ndjson' });
          expect(await expectNdjson(path, specs.map(expectedEntity))).toBeGreaterThan(0);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('many rows in several row groups, only chosen properties', async () => {
    const jsons = Array.from(
      { length: 23_000 },
      (_, row) =>
        `{"PartitionKey":"p","RowKey":"${row}","Level":${row % 5},"Text":"row ${row}","Zero":${row % 2 === 0 ? '0.0' : '-0.0'},"Other":1.5}`,
    );
    const client = await storeWith();
    await client.append(1, 0, bytesOf(`{"value":[${jsons.join(',')}]}`));
    const chunks: Uint8Array[] = [];
    const take = (bytes: Uint8Array): void => void chunks.push(bytes);
    const seen: number[] = [];
    await client.exportRows(
      { format: 'parquet', properties: ['Text', 'Level', 'Zero'] },
      { onChunk: take, onProgress: ({ rowsDone }) => void seen.push(rowsDone) },
    );
    const path = join(folder, 'many.parquet');
    writeFileSync(path, Buffer.concat(chunks));
    expect(
      await ask(`select count(*), sum("Level"), count(distinct "Text") from read_parquet('${path}')`),
    ).toEqual([[23_000n, 46_000n, 23_000n]]);
    expect(await ask(`select count(distinct row_group_id) from parquet_metadata('${path}')`)).toEqual([[3n]]);
    expect((await ask(`select name from parquet_schema('${path}') offset 1`)).join()).toBe(
      'PartitionKey,RowKey,Timestamp,Text,Level,Zero',
    );
    const zeros = `select count(*) from read_parquet('${path}') where "Zero"::VARCHAR = '-0.0'`;
    expect(await ask(zeros)).toEqual([[11_500n]]);
    expect(seen[0]).toBe(10_000);
  });
});

/** The footer contains the column's name once in the schema and once for each group of rows, so counting it counts the groups. */
const NAME = 'OnlyColumnOfThisFile';

function parquetBytes(table: ParquetTable): Buffer {
  return Buffer.concat([...parquetFile(table)].map(({ bytes }) => bytes));
}

describe('a Parquet file', () => {
  it('of one column has one row group for each group of rows, not one for each row', () => {
    const values = Array.from({ length: 40 }, (_, row) => row);
    const groups = [values.slice(0, 30), values.slice(30)];
    const file = parquetBytes({
      columns: [{ name: NAME, kind: 'int32', property: NAME, type: 'Edm.Int32', isRequired: true }],
      rows: values.length,
      lossyRows: 0,
      notes: [],
      groups: function* () {
        for (const [at, group] of groups.entries())
          yield {
            rows: group.length,
            cells: [{ rows: [...group.keys()], values: group }],
            rowsDone: at === 0 ? 30 : values.length,
          };
      },
    });
    expect([file.subarray(0, 4).toString(), file.subarray(-4).toString()]).toEqual(['PAR1', 'PAR1']);
    const footer = file.subarray(-8 - file.readUInt32LE(file.length - 8), -8).toString('latin1');
    expect(footer.split(NAME)).toHaveLength(1 + 1 + groups.length);
  });
});
