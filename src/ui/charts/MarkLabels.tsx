import type { CSSProperties, ReactNode, Ref } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { cx } from '../classes.ts';
import { apart, type AxisLabel, labelSides, MARK_PX, PLOT, timeLabels } from './axisLabels.ts';
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

/** A time axis: exact times at whole steps, with the date below the first one and each midnight. */
export function TimeAxis(props: {
  readonly window: TickSpan;
  readonly clock: ZoneClock | undefined;
  readonly zoneName: string;
  /** CSS px. */
  readonly width: number;
  readonly style: CSSProperties;
  readonly ref?: Ref<HTMLDivElement>;
}): ReactNode {
  const { window, clock, zoneName, width, style, ref } = props;
  const marks = timeLabels(window, Math.max(2, Math.floor(width / MARK_PX)), clock, zoneName);
  return (
    <div ref={ref} className={cx(css.axis, css.ticks)} style={style} aria-hidden="true">
      <MarkLabels marks={marks} width={width} />
    </div>
  );
}
