import type { ReactNode } from 'react';
import type { ChartChoice } from '../../../../state/run/chartChoice.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { VisibleText, wordsOf } from '../../../../ui/text/VisibleText.tsx';
import css from './chart.module.css';

/** What each kind of chart gets. */
export interface ChartKindProps {
  readonly run: RunState;
  readonly choice: ChartChoice;
  readonly menus: ReactNode;
  readonly onChange: (choice: ChartChoice) => void;
}

/** A chart under its title, its menus and the menu that saves it. */
export function ChartFrame(props: {
  readonly label: string;
  readonly title: string;
  readonly menus: ReactNode;
  readonly save: ReactNode;
  /** Shown instead of the chart. */
  readonly fault: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { label, title, menus, save, fault, children } = props;
  return (
    <section className={css.chart} aria-label={label}>
      <div className={css.head}>
        <h2 className={css.title} title={title}>
          <VisibleText text={title} />
        </h2>
        {menus}
        <span className={css.end}>{save}</span>
      </div>
      {fault === undefined ? children : <p role="alert">{wordsOf(fault)}</p>}
    </section>
  );
}
