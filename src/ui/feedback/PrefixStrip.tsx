import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useState,
} from 'react';
import { LEAST_SURE, READ_WORDS, type ReadState } from '../../core/plan/readState.ts';
import { cx } from '../classes.ts';
import { KEY_STEPS } from '../gestures.ts';
import { ROLES } from '../roles.ts';
import css from './PrefixStrip.module.css';
import { VisibleText } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

export interface PrefixCell {
  /** "prefix 37". */
  readonly label: string;
  readonly state: ReadState;
  /** True if the query was read to its end and has no rows. */
  readonly isEmpty?: boolean;
  /** "1,204 rows, 2 pages, 61 ms". */
  readonly detail?: string | undefined;
}

export interface PrefixStripProps {
  readonly cells: readonly PrefixCell[];
  /** True if the cells belong to a different query than the one shown now; they are grey then. */
  readonly isPast: boolean;
}

function stateWords({ state, isEmpty = false }: PrefixCell): string {
  return `${READ_WORDS[state].long}${isEmpty ? ', no rows' : ''}`;
}

/** "98 done; 1 done, no rows; 1 failed": every state that occurs, with its count, most certain first. */
export function stripSummary(cells: readonly PrefixCell[]): string {
  const counts = new Map<string, number>();
  for (const state of LEAST_SURE.toReversed()) {
    const alike = cells.filter((cell) => cell.state === state);
    for (const cell of alike.toSorted((a, b) => Number(a.isEmpty ?? false) - Number(b.isEmpty ?? false)))
      counts.set(stateWords(cell), (counts.get(stateWords(cell)) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => `${count} ${words}`).join('; ');
}

function cellWords(cell: PrefixCell): string {
  const words = `${cell.label}: ${stateWords(cell)}`;
  return cell.detail === undefined ? words : `${words}, ${cell.detail}`;
}

function cellIndex(target: EventTarget): number | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.index === undefined) return undefined;
  return Number(target.dataset.index);
}

function Card({ cell, share }: { readonly cell: PrefixCell; readonly share: number }): ReactNode {
  // Kept inside the strip: left-aligned at the left end, right-aligned at the right end.
  const style = share < 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` };
  return (
    <div className={css.card} style={style} aria-hidden="true">
      <VisibleText text={cell.label} /> <span className="second">{stateWords(cell)}</span>
      {cell.detail !== undefined && <span className="second">, {cell.detail}</span>}
    </div>
  );
}

/** One cell for each planned query, in plan order. The arrow keys move through the cells; hover and focus show what a cell is. */
export function PrefixStrip({ cells, isPast }: PrefixStripProps): ReactNode {
  const id = useId();
  const [active, setActive] = useState<number | undefined>(undefined);
  const activeCell = active === undefined ? undefined : cells[active];

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const step = KEY_STEPS.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    setActive(Math.max(0, Math.min(cells.length - 1, (active ?? -1) + step)));
  };

  const handlers = {
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setActive(active ?? 0);
    },
    onBlur: () => setActive(undefined),
    onPointerMove: (event: PointerEvent) => setActive(cellIndex(event.target)),
    onPointerLeave: () => setActive(undefined),
  };

  if (cells.length === 0) return undefined;
  return (
    <div
      role={ROLES.listbox}
      aria-label={`Progress by query: ${stripSummary(cells)}`}
      aria-orientation="horizontal"
      aria-activedescendant={activeCell === undefined ? undefined : `${id}-${active}`}
      tabIndex={0}
      className={cx(css.strip, isPast && css.past)}
      {...handlers}
    >
      {cells.map((cell, index) => (
        <div
          key={cell.label}
          role={ROLES.option}
          id={`${id}-${index}`}
          aria-label={spokenText(cellWords(cell))}
          aria-selected={index === active}
          data-index={index}
          data-active={index === active ? '' : undefined}
          className={cx(css.cell, css[cell.isEmpty === true ? 'done-empty' : cell.state])}
        />
      ))}
      {activeCell !== undefined && active !== undefined && (
        <Card cell={activeCell} share={(active + 0.5) / cells.length} />
      )}
    </div>
  );
}
