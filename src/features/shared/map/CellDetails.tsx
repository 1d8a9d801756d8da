import type { ReactNode } from 'react';
import { type CellWindow, columnsTime } from '../../../core/keyspace/map/cellGrid.ts';
import { heatScale } from '../../../core/keyspace/map/heatScale.ts';
import { CellFacts } from '../../../ui/cellmap/CellFacts.tsx';
import { cellFacts, cellLines } from '../../../ui/cellmap/cellWords.ts';
import { useServices, useStore } from '../services.tsx';
import { useZone } from '../shownTime.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { addressOfForm, formOfCells, keyFacts } from './cellQuery.ts';
import { rowNames } from './keyspaceWords.ts';
import type { MapData } from './mapData.ts';
import type { RowFilter } from '../../../core/rows/rowQuery.ts';
import type { Action } from '../../../state/base/actions.ts';
import { timeRange, withChoice, withFilter } from '../../../state/run/rowListState.ts';
import { announce } from '../../../ui/announce.ts';
import type { MapView } from '../../../ui/cellmap/cellMapProps.ts';
import { filterWords } from '../selection/filterWords.ts';

/** What a cell or a rectangle of cells holds, with its keys and the query that reads it. */
export function CellDetails(props: {
  readonly data: MapData;
  readonly cells: CellWindow;
  /** The cells are a rectangle that the user drew, and are described as one even if it holds a single cell. */
  readonly isDrawn?: boolean;
  /** Further actions for the cells. */
  readonly children?: ReactNode;
}): ReactNode {
  const { data, cells, isDrawn = false } = props;
  const { query, nowMs } = useServices();
  const { timeZone } = useZone();
  const take = useTakeCells(data);
  const form = formOfCells(data, cells, useStore(query));
  const { grid, labels, rowName = 'Prefix', targetPerSecond } = data;
  const scale = heatScale({
    basis: 'max',
    max: 1,
    bucketTicks: grid.bucketTicks,
    targetPerSecond,
  });
  const isOneRow = cells.rows.to - cells.rows.from === 1;
  const name = isOneRow ? rowName : rowNames(rowName);
  const lines = cellLines(cellFacts(grid, labels, cells, scale), name, timeZone);
  const hasNoQuery = isDrawn && form === undefined && data.queryOf !== undefined;
  return (
    <CellFacts
      label={isDrawn ? 'Chosen cells' : 'Chosen cell'}
      facts={[...lines, ...(form === undefined ? [] : keyFacts(form, nowMs()))]}
      link={form && { text: isDrawn ? 'Query these cells' : 'Query this cell', href: addressOfForm(form) }}
    >
      {hasNoQuery && (
        <span className="third small">
          No single query reads these cells.{' '}
          {isOneRow ? 'Choose "As queried" for the rows of the map.' : 'Choose one row.'}
        </span>
      )}
      <Button size="small" shortcut="F" onPress={() => take(cells, false)}>
        Select
      </Button>
      <Button size="small" shortcut="X" onPress={() => take(cells, true)}>
        Leave out
      </Button>
      {props.children}
    </CellFacts>
  );
}

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
