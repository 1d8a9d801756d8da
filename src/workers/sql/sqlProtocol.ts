import type { Entity } from '../../core/entities/entity.ts';
import type { TypeColumn } from '../../core/rows/sqlTable.ts';

/** A column of an answer, with the type that it gets in the rows. */
export interface AnswerColumn {
  readonly name: string;
  readonly type: Entity['properties'][number]['type'];
}

/** What is wrong with a query, and where: the UTF-16 offset in its text, or undefined if there is no certain place. */
export interface SqlFault {
  readonly words: string;
  readonly at?: number;
  /** Whether the names of all tables belong behind the words. The worker does not know those that no query has read. */
  readonly isAboutTables?: true;
}

/** Where the rows of an answer get their keys from: from its columns, from a time and a number in the RowKey, or from a number alone. */
export type AnswerKeys = 'own' | 'time' | 'number';

export type QueryStart =
  | { readonly ok: true; readonly columns: readonly AnswerColumn[]; readonly keys: AnswerKeys }
  | { readonly ok: false; readonly fault: SqlFault };

export interface AnswerReceipt {
  readonly rows: number;
  /** Whether there were more rows than the limit. */
  readonly isCut: boolean;
}

/** The calls that the worker of DuckDB answers, with their input and output. */
export interface SqlCalls {
  /** Loads and starts DuckDB. Answers with the names of its functions, or fails and says why SQL is not available here. */
  readonly start: { readonly input: undefined; readonly output: readonly string[] };
  /** Adds a slice of Arrow IPC to a table. The first slice creates the table. */
  readonly put: {
    readonly input: {
      readonly table: string;
      readonly slice: Uint8Array<ArrayBuffer>;
      readonly isFirst: boolean;
    };
    readonly output: undefined;
  };
  /** Must be called after the last slice. The columns in `guids` become UUID if all their values can. Answers with those that did. */
  readonly seal: {
    readonly input: { readonly table: string; readonly guids: readonly string[] };
    readonly output: readonly string[];
  };
  /** Adds a column that says the type of each value. */
  readonly addTypes: {
    readonly input: { readonly table: string; readonly column: TypeColumn };
    readonly output: undefined;
  };
  readonly drop: { readonly input: string; readonly output: undefined };
  /** Gives a table another name, which no other table has from then on. */
  readonly alias: {
    readonly input: { readonly name: string; readonly table: string };
    readonly output: undefined;
  };
  /** The tables that a text reads, in small letters and not known to exist; undefined if DuckDB cannot tell. */
  readonly names: { readonly input: string; readonly output: readonly string[] | undefined };
  /** Runs a query until its first rows are ready. They are then read by `rows`. */
  readonly query: { readonly input: string; readonly output: QueryStart };
  /** Answers with chunks, which are pages of rows as the service would send them. The input limits the number of rows. */
  readonly rows: { readonly input: number; readonly output: AnswerReceipt };
  /** Bytes. */
  readonly memory: { readonly input: undefined; readonly output: number };
}
