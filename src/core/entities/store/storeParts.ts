import type { RowStreams } from '../order/rowStreams.ts';
import type { RowTable } from './rowTable.ts';
import type { ShapeTable } from './shapeTable.ts';
import type { TypeTable } from '../page/typeTable.ts';
import type { ValueArena } from './valueArena.ts';

/** How often a column's values were found again, not counting repeats of the previous row. */
interface ColumnHabit {
  tries: number;
  repeats: number;
}

/** The parts of a store that a page is written into. */
export interface StoreParts {
  readonly arena: ValueArena;
  readonly rows: RowTable;
  readonly shapes: ShapeTable;
  readonly types: TypeTable;
  readonly groupIds: Map<string, number>;
  readonly groupLabels: string[];
  readonly habits: ColumnHabit[];
  readonly streams: RowStreams;
}
