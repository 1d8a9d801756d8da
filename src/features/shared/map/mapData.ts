import type { CellGrid, CellRange } from '../../../core/keyspace/map/cellGrid.ts';
import type { DiagnosisInput, Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { ColumnRef } from '../../../core/entities/columns/columnRef.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import { PREFIX, type RowsId } from '../../../state/run/rowListState.ts';
import type { RunState } from '../../../state/run/runState.ts';
import type { RowPlace } from '../../../state/results/resultServices.ts';

/**
 * What a row of the map is called, and the column by which a filter selects it. Writers are in no column, and the labels of values do not
 * say their types.
 */
export const ROW_KINDS: Readonly<
  Record<DiagnosisInput['rowsAre'], { readonly rowName: string; readonly column?: ColumnRef }>
> = {
  prefix: { rowName: 'Prefix', column: PREFIX },
  partition: { rowName: 'Partition', column: { name: 'PartitionKey' } },
  range: { rowName: 'Range' },
  writer: { rowName: 'Writer' },
  value: { rowName: 'Value' },
};

/** What a source provides for the map. */
export interface MapData {
  readonly grid: CellGrid;
  /** What is drawn if the source has rows to select from: the same cells with the selected rows only. A text says why that is missing. */
  readonly shown?: CellGrid | string | undefined;
  /** `shown` still has the previous selection, while the newest is being counted. */
  readonly isStale?: boolean | undefined;
  readonly labels: readonly string[];
  /** What a row of the map is; default: "Prefix". */
  readonly rowName?: string;
  /** The row of the map that an entity belongs to; undefined if it has no row of its own. */
  readonly rowOf?: (place: RowPlace) => number | undefined;
  /** The last row combines all labels for which there was no room. No rule may treat it as one group. */
  readonly hasSharedRow?: boolean;
  /** The whole time of the source; the grid may show only a part of it, in finer columns. */
  readonly whole: { readonly from: bigint; readonly to: bigint };
  /** The table, or the name of the list. */
  readonly title: string;
  /** How the keys are read; undefined if the source says that elsewhere. */
  readonly schemeTitle?: string;
  readonly isIncomplete: boolean;
  /** What the names of exported files say about the origin of the rows: `.difference`. */
  readonly origin?: string | undefined;
  /** Whether anything is missing, and what, as a text. */
  readonly completeness: string;
  /** The companion for an exported file of this name, as JSON text; undefined if the source has no key ranges. */
  readonly report?: (file: string) => string;
  /** What no cell contains, as a text; '' if nothing is left out. */
  readonly outside: string;
  /** One sentence with whatever else a reader must know about the map; '' if there is nothing. */
  readonly note?: string;
  /** The findings, if the source has them already. */
  readonly findings?: readonly Finding[];
  /** Entities per second that one partition serves, if that is not today's target. */
  readonly targetPerSecond?: number;
  /** Entities per second at the top of the colour scale, if several maps share it: at least as many as in the highest cell of this map. */
  readonly topPerSecond?: number;
  /** The grid for the diagnosis, if it is not `grid`. */
  readonly judged?: CellGrid | undefined;
  /** What the diagnosis knows in addition to the cells. A text says why there is no diagnosis. */
  readonly diagnosis: Pick<DiagnosisInput, 'rowsAre' | 'facts'> | string;
  /** The query that reads these rows of the map; the caller adds the window. Undefined if the source has no table. */
  readonly queryOf?: (rowFrom: number, rowTo: number) => Partial<QueryForm> | undefined;
  /** The run that read these rows; undefined if the source has only cells. */
  readonly run?: RunState;
  /** Identifies the rows that a selection is made of. */
  readonly id: RowsId;
  /** The filter for rows of the map; undefined if no filter selects exactly these. */
  readonly filterOf: (rows: CellRange) => RowFilter | undefined;
}
