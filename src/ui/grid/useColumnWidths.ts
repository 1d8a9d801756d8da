import { useMemo, useState } from 'react';
import type { DataGridProps } from './gridTypes.ts';
import { clampWidth } from './gridTypes.ts';

export interface ColumnWidths {
  /** CSS px, in column order. */
  readonly widths: readonly number[];
  readonly total: number;
  readonly resize: (column: number, widthPx: number) => void;
}

/** Widths as given, until the user changes one; a changed one stays with its column when columns move. */
export function useColumnWidths(props: Pick<DataGridProps, 'columns' | 'onResizeColumn'>): ColumnWidths {
  const { columns, onResizeColumn } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const widths = useMemo(
    () => columns.map((column) => chosen.get(column.id) ?? column.width),
    [columns, chosen],
  );
  const resize = (index: number, widthPx: number): void => {
    const column = columns[index];
    if (column === undefined) return;
    const width = clampWidth(widthPx);
    setChosen(new Map(chosen).set(column.id, width));
    onResizeColumn?.(column.id, width);
  };
  return { widths, total: widths.reduce((sum, width) => sum + width, 0), resize };
}
