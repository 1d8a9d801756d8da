import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { RecordBatchReader } from 'apache-arrow';
import type { TypeColumn } from '../../core/rows/sqlTable.ts';
import type { CallHandlers, WorkStep } from '../serveCalls.ts';
import { AnswerPages } from './answerPages.ts';
import { CRASHED, LISTS_LOADED, READS_ONLY, sqlFault } from './sqlFault.ts';
import type { AnswerReceipt, QueryStart, SqlCalls, SqlFault } from './sqlProtocol.ts';

/** Times here have no zone and are UTC; DuckDB's own functions have one, and comparing the two needs an extension. */
const NOW = 'transaction_timestamp()::TIMESTAMP';
/** No query can load an extension, read or write anything outside the database, or change these settings. */
const SETTINGS = [
  `CREATE MACRO now() AS ${NOW}`,
  `CREATE MACRO get_current_timestamp() AS ${NOW}`,
  `CREATE MACRO current_date() AS ${NOW}::DATE`,
  `CREATE MACRO today() AS ${NOW}::DATE`,
  'SET errors_as_json = true',
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET allow_community_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

/**
 * The types of DuckDB that `AnswerPages` can read. Values of other types, such as times of day, intervals and lists, become text as DuckDB
 * writes it.
 */
const READ_AS_THEY_ARE =
  /^(?:BOOLEAN|U?(?:TINY|SMALL|BIG)INT|U?INTEGER|HUGEINT|FLOAT|DOUBLE|DECIMAL\(.*\)|VARCHAR|BLOB|UUID|DATE|TIMESTAMP(?:_\w+| WITH TIME ZONE)?|"NULL")$/;
const BEFORE = 'FROM (';
const SEVERAL = /Cannot prepare multiple statements/;
const QUOTED_OR_COMMENT =
  /(\be'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\$[^]*?\$\$)|--.*|\/\*[^]*?\*\//gi;
const SHOW = /^\s*(?:show|desc(?:ribe)?)(?:\s+all)?(?:\s+tables\b[^]*|\s*)$/i;
const SUMMARIZE = /\bsummarize\b/i;
/** DuckDB's own `stddev`, which SUMMARIZE calls, fails if a number is NaN or infinite. Like Groups and Chart, this one leaves them out. */
const FINITE_STDDEV = 'CREATE OR REPLACE MACRO stddev(x) AS stddev_samp(x) FILTER (isfinite(x::DOUBLE))';

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The text without comments and the semicolon at its end. All places stay the same. */
function bareStatement(text: string): string {
  const bare = text.replaceAll(
    QUOTED_OR_COMMENT,
    (all, quoted: string | undefined) => quoted ?? all.replaceAll(/[^\n]/g, ' '),
  );
  return bare.replace(/[\s;]+$/, '');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Calls `onCrash` when a call ends in a trap of WebAssembly, such as an access out of bounds. No later call would work, so another worker
 * must start.
 */
function watched(db: DuckDBBindings, onCrash: (error: Error) => void): DuckDBBindings {
  return new Proxy(db, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        try {
          return Reflect.apply(member, target, args);
        } catch (error) {
          if (!(error instanceof WebAssembly.RuntimeError)) throw error;
          onCrash(error);
          throw new Error(CRASHED, { cause: error });
        }
      };
    },
  });
}

interface OpenAnswer {
  readonly reader: RecordBatchReader;
  readonly pages: AnswerPages;
}

/** A database in memory for the rows of results, with one connection. */
export class SqlDatabase {
  private readonly db: DuckDBBindings;
  private readonly connection: number;
  private answer: OpenAnswer | undefined;
  /** Whether part of a table has been put in, and `seal` has not been called. */
  private isPutting = false;

  constructor(bindings: DuckDBBindings, onCrash: (error: Error) => void) {
    const db = watched(bindings, onCrash);
    this.db = db;
    // Without these options, numbers of 64 bits would lose digits.
    db.open({ maximumThreads: 1, query: { castBigIntToDouble: false, castDecimalToDouble: false } });
    // Uses the connection's number, because its own methods read only whole answers.
    this.connection = (db.connect() as unknown as { readonly _conn: number })._conn;
    for (const setting of SETTINGS) this.run(setting);
  }

