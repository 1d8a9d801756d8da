import type { DuckDBBindings } from '@duckdb/duckdb-wasm/blocking';
import { RecordBatchReader } from 'apache-arrow';
import type { CallHandlers, WorkStep } from '../serveCalls.ts';
import { AnswerPages } from './answerPages.ts';
import { refusedStatement, sqlFault } from './sqlFault.ts';
import type { AnswerReceipt, QueryStart, SqlCalls } from './sqlProtocol.ts';

/** Nothing is loaded, nothing outside is read or written, and no query can change that. */
const SETTINGS = [
  'SET errors_as_json = true',
  'SET autoinstall_known_extensions = false',
  'SET autoload_known_extensions = false',
  'SET allow_community_extensions = false',
  'SET enable_external_access = false',
  'SET lock_configuration = true',
];

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The answer whose rows are read next. */
interface OpenAnswer {
  readonly reader: RecordBatchReader;
  readonly pages: AnswerPages;
}

/** A database in memory with the rows of results, on one connection. */
export class SqlDatabase {
  private readonly db: DuckDBBindings;
  private readonly connection: number;
  private answer: OpenAnswer | undefined;

  constructor(db: DuckDBBindings) {
    this.db = db;
    // By default, numbers of 64 bits lose digits.
    db.open({ maximumThreads: 1, query: { castBigIntToDouble: false, castDecimalToDouble: false } });
    // The connection's own methods read whole answers.
    this.connection = (db.connect() as unknown as { readonly _conn: number })._conn;
    for (const setting of SETTINGS) this.run(setting);
  }

  private run(text: string): Uint8Array {
    return this.db.runQuery(this.connection, text);
  }

  /** The values of the first column. */
  private texts(text: string): string[] {
    const reader = RecordBatchReader.from(this.run(text));
    return [...reader].flatMap((batch) =>
      Array.from({ length: batch.numRows }, (_, row) => String(batch.getChildAt(0)?.get(row))),
    );
  }

  put(table: string, slice: Uint8Array, isFirst: boolean): void {
    this.db.insertArrowFromIPCStream(this.connection, slice, { name: table, create: isFirst });
  }

  seal(table: string, guids: readonly string[]): void {
    for (const guid of guids) {
      const column = quoted(guid);
      const [misfits] = this.texts(
        `SELECT count(*) FROM ${quoted(table)} WHERE try_cast(${column} AS UUID)::VARCHAR IS DISTINCT FROM ${column}`,
      );
      // A UUID forgets how the GUID was written, such as its capitals. Then the column stays text.
      if (misfits === '0') this.run(`ALTER TABLE ${quoted(table)} ALTER ${column} TYPE UUID`);
    }
  }

  drop(table: string): void {
    this.run(`DROP TABLE IF EXISTS ${quoted(table)}`);
  }

  nameResult(table: string): void {
    this.run(`CREATE OR REPLACE VIEW result AS FROM ${quoted(table)}`);
  }

  functions(): readonly string[] {
    return this.texts(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE regexp_matches(function_name, '^[a-z][a-z0-9_]*$') ORDER BY 1",
    );
  }

  /** @yields while the first rows are computed */
  *query(text: string): Generator<WorkStep, QueryStart, undefined> {
    const refused = refusedStatement(text);
    if (refused !== undefined) return { ok: false, fault: refused };
    this.answer = undefined;
    const { db, connection } = this;
    let isOver = false;
    try {
      let header = db.startPendingQuery(connection, text, true);
      while (header === null) {
        yield { kind: 'listen' };
        header = db.pollPendingQuery(connection);
      }
      const reader = RecordBatchReader.from(piecesOf(db, connection, header)).open();
      const pages = new AnswerPages(reader.schema);
      this.answer = { reader, pages };
      isOver = true;
      return { ok: true, columns: pages.columns, keys: pages.keys };
    } catch (error) {
      isOver = true;
      return { ok: false, fault: sqlFault(messageOf(error), text) };
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
        for (let page = pages.take(false); page !== undefined; page = pages.take(false))
          yield { kind: 'chunk', bytes: page };
        yield undefined;
      }
      for (let page = pages.take(true); page !== undefined; page = pages.take(true))
        yield { kind: 'chunk', bytes: page };
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
 * An answer as one Arrow IPC stream.
 * @yields its pieces
 */
function* piecesOf(db: DuckDBBindings, connection: number, header: Uint8Array): Generator<Uint8Array> {
  yield header;
  for (;;) {
    const piece = db.fetchQueryResults(connection);
    if (piece === null || piece.length === 0) return;
    yield piece;
  }
}

/** The call handlers of a worker with a database. `start` makes it. */
export function sqlHandlers(start: () => Promise<DuckDBBindings>): CallHandlers<SqlCalls> {
  let database: SqlDatabase | undefined;
  const open = (): SqlDatabase => {
    if (database === undefined) throw new Error('SQL has not started.');
    return database;
  };
  return {
    start: async function* () {
      yield undefined;
      database ??= new SqlDatabase(await start());
      return database.functions();
    },
    put: ({ table, slice, isFirst }) => open().put(table, slice, isFirst) as undefined,
    seal: ({ table, guids }) => open().seal(table, guids) as undefined,
    drop: (table) => open().drop(table) as undefined,
    nameResult: (table) => open().nameResult(table) as undefined,
    query: (text) => open().query(text),
    rows: (most) => open().rows(most),
    memory: () => open().memory(),
  };
}
