import type { ReactNode } from 'react';
import css from './Logo.module.css';

/** The word mark, which is the page's main heading. Titles of views and panes are below it in the heading order. */
export function Logo(): ReactNode {
  return (
    <h1 className={css.logo}>
      Key<span className={css.scope}>scope</span>
    </h1>
  );
}
