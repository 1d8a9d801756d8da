import { beforeAll, expect, it } from 'vitest';
import { startDuckDb } from './nodeDuckDb.fixture.ts';
import { SqlDatabase } from './sqlDatabase.ts';
import type { QueryStart } from './sqlProtocol.ts';

let database: SqlDatabase;

beforeAll(async () => {
  const db = await startDuckDb();
  database = new SqlDatabase(db, () => {});
  const { _conn: connection } = db.connect() as unknown as { readonly _conn: number };
  db.runQuery(connection, 'CREATE TABLE t AS SELECT 1 AS i');
});

function finish<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

const start = (text: string): QueryStart => finish(database.query(text));

function rowsOf(text: string): number {
  expect(start(text)).toMatchObject({ ok: true });
  return finish(database.rows(100)).rows;
}

it.each([
  'DELETE FROM t',
  'WITH x AS (SELECT 1) DELETE FROM t',
  '/* why */ EXPLAIN FROM t',
  'CREATE TABLE u AS FROM t',
  'CREATE TEMP VIEW u AS FROM t',
  'BEGIN',
  'SELECT 1; DELETE FROM t',
  'SELECT 1) ; DELETE FROM t; FROM (SELECT 1',
  'EXPLAIN SELECT 1; DELETE FROM t',
  'INSTALL httpfs',
  'LOAD httpfs',
  "ATTACH 'a.db'",
  'SET enable_external_access = true',
  'RESET lock_configuration',
])('%s: is refused, so that the rows stay those of the result', (text) => {
  expect(start(text)).toMatchObject({
    ok: false,
    fault: { words: expect.stringMatching(/^SQL here only reads/) },
  });
  expect(rowsOf('FROM t')).toBe(1);
});

it.each([
  '-- a comment\n((SELECT 1)); /* another; */ -- one',
  'WITH x AS (FROM t) FROM x',
  'VALUES (1)',
  'TABLE t',
  'DESCRIBE t',
  'SHOW t',
  'SUMMARIZE t',
  'PIVOT t ON i USING count(*)',
  'UNPIVOT t ON i',
])('%s: is not one, because it only reads', (text) => {
  expect(rowsOf(text)).toBeGreaterThan(0);
});

it.each(['show all tables', '-- all\nSHOW TABLES FROM main;', 'SHOW', 'DESC', 'Describe tables'])(
  '%s: would list only the tables that queries have read, so it points to the list of all',
  (text) => {
    expect(start(text)).toEqual({
      ok: false,
      fault: { words: expect.stringContaining('The list below has all tables'), isAboutTables: true },
    });
  },
);

it.each(["'--'", '$$/*$$', "'it''s -- one'", "E'it\\'s -- one'", '1 AS "--"'])(
  '%s is no comment',
  (value) => {
    expect(rowsOf(`SELECT ${value} WHERE true;`)).toBe(1);
  },
);

it('says which extension an operator needs', () => {
  expect(start("SELECT now() AT TIME ZONE 'UTC' -- é\n, 1")).toMatchObject({
    ok: false,
    fault: { words: expect.stringMatching(/^This belongs to DuckDB's icu extension\. .* never loaded here/) },
  });
});

it('says that a table does not exist, without a name of DuckDB that is like it', () => {
  expect(start('SELECT 1\nFROM "no ""such" AS x')).toEqual({
    ok: false,
    fault: { words: 'Line 2: Table "no "such" does not exist.', at: 14, isAboutTables: true },
  });
});

it('SUMMARIZE leaves NaN and infinities out of the standard deviation; stddev is otherwise that of DuckDB', () => {
  const numbers = "(VALUES ('NaN'::DOUBLE), ('Infinity'), (1), (3)) AS v(d)";
  expect(rowsOf(`SELECT 1 FROM (SUMMARIZE FROM ${numbers}) WHERE std = sqrt(2)::VARCHAR`)).toBe(1);
  expect(start(`SELECT stddev(d) FROM ${numbers}`)).toMatchObject({ ok: false });
  expect(rowsOf(`SELECT stddev(DISTINCT d) FILTER (isfinite(d)) FROM ${numbers}`)).toBe(1);
  const named = `SELECT stddev(DISTINCT d) AS "summarize", 'summarize' FROM ${numbers} WHERE isfinite(d) -- summarize`;
  expect(rowsOf(named)).toBe(1);
});

it('tells which tables a text reads, whatever else it names, before they exist', () => {
  expect(database.names("SELECT 1 AS errors FROM Logs AS events JOIN query_table('Other') ON true")).toEqual(
    expect.arrayContaining(['logs', 'other']),
  );
  expect(database.names('WITH answer AS (FROM Logs) FROM answer, result')).toEqual(
    expect.arrayContaining(['logs', 'result']),
  );
  expect(database.names('WITH answer AS (FROM Logs) FROM answer')).not.toContain('answer');
  expect(database.names('SELECT FROM WHERE')).toBeUndefined();
});

it.each(['now()', 'current_timestamp', 'current_date', 'today()'])(
  '%s compares with a time of the rows',
  (now) => {
    const time = "TIMESTAMP_NS '2000-01-01 00:00:00.1234567'";
    expect(rowsOf(`SELECT 1 WHERE ${time} < ${now} - INTERVAL 1 DAY`)).toBe(1);
  },
);

it('a fault does not list the functions that would match', () => {
  expect(start("SELECT 'a' - INTERVAL 1 DAY + [1]")).toMatchObject({
    ok: false,
    fault: { words: expect.not.stringMatching(/Candidate|\s\s|\t/) },
  });
});
