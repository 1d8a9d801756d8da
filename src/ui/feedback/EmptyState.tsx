import type { ReactNode } from 'react';
import css from './EmptyState.module.css';
import { wordsOf } from '../text/VisibleText.tsx';

export interface EmptyStateProps {
  readonly title: string;
  /** What this view does, and what to do first. */
  readonly children: ReactNode;
  /** Buttons that lead to something useful with one click. */
  readonly actions?: ReactNode | undefined;
}

export function EmptyState(props: EmptyStateProps): ReactNode {
  return (
    <div className={css.empty}>
      <h2 className={css.title}>{wordsOf(props.title)}</h2>
      <div className={css.text}>{wordsOf(props.children)}</div>
      {props.actions !== undefined && <div className={css.actions}>{props.actions}</div>}
    </div>
  );
}
