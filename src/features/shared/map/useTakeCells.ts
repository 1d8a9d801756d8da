import { type CellWindow, columnsTime } from '../../../core/keyspace/map/cellGrid.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { Action } from '../../../state/base/actions.ts';
import { timeRange, withChoice, withFilter } from '../../../state/run/rowListState.ts';
import { announce } from '../../../ui/announce.ts';
import type { MapView } from '../../../ui/cellmap/cellMapProps.ts';
import { filterWords } from '../selection/filterWords.ts';
import { useServices } from '../services.tsx';
import type { MapData } from './mapData.ts';

/** Keys that the map itself handles; the sheet of shortcuts lists them. */
export const TAKE_KEYS: readonly Action[] = [
  { id: 'map.take', group: 'Map', title: 'Select the rows of the cell or of the framed cells', keys: ['F'] },
  { id: 'map.leaveOut', group: 'Map', title: 'Leave these rows out', keys: ['X'] },
];

/** The filters for the rows of some cells. If the cells span all rows or all columns of the map, no filter is needed for these. */
function filtersOfCells(
  { grid, filterOf }: Pick<MapData, 'grid' | 'filterOf'>,
  { rows, columns }: CellWindow,
): readonly RowFilter[] {
  const ofRows = rows.to - rows.from === grid.rowCount ? undefined : filterOf(rows);
  const { from, to } = columnsTime(grid, columns);
  const isAllTime = columns.to - columns.from === grid.columnCount && ofRows !== undefined;
  return [...(isAllTime ? [] : [timeRange(from, to)]), ...(ofRows === undefined ? [] : [ofRows])];
}

/** Selects the rows of cells of the map, or leaves them out. */
export function useTakeCells(data: MapData): NonNullable<MapView['onTake']> {
  const { rowList } = useServices();
  const { id } = data;
  return (cells, leavesOut, continues) => {
    const { filters } = rowList.of(id);
    const of = filtersOfCells(data, cells);
    const next = leavesOut ? withFilter(filters, { kind: 'except', of }) : withChoice(filters, of);
    rowList.change(id, { filters: next }, continues);
    announce(`${leavesOut ? 'Left out' : 'Selected'}: ${of.map(filterWords).join(', ')}`);
  };
}
