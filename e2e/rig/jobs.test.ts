import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EntitySpec,
  entityJson,
  entitySpec,
  pageBytes,
} from '../../src/core/entities/page/entityPage.fixture.ts';
import { ticksScheme } from '../../src/core/keys/ticksScheme.fixture.ts';
import type { ParquetTable, ParquetValue } from '../../src/core/entities/parquet/parquetTable.ts';
import { prepareParquet } from '../../src/core/entities/parquet/prepareParquet.ts';
import { EntityStore } from '../../src/core/entities/store/entityStore.ts';
import { pythonJob } from '../../src/core/snippets/jobs/pythonJob.ts';
import { shellJob } from '../../src/core/snippets/jobs/shellJob.ts';
import { sparkJob } from '../../src/core/snippets/jobs/sparkJob.ts';
import type { SnippetPlan } from '../../src/core/snippets/snippet.ts';
import { keysOf, type SnippetRig, startSnippetRig, TRUE_ROWS } from './snippetRig.ts';

// The tests do not install pyarrow and PySpark. These modules stand in for them: the calls were checked against the documentation
// (arrow.apache.org/docs/python, spark.apache.org/docs/latest/api/python). `npm run test:snippets` runs the real pyarrow.
const STUBS: Readonly<Record<string, string>> = {
  'pyarrow/__init__.py': `
class Named(str):
    pass
def timestamp(unit): return Named("timestamp " + unit)
def named(name): return lambda: Named(name)
int32, int64, float64, bool_, binary, string = map(named, ["int32", "int64", "double", "bool", "binary", "text"])
class Field:
    def __init__(self, name, type, nullable): self.name, self.type, self.nullable = name, type, nullable
def field(name, type, nullable): return Field(name, type, nullable)
schema = list
class Array(list):
    def cast(self, type): return self
def array(values, type): return Array(values)
def record_batch(arrays, schema): return arrays
`,
  'pyarrow/parquet.py': `
import json, struct
def plain(value):
    if isinstance(value, bytes): return "bytes " + value.hex()
    if isinstance(value, bool) or value is None: return value
    if isinstance(value, float): return "double " + struct.pack(">d", value).hex()
    return str(value)
class ParquetWriter:
    def __init__(self, path, schema, version): self.path, self.schema, self.arrays = path, schema, [[] for _ in schema]
    def __enter__(self): return self
    def write_batch(self, arrays):
        for own, more in zip(self.arrays, arrays): own += map(plain, more)
    def __exit__(self, *_):
        with open(self.path, "w") as file:
            json.dump([[f.name, f.type, not f.nullable, own] for f, own in zip(self.schema, self.arrays)], file)
`,
  'pyspark/__init__.py': `
from collections import Counter
class StorageLevel: DISK_ONLY = "disk"
class Rdd(list):
    def flatMap(self, f): return Rdd(each for one in self for each in f(one))
    def map(self, f): return Rdd(map(f, self))
    def values(self): return Rdd(value for _, value in self)
    def persist(self, level): return self
    def countByValue(self): return Counter(self)
    def distinct(self): return Rdd(dict.fromkeys(self))
    def collect(self): return list(self)
    def reduceByKey(self, f):
        found = {}
        for key, value in self: found.setdefault(key, value)
        return Rdd(found.items())
`,
  'pyspark/sql/__init__.py': `
from pyspark import Rdd
class Writer:
    def __init__(self, values, schema): self.values, self.schema = values, schema
    def mode(self, mode): return self
    def parquet(self, path):
        import pyarrow.parquet
        kinds = {"IntegerType": "int32", "LongType": "int64", "DoubleType": "double", "BooleanType": "bool", "BinaryType": "binary", "TimestampNTZType": "time", "StringType": "text"}
        fields = [type("Field", (), {"name": n, "type": kinds[type(t).__name__], "nullable": o}) for n, t, o in self.schema]
        with pyarrow.parquet.ParquetWriter(path, fields, "") as out:
            if self.values: out.write_batch(list(zip(*self.values)))
class Frame:
    def __init__(self, values, schema): self.write = Writer(values, schema)
class Conf:
    def set(self, name, value): pass
class Context:
    def parallelize(self, values, parts):
        assert parts == len(values)
        return Rdd(values)
class SparkSession:
    conf, sparkContext = Conf(), Context()
    class builder:
        @staticmethod
        def getOrCreate(): return SparkSession()
    def createDataFrame(self, values, schema): return Frame(values, schema)
`,
  'pyspark/sql/types.py': `
for name in ["IntegerType", "LongType", "DoubleType", "BooleanType", "BinaryType", "TimestampNTZType", "StringType"]:
    globals()[name] = type(name, (), {})
StructType = list
def StructField(name, type, nullable): return name, type, nullable
`,
};

