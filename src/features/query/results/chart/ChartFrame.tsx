import type { ReactNode } from 'react';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import css from './chart.module.css';

/** What each kind of chart gets. */
export interface ChartKindProps {
  readonly run: RunState;
  readonly choice: ChartChoice;
  readonly onChange: (choice: ChartChoice) => void;
}

/** What differs by kind: the title, the menu that saves, and the chart. The menus between them are the same for all, so they keep the focus. */
export function ChartFrame(props: {
  readonly title: string;
  readonly save: ReactNode;
  /** Shown instead of the chart. */
  readonly fault: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { title, save, fault, children } = props;
  return (
    <>
      <h2 className={css.title} title={title}>
        <VisibleText text={title} />
      </h2>
      <span className={css.end}>{save}</span>
      <div className={css.body}>{fault === undefined ? children : <p role="alert">{wordsOf(fault)}</p>}</div>
    </>
  );
}
