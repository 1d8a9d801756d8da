/** How Parquet stores the values of a column. `instant`: nanoseconds since the Unix epoch. */
export type ParquetKind = 'text' | 'bytes' | 'int32' | 'int64' | 'double' | 'boolean' | 'instant';

/** A value as the Parquet writer takes it. */
export type ParquetValue = string | number | bigint | boolean | Uint8Array;

export interface ParquetColumn {
  /** Unique in the file. */
  readonly name: string;
  readonly kind: ParquetKind;
  /** The property of the entities whose values it holds. */
  readonly property: string;
  /**
   * Which values of the property it holds: those of this type; with `@text`, those that are not what the type promises; for `ticks`, all
   * instants as 100 ns since 0001-01-01.
   */
  readonly type: string;
  /** True if every row has a value. */
  readonly isRequired: boolean;
}

/** The cells of one column in a group of rows. */
export interface ParquetCells {
  /** Indices of the rows that have a value, ascending; 0 is the first row of this group. */
  readonly rows: readonly number[];
  /** The values of these rows, in the same order. */
  readonly values: readonly ParquetValue[];
}

/** A group of rows of a file, by column. */
export interface ParquetGroup {
  readonly rows: number;
  /** By column of the table. */
  readonly cells: readonly ParquetCells[];
  /** Rows of the file up to the end of this group. */
  readonly rowsDone: number;
}

/** Rows prepared for a Parquet writer: the columns are fixed before the first value is written. */
export interface ParquetTable {
  readonly columns: readonly ParquetColumn[];
  readonly rows: number;
  /** Rows that Parquet cannot hold as they are: a property name twice (the first is written), or text that is not Unicode. */
  readonly lossyRows: number;
  /** Notes for the file's key-value metadata. */
  readonly notes: readonly { readonly key: string; readonly value: string }[];
  /** Groups of rows, in order; each is made when the writer wants it. */
  readonly groups: () => Generator<ParquetGroup, void, undefined>;
}
