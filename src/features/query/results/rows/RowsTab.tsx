import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { ticksFromParts } from '../../../../core/time/ticks.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { formatPlural } from '../../../../ui/format.ts';
import { SidePane } from '../../../shared/pane/SidePane.tsx';
import { useServices } from '../../../shared/services.tsx';
import type { FilterField } from './filterDraft.ts';
import { EntityInspector } from './EntityInspector.tsx';
import type { RowView } from './RowCell.tsx';
import { RowGrid } from './RowGrid.tsx';
import { RowTools } from './RowTools.tsx';
import { NotThere, NoRows } from '../states/NoRows.tsx';
import { useOpenRow } from './useOpenRow.ts';
import css from './rows.module.css';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { type RowList, useRowList, useMoved, useRowSearch } from './useRowList.ts';
import { useChoice, withChosen, type ChosenColumns } from './useColumnChoice.ts';
import { useGridColumns } from './useGridColumns.ts';
import { SelectionBar, type SelectedCells, useCopyCells } from './SelectionBar.tsx';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import { boxOf, type GridCursor, type GridRange } from '../../../../ui/grid/gridKeys.ts';
import { refOf } from './rowColumns.ts';

interface RowsTabProps {
  readonly run: RunState;
  readonly columns: ArrangedColumns;
  readonly filter: FilterField;
  /** The strip of rows over time, shown above the list. */
  readonly strip: ReactNode;
}

/** The list of a run's rows. The chosen row opens next to it. */
export function RowsTab({ run, columns, filter, strip }: RowsTabProps): ReactNode {
  const choice = useChoice(run);
  const arrangement = useMemo(() => withChosen(columns, choice), [columns, choice]);
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
        list={list}
        shown={arrangement}
        chosen={grid.chosen}
        state={run.completeness.state}
        found={found}
        selected={selected}
        onGoTo={choose}
        filter={filter}
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
          run={run}
          list={list}
          columns={columns}
          grid={grid}
          onFilterColumn={filter.openFor}
          onGroup={(ref) => query.change({ tab: 'groups', groups: { ...query.get().groups, by: [ref] } })}
          range={selection.range}
          onRange={selection.setRange}
          onCopyRange={selection.copy}
          selected={selected}
          onSelect={choose}
          onOpen={open}
          emptyState={<EmptyList run={run} list={list} />}
        />
      </SidePane>
      {selection.cells !== undefined && (
        <SelectionBar
          cells={selection.cells}
          version={run.dataVersion}
          onClear={() => selection.setRange(undefined)}
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
    range,
    setRange: (next: GridRange | undefined) => setState(next && { list: name, range: next }),
    /** Undefined if none are selected. */
    cells,
    copy: (): void => {
      if (cells !== undefined) void copyCells(cells, 'tsv');
    },
  };
}
