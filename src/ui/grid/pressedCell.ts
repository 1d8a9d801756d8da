import { type PointerEvent, useEffect, useRef } from 'react';
import { spokenText } from '../text/textParts.ts';
import type { GridCursor } from './gridKeys.ts';
import type { DataGridProps } from './gridTypes.ts';

/** Row and column under the pointer, from the data attributes of GridRow. */
export function pressed(target: EventTarget): GridCursor | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (row === undefined) return undefined;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  return { row: Number(row), column: column === undefined ? 0 : Number(column) };
}

/** Limits of a tooltip, which says how much it leaves out. The whole text is in the details of the row. */
const TIP_BOUNDS = { chars: 1000, marks: 8 } as const;

/** Gives a cell a tooltip if its text does not fit. */
function tellWhole(target: EventTarget, props: DataGridProps): void {
  const at = pressed(target);
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const column = at === undefined ? undefined : props.columns[at.column];
  if (at === undefined || cell === null || column === undefined) return;
  const isCut =
    cell.scrollWidth > cell.clientWidth || (column.wraps === true && cell.scrollHeight > cell.clientHeight);
  if (isCut)
    cell.title = spokenText(
      props.getCellText(at.row, column.id),
      TIP_BOUNDS,
      props.cutText?.(at.row, column.id)?.units,
    );
  else cell.removeAttribute('title');
}

/** How long the pointer must rest before a cell is measured. Measuring while rows scroll below the pointer would lay them out once more. */
const REST_MS = 100;

/** Gives the cell below the pointer its tooltip, and removes that of the previous cell, which may show another text by then. */
export function useWholeTip(props: DataGridProps): (event: PointerEvent) => void {
  const latest = useRef(props);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tipped = useRef<Element>(null);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return ({ target }) => {
    const cell = target instanceof Element ? target.closest('[data-column]') : null;
    clearTimeout(timer.current);
    if (tipped.current !== cell) tipped.current?.removeAttribute('title');
    tipped.current = cell;
    if (cell !== null) timer.current = setTimeout(() => tellWhole(target, latest.current), REST_MS);
  };
}