function writeStubs(folder: string): void {
  for (const [path, text] of Object.entries(STUBS)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** What a job wrote, as the stubs store it: name, type, whether each row has a value, and the values. */
type Written = readonly (readonly [string, string, boolean, readonly unknown[]])[];

const readWritten = (folder: string, name: string): Written =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Written;

function rowsOf(written: Written): readonly string[] {
  const column = (wanted: string) => written.find(([name]) => name === wanted)?.[3] ?? [];
  const rowKeys = column('RowKey');
  return column('PartitionKey')
    .map((key, at) => `${String(key)} ${String(rowKeys[at])}`)
    .toSorted();
}

describe('a job reads every row to the last page, with a SAS or a token', () => {
  let rig: SnippetRig;
  let sasPlan: SnippetPlan;

  beforeAll(async () => {
    rig = await startSnippetRig('token');
    sasPlan = { ...rig.plan, credential: 'sas' };
    writeStubs(rig.folder);
  });

  afterAll(async () => {
    await rig.close();
  });

  it('Python, and continues after the last whole page with another credential', async () => {
    const withSas = pythonJob.text(sasPlan) ?? '';
    const text = pythonJob.text(rig.plan) ?? '';
    const named = 'os.replace(path + ".next", path + ".json")';
    expect(withSas).toContain(named);
    const stopped = withSas.replace(named, `${named}\n            raise OSError("stopped")`);
    await expect(rig.run('python3', 'stopped.py', stopped)).rejects.toThrow(
      'Not all rows were read. stopped',
    );
    // The job was stopped when half of a page was on the disk.
    appendFileSync(join(rig.folder, 'SnippetRows.pages', '0000.pages'), '{"value":[{"PartitionKey":"x"');
    // The disk becomes full before the last rows are written. No file may then look complete.
    const full = text.replace(/writer\.write_batch.*(?=\n {4}\S)/, 'raise OSError("full")');
    expect(full).not.toBe(text);
    await expect(rig.run('python3', 'full.py', full)).rejects.toThrow('full');
    expect(existsSync(join(rig.folder, 'SnippetRows.parquet'))).toBe(false);
    await rig.run('python3', 'job.py', text);
    expect(rowsOf(readWritten(rig.folder, 'SnippetRows.parquet'))).toEqual(TRUE_ROWS);
    // The pages of another account must not be used.
    const elsewhere = text
      .replaceAll(rig.plan.endpoint, 'http://127.0.0.1:1/none')
      .replace('TRIES = 8', 'TRIES = 1');
    await expect(rig.run('python3', 'elsewhere.py', elsewhere)).rejects.toThrow('Not all rows were read');
  });

  it('bash, and asks nothing again that was read, with either credential', async () => {
    const pages = join(rig.folder, 'SnippetRows.pages');
    rmSync(pages, { recursive: true, force: true });
    const text = shellJob.text(rig.plan) ?? '';
    const withTool = (script: string, own: string): string => script.replace('\n', `\n${own}\n`);
    // Without its tools, the job must not take the first page for the last.
    const bare = withTool(shellJob.text(sasPlan) ?? '', 'awk() { return 127; }');
    await expect(rig.run('bash', 'bare.sh', bare)).rejects.toThrow('bare.sh');
    expect(existsSync(join(pages, '0000.0.page'))).toBe(true);
    // This page is left from an earlier job with more queries.
    writeFileSync(join(pages, '0042.0.page'), '{"value":[{"PartitionKey":"x","RowKey":"y"}]}');
    await rig.run('bash', 'job.sh', text);
    const read = (): readonly string[] =>
      readFileSync(join(rig.folder, 'SnippetRows.ndjson'), 'utf8').trim().split('\n');
    const lines = read();
    expect(lines.map((line) => keysOf(JSON.parse(line) as object)).toSorted()).toEqual(TRUE_ROWS);
    const unasked = withTool(text, 'curl() { return 22; }');
    await rig.run('bash', 'again.sh', unasked);
    expect(read()).toEqual(lines);
    const elsewhere = unasked.replaceAll(rig.plan.endpoint, 'http://127.0.0.1:1/none');
    await expect(rig.run('bash', 'elsewhere.sh', elsewhere)).rejects.toThrow('elsewhere.sh');
  });

  it('PySpark', async () => {
    await rig.run('python3', 'spark.py', sparkJob.text(rig.plan)?.replace('.parquet"', '.spark"') ?? '');
    expect(rowsOf(readWritten(rig.folder, 'SnippetRows.spark'))).toEqual(TRUE_ROWS);
  });

  it('fails, and does not look complete, where the service refuses', async () => {
    const [query] = sasPlan.queries;
    const plan = { ...sasPlan, queries: [{ ...query, tableName: 'NoSuchTable' }] };
    await expect(rig.run('python3', 'refused.py', pythonJob.text(plan) ?? '')).rejects.toThrow(
      /Not all rows were read\. NoSuchTable, .*HTTP 404 TableNotFound/,
    );
    await expect(rig.run('python3', 'refused2.py', sparkJob.text(plan) ?? '')).rejects.toThrow('HTTP 404');
    await expect(rig.run('bash', 'refused.sh', shellJob.text(plan) ?? '')).rejects.toThrow('404');
  });
});

const KINDS = {
  text: 'text',
  bytes: 'binary',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  boolean: 'bool',
  instant: 'timestamp ns',
} as const;

/** A value as the stub of pyarrow stores it. */
function storedValue(value: ParquetValue, kind: string): unknown {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (kind === 'double') {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(Number(value));
    return `double ${bytes.toString('hex')}`;
  }
  return typeof value === 'boolean' ? value : String(value).replace(/\p{Surrogate}/gu, '\ufffd');
}

function exported(entities: readonly string[]): Written {
  const store = new EntityStore(ticksScheme());
  const receipt = store.appendBody(pageBytes(entities), 0);
  if (!receipt.ok) throw new Error(receipt.error.message);
  const steps = prepareParquet(store, Uint32Array.from(entities.keys()), store.columnNames);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const table: ParquetTable = step.value;
  const columns = table.columns.map(({ name, kind, isRequired }) => ({
    name,
    kind,
    isRequired,
    values: Array.from<unknown>({ length: entities.length }).fill(null),
  }));
  let from = 0;
  for (const group of table.groups()) {
    for (const [at, { rows, values }] of group.cells.entries()) {
      const column = columns[at];
      for (const [index, row] of rows.entries()) {
        if (column !== undefined)
          column.values[from + row] = storedValue(values[index] as ParquetValue, column.kind);
      }
    }
    from = group.rowsDone;
  }
  return columns.map(({ name, kind, isRequired, values }) => [name, KINDS[kind], isRequired, values]);
}

/** Whether the service could send such an entity: it never sends a property twice, or an object as a value. */
function isOfService({ properties }: EntitySpec): boolean {
  return (
    new Set(properties.map(({ name }) => name)).size === properties.length &&
    properties.every(({ type }) => type !== 'Json')
  );
}

describe('the Parquet of a job', () => {
  it('has the columns and values of the exported Parquet, whatever the rows hold', () => {
    const folder = mkdtempSync(join(tmpdir(), 'job-'));
    try {
      writeStubs(folder);
      const specs = fc.array(entitySpec.filter(isOfService), { minLength: 1, maxLength: 30 });
      const tables = fc.sample(specs, { numRuns: 40, seed: 1 }).map((each) => each.map(entityJson));
      const queries = [{ tableName: 'Rows' }];
      const plan: SnippetPlan = { credential: 'sas', endpoint: 'http://127.0.0.1:1', queries };
      // A single Python process for all tables: the job becomes a function, which finds its pages already read.
      const job = (pythonJob.text(plan) ?? '').replace(/os\.makedirs\(FOLDER[\s\S]*$/, '');
      for (const [at, entities] of tables.entries()) {
        mkdirSync(join(folder, String(at)));
        writeFileSync(join(folder, String(at), '0000.pages'), `${pageText(entities)}\n`);
      }
      const each = `for at in range(${tables.length}):\n    FOLDER, FILE = str(at), str(at) + ".parquet"\n    write()\n`;
      writeFileSync(join(folder, 'job.py'), `${job}\n${each}`);
      execFileSync('python3', ['job.py'], {
        cwd: folder,
        env: { ...process.env, TABLE_SAS: 'none' },
        stdio: 'pipe',
      });
      for (const [at, entities] of tables.entries()) {
        expect(readWritten(folder, `${at}.parquet`)).toEqual(exported(entities));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function pageText(entities: readonly string[]): string {
  return new TextDecoder().decode(pageBytes(entities));
}
