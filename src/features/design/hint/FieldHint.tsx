import type { ReactNode } from 'react';
import css from './hint.module.css';

/** The expected form of a field's text, beside its label; dim, because it is not a finding. */
export function FieldHint({ text }: { readonly text: string }): ReactNode {
  return <span className={css.hint}>{text}</span>;
}
