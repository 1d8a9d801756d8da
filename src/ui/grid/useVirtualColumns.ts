import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type DataGridProps, clampWidth, startWidth } from './gridTypes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';

/** The columns [from, to) that are drawn besides the pinned ones. */
export interface VirtualColumns {
  readonly from: number;
  readonly to: number;
}

/** The scroll position is rounded to this. It is much less than what is drawn beyond the edges, so no column is missing. */
const STEP_PX = 100;
/** Marks a grid that is scrolled sideways: then its pinned columns must be kept visible. */
const ASIDE = 'data-aside';

/** Up to this many columns are all drawn, so nothing changes while a grid scrolls sideways. */
const FEW_COLUMNS = 8;
/** The same for wrapped texts. The number is higher, because a column that scrolls in could make rows taller, and move those below. */
const FEW_WRAPPED = 40;
/** CSS px drawn beyond the edges, so that a short scroll draws nothing new. */
const BEYOND_PX = 200;
/** Assumed width of a grid before it is measured, in CSS px. */
const UNKNOWN_PX = 600;
/** Edges move in steps of this many columns. */
const STEP_COLUMNS = 2;

/** The columns that are drawn: the visible and the pinned ones. A table may have 255 columns, and each cell of a row takes time. */
export function useVirtualColumns(
  scroller: RefObject<HTMLElement | null>,
  widths: readonly number[],
  pinned: number,
  wraps: boolean,
): VirtualColumns {
  const [sight, setSight] = useState({ left: 0, width: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const { scrollLeft, clientWidth } = element;
      // Each sticky cell is a layer of its own. With one in each row, every frame of a scroll would have to sort them all.
      element.toggleAttribute(ASIDE, scrollLeft > 0);
      setSight((before) => {
        const now = { left: Math.floor(scrollLeft / STEP_PX) * STEP_PX, width: clientWidth };
        return before.left === now.left && before.width === now.width ? before : now;
      });
    };
    // The browser scrolls before the page is told. Without this, pinned columns would move for one frame.
    const onWheel = ({ deltaX, deltaY, shiftKey }: WheelEvent): void => {
      if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) element.toggleAttribute(ASIDE, true);
    };
    look();
    element.addEventListener('wheel', onWheel, { passive: true });
    // Read it before the rows are drawn. Afterwards, reading it would force a layout at once.
    element.addEventListener('scroll', look, { passive: true, capture: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('scroll', look, { capture: true });
      observer.disconnect();
    };
  }, [scroller]);
  const { from, to } = columnsInSight(widths, pinned, sight.left, sight.width, wraps);
  return useMemo(() => ({ from, to }), [from, to]);
}

/**
 * Returns the visible columns.
 * @param left the scrolled distance in CSS px
 * @param width the width of the grid in CSS px; 0: not known yet
 */
export function columnsInSight(
  widths: readonly number[],
  pinned: number,
  left: number,
  width: number,
  wraps: boolean,
): VirtualColumns {
  if (widths.length <= (wraps ? FEW_WRAPPED : FEW_COLUMNS)) return { from: pinned, to: widths.length };
  let at = 0;
  let from = widths.length;
  let to = pinned;
  for (const [index, each] of widths.entries()) {
    const isIn = at + each > left - BEYOND_PX && at < left + (width === 0 ? UNKNOWN_PX : width) + BEYOND_PX;
    if (isIn && index >= pinned) {
      from = Math.min(from, index);
      to = index + 1;
    }
    at += each;
  }
  const first = Math.max(pinned, Math.floor(from / STEP_COLUMNS) * STEP_COLUMNS);
  const last = Math.min(widths.length, Math.ceil(to / STEP_COLUMNS) * STEP_COLUMNS);
  return { from: Math.min(first, last), to: last };
}

/** Returns the width of columns [from, to) in CSS px. */
export function widthOf(widths: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += widths[at] ?? 0;
  return sum;
}

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
