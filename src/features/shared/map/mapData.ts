import type { CellGrid, CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { DiagnosisInput, Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { ColumnRef } from '../../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { PREFIX, type RowsId } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { RowPlace } from '../../../state/run/timeCursor.ts';

/** What a row of the map is called, and the column that filters by it. None for writers; nor for values, whose labels do not say their types. */
export const ROW_KINDS: Readonly<
  Record<DiagnosisInput['rowsAre'], { readonly rowName: string; readonly column?: ColumnRef }>
> = {
  prefix: { rowName: 'Prefix', column: PREFIX },
  partition: { rowName: 'Partition', column: { name: 'PartitionKey' } },
  range: { rowName: 'Range' },
  writer: { rowName: 'Writer' },
  value: { rowName: 'Value' },
};

/** What a source gives to the map. */
export interface MapData {
  readonly grid: CellGrid;
  /** What is drawn, if the source has rows to select from: the same cells, with the selected rows alone. In words: why not. */
  readonly shown?: CellGrid | string | undefined;
  /** `shown` is of the selection before: the newest is still counted. */
  readonly isStale?: boolean | undefined;
  readonly labels: readonly string[];
  /** What a row is, "Prefix" where it is not said. */
  readonly rowName?: string;
  /** The row of the map that an entity belongs to; undefined: none of its own. */
  readonly rowOf?: (place: RowPlace) => number | undefined;
  /** The last row combines all labels that are too many for rows of their own: no rule may treat it as one group. */
  readonly hasSharedRow?: boolean;
  /** The whole time of the source; the grid may show a part in finer columns. */
  readonly whole: { readonly from: bigint; readonly to: bigint };
  /** Table or list. */
  readonly title: string;
  /** How its keys are read; undefined: the source says it elsewhere. */
  readonly schemeTitle?: string;
  readonly isIncomplete: boolean;
  /** What names of its files say of where its rows are from: `.difference`. */
  readonly origin?: string | undefined;
  /** Whether and what is missing, in words. */
  readonly completeness: string;
  /** The companion file of a file with this name, as JSON text; undefined if the source has no ranges. */
  readonly report?: (file: string) => string;
  /** What is in no cell, in words; '' for nothing. */
  readonly outside: string;
  /** What else a reader must know of the picture, a sentence; '' for nothing. */
  readonly note?: string;
  /** The findings, if the source has them already. */
  readonly findings?: readonly Finding[];
  /** Entities a second that one partition serves, where it is not today's target. */
  readonly targetPerSecond?: number;
  /** Entities a second of the highest colour, where several maps share it: those of this map's highest cell, or more. */
  readonly topPerSecond?: number;
  /** What the diagnosis looks at, where that is not the grid. */
  readonly judged?: CellGrid | undefined;
  /** What the diagnosis knows besides the cells; a text: why there is no diagnosis. */
  readonly diagnosis: Pick<DiagnosisInput, 'rowsAre' | 'facts'> | string;
  /** The query that reads these rows of the map in a window; undefined where the source has no table. */
  readonly queryOf?: (rowFrom: number, rowTo: number) => Partial<QueryForm> | undefined;
  /** The run whose rows these are; undefined: the source has cells alone. */
  readonly run?: RunState;
  /** What its selection belongs to. */
  readonly id: RowsId;
  /** The filter for rows of the map; undefined: no filter shows just these. */
  readonly filterOf: (rows: CellRange) => RowFilter | undefined;
}
