import type { ReactNode } from 'react';
import { formatCount } from '../format.ts';
import css from './ProgressCount.module.css';

export interface ProgressCountProps {
  /** Accessible name: "Prefixes read". */
  readonly label: string;
  readonly done: number;
  /** Undefined if not known; then only the count is shown. */
  readonly total: number | undefined;
  /** "prefixes", "pages". */
  readonly unit: string;
}

/** Shows progress as a count, instead of a spinner. */
export function ProgressCount({ label, done, total, unit }: ProgressCountProps): ReactNode {
  const words =
    total === undefined
      ? `${formatCount(done)} ${unit}`
      : `${formatCount(done)} of ${formatCount(total)} ${unit}`;
  return (
    <span className="inline second gap8">
      {total !== undefined && (
        <progress className={css.track} aria-label={label} max={total} value={done} aria-valuetext={words} />
      )}
      <span className="first">{words}</span>
    </span>
  );
}
