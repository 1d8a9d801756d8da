import { type ReactNode, useId, useMemo } from 'react';
import { Area, AreaChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import css from './charts.module.css';
import { Legend } from './OverlayChart.tsx';
import { hatchedParts } from './hatchedParts.tsx';
import { OVERLAY_AXIS_WIDTH, OVERLAY_MARGIN, OVERLAY_TIMES_GAP, overlayNumber } from './overlayAxis.ts';
import { OverlayTimes } from './OverlayTimes.tsx';

export interface DifferenceSide {
  readonly label: string;
  /** CSS colour token. */
  readonly color: string;
}

interface Step {
  readonly position: number;
  readonly above: number | null;
  readonly below: number | null;
}

/** Turns each value into a step with two ends; NaN becomes a gap. */
function stepsOf(values: Float64Array): Step[] {
  return Array.from(values).flatMap((value, at): Step[] => {
    const isKnown = Number.isFinite(value);
    const ends = {
      above: isKnown ? Math.max(0, value) : null,
      below: isKnown ? Math.min(0, value) : null,
    };
    return [
      { position: at, ...ends },
      { position: at + 1, ...ends },
    ];
  });
}

/**
 * How much higher or lower one line is than another, above and below zero. A separate chart, because it would look like
 * one of the lines.
 */
export function DifferenceChart(props: {
  /** One per equal part of the window; NaN: no value. */
  readonly values: Float64Array;
  readonly above: DifferenceSide;
  readonly below: DifferenceSide;
  readonly window: TickSpan;
  /** The unread parts, counted in the same units as `values`. */
  readonly unread: readonly { readonly from: number; readonly to: number }[];
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** Whose times the axis shows, and in which zone. Not part of the axis itself, which may have no room for it. */
  readonly axisName: string;
  /** The chart in words, for screen readers. */
  readonly summary: string;
}): ReactNode {
  const { values, above, below, window, unread, timeZone } = props;
  const hatch = useId();
  const steps = useMemo(() => stepsOf(values), [values]);
  return (
    <figure className={css.figure} role="img" aria-label={props.summary}>
      <div className={css.plot}>
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart data={steps} margin={OVERLAY_MARGIN} accessibilityLayer={false}>
            {hatchedParts(hatch, unread)}
            <XAxis
              dataKey="position"
              type="number"
              domain={[0, Math.max(1, values.length)]}
              height={OVERLAY_TIMES_GAP}
              tick={false}
              tickLine={false}
              stroke="var(--line-field)"
            />
            <YAxis
              tickFormatter={overlayNumber}
              interval={0}
              stroke="var(--line-field)"
              tickLine={false}
              tickCount={3}
              allowDecimals={false}
              width={OVERLAY_AXIS_WIDTH}
            />
            {[
              { side: above, key: 'above' as const },
              { side: below, key: 'below' as const },
            ].map(({ side, key }) => (
              <Area
                key={key}
                dataKey={key}
                name={side.label}
                stroke="none"
                fill={side.color}
                fillOpacity={1}
                connectNulls={false}
                isAnimationActive={false}
                activeDot={false}
              />
            ))}
            <ReferenceLine y={0} stroke="var(--text-3)" />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      <OverlayTimes window={window} timeZone={timeZone} zoneName={props.zoneName} />
      <Legend lines={[above, below]} note={props.axisName} />
    </figure>
  );
}
