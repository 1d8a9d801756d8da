import { type ReactNode, useMemo, useRef } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { useElementSize } from '../useElementSize.ts';
import { PLOT } from './axisLabels.ts';
import type { ChartLine } from './chartLines.ts';
import css from './charts.module.css';
import { TimeAxis } from './MarkLabels.tsx';
import { ValueChart } from './ValueChart.tsx';
import { spanAxis } from './valueAxis.ts';

/** Lines on a shared time axis, each drawn over those before. Where two are equal, the first is only visible if it is wider. */
export function OverlayChart(props: {
  readonly lines: readonly ChartLine[];
  readonly window: TickSpan;
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** The chart in words, for screen readers. */
  readonly summary: string;
}): ReactNode {
  const { lines, window, timeZone, zoneName } = props;
  const axis = useMemo(() => spanAxis(lines.flatMap(({ values }) => [...values])), [lines]);
  const times = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(times);
  return (
    <figure className="column low high" role="img" aria-label={props.summary}>
      <div className={css.plot}>
        <ValueChart
          lines={lines}
          bucketCount={lines[0]?.values.length ?? 0}
          shape="lines"
          isStacked={false}
          axis={axis}
        />
      </div>
      <TimeAxis
        ref={times}
        clock={clockOf(timeZone)}
        {...{ window, zoneName, width }}
        style={{ marginLeft: PLOT.left, marginRight: PLOT.right }}
      />
      <ul className={css.legend}>
        {lines.map(({ label, color }) => (
          <li key={color}>
            <span className={css.swatch} style={{ background: color }} />
            <VisibleText text={label} />
          </li>
        ))}
      </ul>
    </figure>
  );
}
