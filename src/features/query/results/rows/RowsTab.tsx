import { type ReactNode, useEffect, useMemo, useState, useCallback } from 'react';
import { ticksFromParts, ticksFromUnixMs } from '../../../../core/time/ticks.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useNow } from '../../../shared/shownTime.ts';
import type { FilterField } from './FilterEditor.tsx';
import { EntityInspector } from './EntityInspector.tsx';
import { type RowView, rowCell } from './RowCell.tsx';
import { RowTools } from './RowTools.tsx';
import { NotThere, NoRows } from '../states/NoRows.tsx';
import { useOpenRow, type RowList, useRowList, useMoved, useRowSearch } from './useRowList.ts';
import css from './rows.module.css';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { useChoice, withChosen, type ChosenColumns } from './useColumnChoice.ts';
import { useGridColumns, cutCells, cellText, type GridColumns } from './useGridColumns.ts';
import { SelectionBar, type SelectedCells, useCopyCells } from './SelectionBar.tsx';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import { boxOf, type GridCursor, type GridRange } from '../../../../ui/grid/gridKeys.ts';
import { refOf, columnOfRef, propertyOf, roomChars, severityReaders } from './rowColumns.ts';
import type { ColumnSet } from '../../../../core/rows/columnProfile.ts';
import { HOUR } from '../../../../state/run/groupChoice.ts';
import { isFollowed } from '../../../../state/run/followState.ts';
import { announce } from '../../../../ui/announce.ts';
import { DataGrid } from '../../../../ui/grid/DataGrid.tsx';
import type { DataGridProps, GridSort } from '../../../../ui/grid/gridTypes.ts';
import { NowTicks } from './InstantBeside.tsx';

/** The list of a run's rows. The chosen row opens next to it. */
export function RowsTab(props: {
  readonly run: RunState;
  readonly columns: ArrangedColumns;
  readonly filter: FilterField;
  /** The strip of rows over time, shown above the list. */
  readonly strip: ReactNode;
}): ReactNode {
  const { run, columns, filter, strip } = props;
  const choice = useChoice(run);
  const isEmpty = run.phase === 'ended' && run.rows === 0;
  const arrangement = useMemo(() => withChosen(columns, choice, isEmpty), [columns, choice, isEmpty]);
  const { query } = useServices();
  const list = useRowList(run, arrangement);
  const hasPrefixes = run.plan.queries.length > 1;
  const grid = useGridColumns(run, list, columns, hasPrefixes);
  const selection = useSelection(list, grid.chosen);
  const found = useRowSearch(run, list.query, list.search);
  const { isOpen, selected, place, row, choose, open, close, missing } = useOpenRow(run, list);
  useMarkedTime(row);
  return (
    <div className="column low high">
      {strip}
      <RowTools
        {...{ list, found, selected, filter }}
        shown={arrangement}
        chosen={grid.chosen}
        state={run.completeness.state}
        onGoTo={choose}
      />
      {missing !== undefined && <NotThere what="row" name={missing} />}
      <SidePane
        label="Selected entity"
        title="Selected entity"
        content={
          isOpen ? (
            <EntityInspector
              run={run}
              list={list}
              position={place}
              row={row}
              onGoTo={choose}
              formatOf={grid.chosen.formatOf}
            />
          ) : undefined
        }
        onClose={close}
      >
        <RowGrid
          {...{ run, list, columns, grid }}
          {...selection.grid}
          selectedRow={selected}
          onSelectRow={choose}
          onPressRow={open}
          onOpenRow={open}
          onFilterColumn={(id) => filter.openFor(refOf(id))}
          onGroupColumn={(id) => {
            const by = [id === 'time' ? HOUR : refOf(id)];
            query.change({ tab: 'groups', groups: { ...query.get().groups, by } });
          }}
          emptyState={<EmptyList run={run} list={list} />}
        />
      </SidePane>
      {selection.cells !== undefined && (
        <SelectionBar
          cells={selection.cells}
          version={run.dataVersion}
          onClear={() => selection.grid.onRange(undefined)}
        />
      )}
    </div>
  );
}

