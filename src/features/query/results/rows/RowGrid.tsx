import { type ReactNode, useCallback, useMemo } from 'react';
import type { ColumnRef } from '../../../../core/entities/columns/columnRef.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import { ticksFromUnixMs } from '../../../../core/time/ticks.ts';
import { useNow } from '../../../shared/useNow.ts';
import { HOUR } from '../../../../state/run/groupChoice.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import { isFollowed } from '../../../../state/run/followState.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import type { GridRange } from '../../../../ui/grid/gridKeys.ts';
import type { DataGridProps, GridSort } from '../../../../ui/grid/gridTypes.ts';
import { severityReaders } from './cellSeverity.ts';
import { NowTicks } from './InstantBeside.tsx';
import { rowCell } from './RowCell.tsx';
import { cutCells, cellText, type GridColumns } from './useGridColumns.ts';
import { columnOfRef, propertyOf, refOf, roomChars } from './rowColumns.ts';
import type { RowList } from './useRowList.ts';

export interface RowGridProps {
  readonly run: RunState;
  readonly list: RowList;
  readonly columns: ColumnSet;
  readonly grid: GridColumns;
  readonly selected: number | undefined;
  /** Called with the position of a row in the order of the grid. */
  readonly onSelect: (position: number) => void;
  readonly onOpen: (position: number) => void;
  /** Called for the key G on a header. */
  readonly onGroup: (ref: ColumnRef) => void;
  /** Called for the key F or a right click on a header. */
  readonly onFilterColumn: (ref: ColumnRef) => void;
  readonly range: GridRange | undefined;
  readonly onRange: (range: GridRange | undefined) => void;
  readonly onCopyRange: () => void;
  readonly emptyState: ReactNode;
}

/** How often "ago" is updated. */
const AGO_MS = 10_000;

function gridSort({ order, sort }: RowList): readonly GridSort[] {
  if (sort.length > 0)
    return sort.map(({ isDescending, ...ref }) => ({
      columnId: columnOfRef(ref),
      direction: isDescending ? 'descending' : 'ascending',
    }));
  if (order === 'arrival') return [];
  return [{ columnId: 'time', direction: order === 'time-asc' ? 'ascending' : 'descending' }];
}

/** Draws a cell. It stays the same function while cells look the same, so that unchanged rows are not drawn again. */
function useRenderCell({ run, list, columns: known, grid }: RowGridProps): DataGridProps['renderCell'] {
  const { names, shown, rowAt, search } = list;
  const { clock, day } = grid;
  const { columns, formatOf } = grid.chosen;
  const { schemeId } = run.plan.request;
  const { localZone } = useServices();
  const severities = useMemo(() => severityReaders(shown, known), [shown, known]);
  const sources = useMemo(
    () =>
      new Set([...shown.front, ...shown.back].flatMap(({ name, role }) => (role === 'source' ? [name] : []))),
    [shown],
  );
  const looks = useMemo(() => {
    const places = new Map(names.map((name, at) => [name, at]));
    return new Map(
      columns.map((column) => [
        column.id,
        {
          place: places.get(propertyOf(column.id) ?? '') ?? -1,
          format: formatOf(column.id),
          wraps: column.wraps === true,
          beside: { clock, localZone, roomChars: roomChars(column) },
        },
      ]),
    );
  }, [columns, names, formatOf, clock, localZone]);
  return useCallback(
    (position, columnId) => {
      const row = rowAt(position);
      const look = looks.get(columnId);
      if (row === undefined || look === undefined) return '';
      const cell = propertyOf(columnId) === undefined ? undefined : row.cells[look.place];
      return rowCell({
        row,
        columnId,
        text: columnId === 'time' ? '' : (cell?.text ?? cellText(row, columnId, names, clock)),
        clock,
        day,
        schemeId,
        severities,
        sources,
        cell,
        format: look.format,
        search,
        wraps: look.wraps,
        beside: look.beside,
      });
    },
    [rowAt, looks, names, clock, day, schemeId, severities, sources, search],
  );
}

/** The grid of all rows that were read, of all prefixes, in one order. */
export function RowGrid(props: RowGridProps): ReactNode {
  const { list } = props;
  const { rowAt, answer } = list;
  const { chosen, textOf } = props.grid;
  const renderCell = useRenderCell(props);
  const { rowBlocks } = useServices();
  useStore(rowBlocks);
  const { cutText, filterCell } = cutCells(list, rowBlocks.wholeCell, announce);
  const { follow } = props.run;
  const newFrom = isFollowed(props.run) ? follow?.last?.firstRow : undefined;
  const toneOf = (position: number): 'new' | 'late' | undefined => {
    const row = follow && rowAt(position)?.row;
    if (row === undefined) return undefined;
    if (follow?.lateRows.has(row) === true) return 'late';
    return newFrom !== undefined && row >= newFrom ? 'new' : undefined;
  };
  const nowTicks = ticksFromUnixMs(useNow(AGO_MS));
  return (
    <NowTicks value={nowTicks}>
      <DataGrid
        label="Rows"
        pinnedColumns={chosen.pinned}
        rowCount={answer?.total ?? 0}
        moved={answer?.shift === undefined ? undefined : answer}
        columns={chosen.columns}
        range={props.range}
        onRange={props.onRange}
        onCopyRange={props.onCopyRange}
        onResizeColumn={chosen.resize}
        onFitColumn={chosen.fit}
        onMoveColumn={chosen.move}
        renderCell={renderCell}
        rowContent={rowAt}
        getCellText={textOf}
        selectedRow={props.selected}
        onSelectRow={props.onSelect}
        onPressRow={props.onOpen}
        onOpenRow={props.onOpen}
        sort={gridSort(list)}
        isStale={answer !== undefined && !list.isCurrent}
        onSort={(columnId, adds) => list.sortBy(refOf(columnId), adds)}
        onFilterColumn={(columnId) => props.onFilterColumn(refOf(columnId))}
        onGroupColumn={(columnId) => props.onGroup(columnId === 'time' ? HOUR : refOf(columnId))}
        onToggleWrap={chosen.toggleWrap}
        onFilterCell={filterCell}
        cutText={cutText}
        rowTone={toneOf}
        rowLabel={(position) =>
          `${toneOf(position) === 'late' ? 'Late: ' : ''}${textOf(position, 'partitionKey')} ${textOf(position, 'rowKey')}`
        }
        onVisibleRange={list.onVisibleRange}
        emptyState={props.emptyState}
      />
    </NowTicks>
  );
}
