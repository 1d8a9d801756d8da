import type { ReactNode } from 'react';
import css from './Button.module.css';

export interface KbdProps {
  /** Keys joined by a space: "Ctrl K". */
  readonly keys: string;
}

/** Letters as they are printed on keys: a small l looks like a 1. */
export function Kbd({ keys }: KbdProps): ReactNode {
  return (
    <span className={css.keys}>
      {keys.split(' ').map((key) => (
        <kbd className={css.key} key={key}>
          {key.length === 1 ? key.toUpperCase() : key}
        </kbd>
      ))}
    </span>
  );
}
