import type { CellGrid } from '../../../core/keyspace/map/cellGrid.ts';
import type { DiagnosisInput, Finding } from '../../../core/keyspace/diagnosis/finding.ts';
import type { QueryForm } from '../../../state/run/queryForm.ts';
import type { RowPlace } from '../../../state/run/timeCursor.ts';

/** What a source gives to the map. */
export interface MapData {
  readonly grid: CellGrid;
  readonly labels: readonly string[];
  /** What a row is, "Prefix" where it is not said. */
  readonly rowName?: string;
  /** The row of the map that an entity belongs to; undefined: none of its own. */
  readonly rowOf?: (place: RowPlace) => number | undefined;
  /** The last row stands for all labels that are too many for rows of their own: no rule may take it for one. */
  readonly hasSharedRow?: boolean;
  /** All the time that the source has; the grid may show a part of it in finer columns. */
  readonly whole: { readonly from: bigint; readonly to: bigint };
  /** Table or list. */
  readonly title: string;
  /** How its keys are read; undefined: the source says it elsewhere. */
  readonly schemeTitle?: string;
  readonly isIncomplete: boolean;
  /** Whether and what is missing, in words. */
  readonly completeness: string;
  /** What a companion of a file with this name says of it, as JSON text; undefined where the source tells no ranges. */
  readonly report?: (file: string) => string;
  /** What lies in no cell, in words; '' for nothing. */
  readonly outside: string;
  /** What else a reader must know of the picture, a sentence; '' for nothing. */
  readonly note?: string;
  /** What the rules found, where they were asked already. */
  readonly findings?: readonly Finding[];
  /** Entities a second that one partition serves, where it is not today's target. */
  readonly targetPerSecond?: number;
  /** Entities a second of the highest colour, where several maps share it: those of this map's highest cell, or more. */
  readonly topPerSecond?: number;
  /** What the rules of the diagnosis know beside the cells; in words: why they are not asked. */
  readonly diagnosis: Pick<DiagnosisInput, 'rowsAre' | 'facts'> | string;
  /** The query that reads these rows of the map in a window; undefined where the source has no table. */
  readonly queryOf?: (rowFrom: number, rowTo: number) => Partial<QueryForm> | undefined;
}
