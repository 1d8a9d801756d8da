import type { ReactNode } from 'react';
import css from './Logo.module.css';

/** The word mark, and the heading of the page: the titles of views and panes stand below it. */
export function Logo(): ReactNode {
  return (
    <h1 className={css.logo}>
      Key<span className={css.scope}>scope</span>
    </h1>
  );
}
