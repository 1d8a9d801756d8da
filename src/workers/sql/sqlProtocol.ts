import type { Entity } from '../../core/entities/entity.ts';
import type { TypeColumn } from '../../core/rows/sqlTable.ts';

/** A column of an answer, with the type that it gets in the rows. */
export interface AnswerColumn {
  readonly name: string;
  readonly type: Entity['properties'][number]['type'];
}

/** What is wrong with a query, and where: UTF-16 offset in its text; undefined: nowhere in particular. */
export interface SqlFault {
  readonly words: string;
  readonly at?: number;
}

/** How the rows of an answer get their keys: from its columns, with a time in the RowKey, or numbered. */
export type AnswerKeys = 'own' | 'time' | 'number';

export type QueryStart =
  | { readonly ok: true; readonly columns: readonly AnswerColumn[]; readonly keys: AnswerKeys }
  | { readonly ok: false; readonly fault: SqlFault };

export interface AnswerReceipt {
  readonly rows: number;
  /** There were more rows than the limit. */
  readonly isCut: boolean;
}

/** Calls to the worker of DuckDB, by kind: input and output. */
export interface SqlCalls {
  /** Loads and starts DuckDB; the names of its functions. Fails with why SQL is off here. */
  readonly start: { readonly input: undefined; readonly output: readonly string[] };
  /** Puts a slice of Arrow IPC into a table, which the first slice makes. */
  readonly put: {
    readonly input: {
      readonly table: string;
      readonly slice: Uint8Array<ArrayBuffer>;
      readonly isFirst: boolean;
    };
    readonly output: undefined;
  };
  /** Call after the last slice. `guids`: columns that become UUID if all their values can; answers with those that did. */
  readonly seal: {
    readonly input: { readonly table: string; readonly guids: readonly string[] };
    readonly output: readonly string[];
  };
  /** Adds a column with the type of each value. */
  readonly addTypes: {
    readonly input: { readonly table: string; readonly column: TypeColumn };
    readonly output: undefined;
  };
  readonly drop: { readonly input: string; readonly output: undefined };
  /** Makes `result` a second name of this table. */
  readonly nameResult: { readonly input: string; readonly output: undefined };
  /** Runs a query until its first rows are ready; `rows` then reads them. */
  readonly query: { readonly input: string; readonly output: QueryStart };
  /** Chunks: pages of rows in the form of the service. The input: the most rows. */
  readonly rows: { readonly input: number; readonly output: AnswerReceipt };
  /** Bytes. */
  readonly memory: { readonly input: undefined; readonly output: number };
}
