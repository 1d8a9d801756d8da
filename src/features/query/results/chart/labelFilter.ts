import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { RowFilter } from '../../../../core/rows/rowQuery.ts';
import { PREFIX } from '../../../../state/run/rowListState.ts';
import { cellFilter } from '../../../shared/selection/filterWords.ts';

/** The column that rows are split by; undefined if it is not a column. */
export function columnOfSplit(split: RowGrouping | undefined): ColumnRef | undefined {
  if (split?.by === 'property') return { name: split.name };
  if (split?.by === 'partition') return { name: 'PartitionKey' };
  return split?.by === 'prefix' ? PREFIX : undefined;
}

/** The filter for the rows of a value, a line or an area, or for all other rows; undefined if it stands for several values. */
export function labelFilter(
  ref: ColumnRef,
  label: GroupLabel | undefined,
  excludes = false,
): RowFilter | undefined {
  switch (label?.kind) {
    case undefined:
    case 'all':
    case 'others':
      return undefined;
    case 'absent':
      return cellFilter(ref, undefined, excludes);
    case 'twice':
      return cellFilter(ref, 'twice', excludes);
    case 'null':
      return cellFilter(ref, { type: 'Null', text: 'null' }, excludes);
    case 'value':
      // Facts and keys have no type, because they are always text.
      return cellFilter(ref, { type: label.type ?? 'Edm.String', text: label.text }, excludes);
  }
}
