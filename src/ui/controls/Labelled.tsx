import type { ReactNode } from 'react';
import css from './Labelled.module.css';

/** A menu after a text that says what it chooses. */
export function Labelled(props: { readonly text: string; readonly children: ReactNode }): ReactNode {
  return (
    <span className={css.labelled}>
      <span>{props.text}</span>
      {props.children}
    </span>
  );
}
