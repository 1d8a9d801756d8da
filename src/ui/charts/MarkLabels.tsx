import type { ReactNode } from 'react';
import { cx } from '../classes.ts';
import { apart, type AxisLabel, labelSides, PLOT } from './axisLabels.ts';
import css from './charts.module.css';

/** The labels of an axis, each at its mark; two lines high. */
export function MarkLabels(props: {
  readonly marks: readonly AxisLabel[];
  /** CSS px. */
  readonly width: number;
}): ReactNode {
  return apart(props.marks, props.width).map((mark) => {
    const side = labelSides(mark, props.width, PLOT.right);
    return (
      <span key={mark.key} className={css.mark} style={{ left: `${mark.share * 100}%` }}>
        <span className={cx(css.markText, css[side.text])}>{mark.text}</span>
        {mark.below !== undefined && <span className={cx(css.markBelow, css[side.below])}>{mark.below}</span>}
      </span>
    );
  });
}
