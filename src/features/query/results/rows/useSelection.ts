import { useMemo, useState } from 'react';
import { rowQueryName } from '../../../../core/rows/rowQueryName.ts';
import { boxOf, type GridCursor, type GridRange } from '../../../../ui/grid/gridKeys.ts';
import { refOf } from './rowColumns.ts';
import { type SelectedCells, useCopyCells } from './SelectionBar.tsx';
import { useMoved } from './useMoved.ts';
import type { ChosenColumns } from './useColumnChoice.ts';
import type { RowList } from './useRowList.ts';

export interface Selection {
  readonly range: GridRange | undefined;
  readonly setRange: (range: GridRange | undefined) => void;
  /** Undefined: one cell or none. */
  readonly cells: SelectedCells | undefined;
  readonly copy: () => void;
}

/** Cells that are selected together. They belong to their list: in another order the positions are other rows'. */
export function useSelection(list: RowList, { columns }: ChosenColumns): Selection {
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
    setRange: (next) => setState(next && { list: name, range: next }),
    cells,
    copy: () => {
      if (cells !== undefined) void copyCells(cells, 'tsv');
    },
  };
}
