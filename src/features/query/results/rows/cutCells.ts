import { isoFromParts } from '../../../../core/time/civil.ts';
import type { RowBlocks } from '../../../../state/run/rowBlocks.ts';
import type { CutText } from '../../../../ui/grid/gridTypes.ts';
import { cellFilter, type FilteredCell } from '../../../shared/selection/filterWords.ts';
import type { RowView } from './RowCell.tsx';
import { propertyOf, refOf } from './rowColumns.ts';
import type { RowList } from './useRowList.ts';

/** The value of a cell; undefined if it has none. A property that occurs twice in the row has several. */
export function cellOf(row: RowView, columnId: string, names: readonly string[]) {
  const string = (text: string) => ({ type: 'Edm.String', text });
  const instant = (text: string | undefined) =>
    text === undefined ? undefined : { type: 'Edm.DateTime', text };
  switch (columnId) {
    case 'time':
      return instant(row.time && isoFromParts(row.time.seconds, row.time.fraction));
    case 'prefix':
      return string(row.group);
    case 'timestamp':
      return instant(row.timestamp);
    case 'partitionKey':
      return string(row.partitionKey);
    case 'rowKey':
      return string(row.rowKey);
    default:
      return row.cells[names.indexOf(propertyOf(columnId) ?? '')];
  }
}

/**
 * Copying and filtering use the whole text of a cell, while the visible row may have only its beginning.
 * @param say reports what could not be done
 */
export function cutCells(
  { rowAt, names, addFilter }: Pick<RowList, 'rowAt' | 'names' | 'addFilter'>,
  wholeCell: RowBlocks['wholeCell'],
  say: (words: string) => void,
) {
  const wholeOf = (position: number, columnId: string) => {
    const row = rowAt(position);
    const name = propertyOf(columnId);
    if (row === undefined || name === undefined) return undefined;
    const units = row.cells[names.indexOf(name)]?.units;
    return units === undefined ? undefined : { units, read: () => wholeCell(row, name) };
  };
  return {
    /** Set if only the beginning of the cell's text was loaded. */
    cutText: (position: number, columnId: string): CutText | undefined => {
      const cut = wholeOf(position, columnId);
      return cut && { units: cut.units, whole: async () => (await cut.read()).text };
    },
    filterCell: (position: number, columnId: string, excludes: boolean): void => {
      const row = rowAt(position);
      if (row === undefined) return;
      const isTwice = row.twice?.includes(names.indexOf(propertyOf(columnId) ?? '')) === true;
      const cell = isTwice ? 'twice' : cellOf(row, columnId, names);
      const filterBy = (whole: FilteredCell): void => addFilter(cellFilter(refOf(columnId), whole, excludes));
      const cut = cell === 'twice' ? undefined : wholeOf(position, columnId);
      if (cut === undefined) filterBy(cell);
      else cut.read().then(filterBy, () => say('Not filtered: the whole text could not be read. Try again.'));
    },
  };
}
