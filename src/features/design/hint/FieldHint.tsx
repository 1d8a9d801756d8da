import type { ReactNode } from 'react';
import css from './hint.module.css';

/** The form of what a field takes, beside its label; dim, since it is no finding. */
export function FieldHint({ text }: { readonly text: string }): ReactNode {
  return <span className={css.hint}>{text}</span>;
}