  private run(text: string): Uint8Array {
    return this.db.runQuery(this.connection, text);
  }

  /** The values of the first column, as text. */
  private texts(text: string): string[] {
    const reader = RecordBatchReader.from(this.run(text));
    return [...reader].flatMap((batch) =>
      Array.from({ length: batch.numRows }, (_, row) => String(batch.getChildAt(0)?.get(row))),
    );
  }

  put(table: string, slice: Uint8Array, isFirst: boolean): void {
    // All slices of a table share one transaction. With one for each, the rows would be copied twice.
    if (isFirst) this.run('BEGIN');
    this.isPutting = true;
    this.db.insertArrowFromIPCStream(this.connection, slice, { name: table, create: isFirst });
  }

  seal(table: string, guids: readonly string[]): readonly string[] {
    this.run('COMMIT');
    this.isPutting = false;
    return guids.filter((guid) => {
      const column = quoted(guid);
      const [misfits] = this.texts(
        `SELECT count(*) FROM ${quoted(table)} WHERE try_cast(${column} AS UUID)::VARCHAR IS DISTINCT FROM lower(${column})`,
      );
      // Capitals are the same GUID. If one is written in another form, such as in braces, the column stays text.
      if (misfits !== '0') return false;
      this.run(`ALTER TABLE ${quoted(table)} ALTER ${column} TYPE UUID`);
      return true;
    });
  }

