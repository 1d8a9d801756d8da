import { useMemo, useState } from 'react';
import type { DataGridProps } from './gridTypes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { clampWidth, startWidth } from './gridTypes.ts';

/** The font size in DataGrid.module.css. */
const MONO_SIZE_PX = 12 * TEXT_SCALE;
const USUAL_CHAR_PX = 0.61 * MONO_SIZE_PX;

export interface ColumnWidths {
  /** CSS px, in column order. */
  readonly widths: readonly number[];
  readonly total: number;
  /** The index of the column that takes the remaining width; -1: none does. */
  readonly growing: number;
  readonly resize: (column: number, widthPx: number) => void;
}

/** The caller's widths, until the user changes one. A changed width stays with its column when columns move. */
export function useColumnWidths(props: Pick<DataGridProps, 'columns' | 'onResizeColumn'>): ColumnWidths {
  const { columns, onResizeColumn } = props;
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [charPx] = useState(monoCharPx);
  const widths = useMemo(
    () => columns.map((column) => chosen.get(column.id) ?? startWidth(column, charPx)),
    [columns, chosen, charPx],
  );
  const resize = (index: number, widthPx: number): void => {
    const column = columns[index];
    if (column === undefined) return;
    const width = clampWidth(widthPx);
    if (onResizeColumn === undefined) setChosen(new Map(chosen).set(column.id, width));
    else onResizeColumn(column.id, width);
  };
  const grown = columns.findIndex(({ id, grows }) => grows === true && !chosen.has(id));
  // A number that moved to the far edge would be away from the words of its row.
  const last = columns.at(-1)?.align === 'end' ? -1 : columns.length - 1;
  const growing = grown < 0 ? last : grown;
  return { widths, total: widths.reduce((sum, width) => sum + width, 0), growing, resize };
}

/**
 * The width of a monospaced character, in CSS px. It is measured, because it depends on the fonts of the computer, and a guess would cut
 * off digits of times somewhere.
 */
function monoCharPx(): number {
  const sample = '0'.repeat(100);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return USUAL_CHAR_PX;
  const face = getComputedStyle(document.documentElement).getPropertyValue('--font-mono');
  context.font = `${MONO_SIZE_PX}px ${face}`;
  return context.measureText(sample).width / sample.length;
}