/** Marks the time of the chosen row in the strip, the chart and the map, and its prefix on the map. */
function useMarkedTime(row: RowView | undefined): void {
  const { timeCursor } = useServices();
  const time = row?.time;
  const ticks = time && ticksFromParts(time.seconds, time.fraction);
  const queryIndex = row?.queryIndex;
  const group = row?.group;
  useEffect(() => {
    if (ticks !== undefined && queryIndex !== undefined && group !== undefined)
      timeCursor.point(ticks, { queryIndex, group });
  }, [timeCursor, ticks, queryIndex, group]);
}

/** Shown instead of rows: says that none was read, or what hides those that were. */
function EmptyList({ run, list }: { readonly run: RunState; readonly list: RowList }): ReactNode {
  if (run.rows === 0) return <NoRows run={run} none="No rows" />;
  if (list.fault !== undefined) return undefined;
  const { answer } = list;
  if (!list.isCurrent || answer === undefined || answer.total > 0 || answer.unlooked !== undefined)
    return <p className={css.pending}>Reading the list</p>;
  return (
    <EmptyState
      title="No row is selected"
      actions={
        <Button size="small" onPress={() => list.setFilters([])}>
          Show all rows
        </Button>
      }
    >
      {`${formatPlural(run.rows, 'row')} read; none meets all filters.`}
    </EmptyState>
  );
}

/** Cells that are selected together. They belong to one order of the list, because in another the positions are of other rows. */
function useSelection(list: RowList, { columns }: ChosenColumns) {
  const [state, setState] = useState<{ readonly list: string; readonly range: GridRange }>();
  useMoved(list, (by) => {
    if (state === undefined) return;
    const { anchor, end } = state.range;
    const moved = (cell: GridCursor): GridCursor => ({ ...cell, row: cell.row + by });
    setState({ ...state, range: { anchor: moved(anchor), end: moved(end) } });
  });
  const { query } = list;
  const name = rowQueryName(query);
  const range = state?.list === name ? state.range : undefined;
  const rows = list.answer?.total ?? 0;
  const copyCells = useCopyCells();
  const cells = useMemo((): SelectedCells | undefined => {
    const box = range && boxOf(range, { rows, columns: columns.length });
    if (box === undefined) return undefined;
    const chosen = columns.slice(box.fromColumn, box.toColumn);
    return {
      query,
      from: box.fromRow,
      to: box.toRow,
      columns: chosen.map(({ id }) => refOf(id)),
      names: chosen.map(({ title }) => title),
    };
  }, [range, rows, columns, query]);
  return {
    /** Undefined if none are selected. */
    cells,
    grid: {
      range,
      onRange: (next: GridRange | undefined) => setState(next && { list: name, range: next }),
      onCopyRange: (): void => {
        if (cells !== undefined) void copyCells(cells, 'tsv');
      },
    },
  };
}

interface RowGridProps extends Omit<Partial<DataGridProps>, 'columns'> {
  readonly run: RunState;
  readonly list: RowList;
  readonly columns: ColumnSet;
  readonly grid: GridColumns;
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
function RowGrid({ run, list, columns, grid, ...own }: RowGridProps): ReactNode {
  const { rowAt, answer } = list;
  const { chosen, textOf } = grid;
  const renderCell = useRenderCell({ run, list, columns, grid });
  const { rowBlocks } = useServices();
  useStore(rowBlocks);
  const { cutText, filterCell } = cutCells(list, rowBlocks.wholeCell, announce);
  const { follow } = run;
  const newFrom = isFollowed(run) ? follow?.last?.firstRow : undefined;
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
        {...own}
        pinnedColumns={chosen.pinned}
        rowCount={answer?.total ?? 0}
        moved={answer?.shift === undefined ? undefined : answer}
        columns={chosen.columns}
        onResizeColumn={chosen.resize}
        onFitColumn={chosen.fit}
        onMoveColumn={chosen.move}
        renderCell={renderCell}
        rowContent={rowAt}
        getCellText={textOf}
        sort={gridSort(list)}
        isStale={answer !== undefined && !list.isCurrent}
        onSort={(columnId, adds) => list.sortBy(refOf(columnId), adds)}
        onToggleWrap={chosen.toggleWrap}
        onFilterCell={filterCell}
        cutText={cutText}
        rowTone={toneOf}
        rowLabel={(position) =>
          `${toneOf(position) === 'late' ? 'Late: ' : ''}${textOf(position, 'partitionKey')} ${textOf(position, 'rowKey')}`
        }
        onVisibleRange={list.onVisibleRange}
      />
    </NowTicks>
  );
}
