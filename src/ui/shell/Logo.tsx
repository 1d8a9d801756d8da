import type { ReactNode } from 'react';
import css from './Logo.module.css';

/** The word mark, which is the page's h1. Headings of views and panes come below it. */
export function Logo(): ReactNode {
  return (
    <h1 className={css.logo}>
      Key<span className={css.scope}>scope</span>
    </h1>
  );
}
