import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import { cx } from '../classes.ts';
import { ROLES } from '../roles.ts';
import css from './PrefixStrip.module.css';
import { VisibleText } from '../text/VisibleText.tsx';
import { spokenText } from '../text/textParts.ts';

/** `unverified`: read to what looked like its end, but rows may be missing. */
export type PrefixState =
  | 'waiting'
  | 'reading'
  | 'done'
  | 'done-empty'
  | 'unverified'
  | 'failed'
  | 'stopped'
  | 'outside';

export interface PrefixCell {
  /** "prefix 37". */
  readonly label: string;
  readonly state: PrefixState;
  /** "1,204 rows, 2 pages, 61 ms". */
  readonly detail?: string | undefined;
}

export interface PrefixStripProps {
  /** Accessible name: "Progress by prefix". */
  readonly label: string;
  readonly cells: readonly PrefixCell[];
  /** True if the cells are of another query than the one that is shown now: grey. */
  readonly isPast?: boolean | undefined;
  /** Enter or a press on a cell. */
  readonly onSelect?: ((index: number) => void) | undefined;
}

const STATE_WORDS: Readonly<Record<PrefixState, string>> = {
  waiting: 'waiting',
  reading: 'reading',
  done: 'done',
  'done-empty': 'done, no rows',
  unverified: 'unverifiable, rows may be missing',
  failed: 'failed',
  stopped: 'stopped, not read to the end',
  outside: 'outside the SAS range',
};

const STATES: readonly PrefixState[] = [
  'done',
  'done-empty',
  'unverified',
  'reading',
  'waiting',
  'failed',
  'stopped',
  'outside',
];

/** "98 done; 1 done, no rows; 1 failed": every state that occurs, with its count. */
export function stripSummary(cells: readonly PrefixCell[]): string {
  return STATES.map((state) => ({ state, count: cells.filter((cell) => cell.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${STATE_WORDS[state]}`)
    .join('; ');
}

function cellWords(cell: PrefixCell): string {
  const words = `${cell.label}: ${STATE_WORDS[cell.state]}`;
  return cell.detail === undefined ? words : `${words}, ${cell.detail}`;
}

function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(count - 1, current + 1);
    case 'ArrowLeft':
      return Math.max(0, current - 1);
    case 'PageDown':
      return Math.min(count - 1, current + 10);
    case 'PageUp':
      return Math.max(0, current - 10);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

function cellIndex(target: EventTarget): number | undefined {
  if (!(target instanceof HTMLElement) || target.dataset.index === undefined) return undefined;
  return Number(target.dataset.index);
}

function Card({ cell, share }: { readonly cell: PrefixCell; readonly share: number }): ReactNode {
  // Kept inside: left-aligned at the left end, right-aligned at the right end.
  const style = share < 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` };
  return (
    <div className={css.card} style={style} aria-hidden="true">
      <VisibleText text={cell.label} /> <span className={css.cardDetail}>{STATE_WORDS[cell.state]}</span>
      {cell.detail !== undefined && <span className={css.cardDetail}>, {cell.detail}</span>}
    </div>
  );
}

/** One cell for each planned query, in plan order. Arrow keys walk it; hover and focus name the cell. */
export function PrefixStrip({ label, cells, isPast = false, onSelect }: PrefixStripProps): ReactNode {
  const id = useId();
  const [active, setActive] = useState<number | undefined>(undefined);
  const activeCell = active === undefined ? undefined : cells[active];

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' && active !== undefined) {
      onSelect?.(active);
      return;
    }
    const next = nextIndex(event.key, active ?? -1, cells.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };

  const handlers = {
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      if (event.target.matches(':focus-visible')) setActive(active ?? 0);
    },
    onBlur: () => setActive(undefined),
    onPointerMove: (event: PointerEvent) => setActive(cellIndex(event.target)),
    onPointerLeave: () => setActive(undefined),
    onClick: (event: MouseEvent) => {
      const index = cellIndex(event.target);
      if (index !== undefined) onSelect?.(index);
    },
  };

  if (cells.length === 0) return undefined;
  return (
    <div
      role={ROLES.listbox}
      aria-label={`${label}: ${stripSummary(cells)}`}
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
          className={cx(css.cell, css[cell.state])}
        />
      ))}
      {activeCell !== undefined && active !== undefined && (
        <Card cell={activeCell} share={(active + 0.5) / cells.length} />
      )}
    </div>
  );
}
