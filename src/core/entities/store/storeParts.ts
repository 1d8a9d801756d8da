import type { RowStreams } from '../order/rowStreams.ts';
import type { RowVersions } from '../order/rowVersions.ts';
import type { RowTable } from './rowTable.ts';
import type { ShapeTable } from './shapeTable.ts';
import type { TypeTable } from '../page/typeTable.ts';
import type { CellStore } from './cellStore.ts';

/** How often a column's values were found again, not counting repeats of the previous row. */
export interface ColumnHabit {
  tries: number;
  repeats: number;
}

/** The parts of a store that a page is written into. */
export interface StoreParts {
  /** Row keys and properties, and the shared values. */
  readonly cells: CellStore;
  readonly rows: RowTable;
  readonly shapes: ShapeTable;
  readonly types: TypeTable;
  readonly groupIds: Map<string, number>;
  readonly groupLabels: string[];
  readonly habits: ColumnHabit[];
  readonly streams: RowStreams;
  readonly versions: RowVersions;
}