  addTypes(table: string, { name, cases }: TypeColumn): void {
    const whens = cases.map(([column, type]) => `WHEN ${quoted(column)} IS NOT NULL THEN ${literal(type)}`);
    this.run(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)} VARCHAR`);
    this.run(`UPDATE ${quoted(table)} SET ${quoted(name)} = CASE ${whens.join(' ')} END`);
  }

  drop(table: string): void {
    if (this.isPutting) this.run('ROLLBACK');
    this.isPutting = false;
    this.run(`DROP TABLE IF EXISTS ${quoted(table)}`);
  }

  alias(name: string, table: string): void {
    this.run(`CREATE OR REPLACE VIEW ${quoted(name)} AS FROM ${quoted(table)}`);
  }

  functions(): readonly string[] {
    return this.texts(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE regexp_matches(function_name, '^[a-z][a-z0-9_]*$') ORDER BY 1",
    );
  }

  names(text: string): readonly string[] | undefined {
    try {
      return this.db.getTableNames(this.connection, text).map((name) => name.toLowerCase());
    } catch {
      return undefined;
    }
  }

  /** Names and types of a query's columns. Empty if the text is not a query or is wrong. */
  private columnsOf(query: string): { readonly names: readonly string[]; readonly types: readonly string[] } {
    const told = (column: string) => this.texts(`SELECT ${column} FROM (DESCRIBE ${BEFORE}${query}\n))`);
    try {
      return { names: told('column_name'), types: told('column_type') };
    } catch {
      return { names: [], types: [] };
    }
  }

  /** DuckDB's words about a text that it cannot prepare as one statement. Nothing runs. */
  private unprepared(text: string): string | undefined {
    const { db, connection } = this;
    try {
      db.closePrepared(connection, db.createPrepared(connection, text));
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** What is wrong with a text that is not one reading statement, or that names something unknown. */
  private faultOf(text: string): SqlFault | undefined {
    // Inside another query, DuckDB's grammar allows only what reads.
    const inside = this.unprepared(`${BEFORE}${text}\n)`);
    if (inside === undefined) return undefined;
    // DuckDB itself makes two statements of a PIVOT without a list of values.
    if (SEVERAL.test(inside)) return text.includes(';') ? { words: READS_ONLY, at: 0 } : undefined;
    if (!inside.startsWith('Parser Error')) return sqlFault(inside, text, BEFORE);
    const alone = this.unprepared(text);
    return alone === undefined || SEVERAL.test(alone) ? { words: READS_ONLY, at: 0 } : sqlFault(alone, text);
  }

  /** @yields while the first rows are computed */
  *query(text: string): Generator<WorkStep, QueryStart, undefined> {
    this.answer = undefined;
    const { db, connection } = this;
    const bare = bareStatement(text);
    // Only for SUMMARIZE, and not for its name in quotes, because a macro cannot be called as `stddev(DISTINCT x)` or with FILTER.
    this.run(
      SUMMARIZE.test(text.replaceAll(QUOTED_OR_COMMENT, ' '))
        ? FINITE_STDDEV
        : 'DROP MACRO IF EXISTS memory.main.stddev',
    );
    const refused = SHOW.test(bare) ? LISTS_LOADED : this.faultOf(bare);
    if (refused !== undefined) return { ok: false, fault: refused };
    const { names, types } = this.columnsOf(bare);
    const isRead = types.map((type) => READ_AS_THEY_ARE.test(type));
    const [before, after] = isRead.includes(false)
      ? [
          BEFORE,
          `\n) SELECT ${isRead.map((is, at) => `#${at + 1}${is ? '' : '::VARCHAR'} AS ${quoted(names[at] ?? '')}`).join(', ')}`,
        ]
      : ['', ''];
    let isOver = false;
    try {
      let header = db.startPendingQuery(connection, `${before}${bare}${after}`, true);
      while (header === null) {
        yield { kind: 'listen' };
        header = db.pollPendingQuery(connection);
      }
      const reader = RecordBatchReader.from(piecesOf(db, connection, header)).open();
      const pages = new AnswerPages(
        reader.schema,
        types.map((type) => type === 'UUID'),
      );
      this.answer = { reader, pages };
      isOver = true;
      return { ok: true, columns: pages.columns, keys: pages.keys };
    } catch (error) {
      isOver = true;
      return { ok: false, fault: sqlFault(messageOf(error), bare, before) };
    } finally {
      if (!isOver) db.cancelPendingQuery(connection);
    }
  }

  /** @yields pages of rows */
  *rows(most: number): Generator<WorkStep, AnswerReceipt, undefined> {
    const { answer } = this;
    if (answer === undefined) throw new Error('No query has an answer to read.');
    this.answer = undefined;
    const { reader, pages } = answer;
    try {
      for (const batch of reader) {
        if (pages.count === most) return { rows: pages.count, isCut: true };
        pages.add(batch, most);
        const page = pages.take(false);
        yield page && { kind: 'chunk', bytes: page };
      }
      const last = pages.take(true);
      if (last !== undefined) yield { kind: 'chunk', bytes: last };
      return { rows: pages.count, isCut: false };
    } catch (error) {
      throw new Error(sqlFault(messageOf(error), '').words, { cause: error });
    } finally {
      this.db.cancelPendingQuery(this.connection);
    }
  }

  memory(): number {
    return (this.db as unknown as { mod: { HEAPU8: Uint8Array } }).mod.HEAPU8.length;
  }
}

/**
 * Reads an answer as one Arrow IPC stream.
 * @yields the pieces of the stream
 */
function* piecesOf(db: DuckDBBindings, connection: number, header: Uint8Array): Generator<Uint8Array> {
  yield header;
  for (;;) {
    const piece = db.fetchQueryResults(connection);
    if (piece === null || piece.length === 0) return;
    yield piece;
  }
}

/** The handlers for a worker with a database, which `start` makes. `onCrash` is as for `watched`. */
export function sqlHandlers(
  start: () => Promise<DuckDBBindings>,
  onCrash: (error: Error) => void,
): CallHandlers<SqlCalls> {
  let database: SqlDatabase | undefined;
  const open = (): SqlDatabase => {
    if (database === undefined) throw new Error('SQL has not started.');
    return database;
  };
  return {
    start: async function* () {
      yield undefined;
      database ??= new SqlDatabase(await start(), onCrash);
      return database.functions();
    },
    put: ({ table, slice, isFirst }) => open().put(table, slice, isFirst) as undefined,
    seal: ({ table, guids }) => open().seal(table, guids),
    addTypes: ({ table, column }) => open().addTypes(table, column) as undefined,
    drop: (table) => open().drop(table) as undefined,
    alias: ({ name, table }) => open().alias(name, table) as undefined,
    names: (text) => open().names(text),
    query: (text) => open().query(text),
    rows: (most) => open().rows(most),
    memory: () => open().memory(),
  };
}
