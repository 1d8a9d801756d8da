import { type ReactNode, useId, useMemo } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import css from './charts.module.css';
import { hatchedParts } from './hatchedParts.tsx';
import { OVERLAY_AXIS_WIDTH, OVERLAY_MARGIN, OVERLAY_TIMES_GAP, overlayNumber } from './overlayAxis.ts';
import { OverlayTimes } from './OverlayTimes.tsx';

export interface OverlayLine {
  readonly label: string;
  /** CSS colour token. */
  readonly color: string;
  /** In px. The first line is wider, because it is drawn below the others. */
  readonly width: number;
  /** One per equal part of the window; NaN: no value, which breaks the line. */
  readonly values: Float64Array;
}

interface Point {
  readonly position: number;
  readonly values: readonly (number | null)[];
}

function usePoints(lines: readonly OverlayLine[], count: number): Point[] {
  return useMemo(
    () =>
      Array.from(
        { length: count },
        (_, position): Point => ({
          position,
          values: lines.map(({ values }) => {
            const value = values[position] ?? Number.NaN;
            return Number.isFinite(value) ? value : null;
          }),
        }),
      ),
    [lines, count],
  );
}

/** Lines on a shared time axis, drawn on top of each other: equal lines look like one. */
export function OverlayChart(props: {
  readonly lines: readonly OverlayLine[];
  readonly window: TickSpan;
  /** The unread parts, counted in the same units as the values. */
  readonly unread?: readonly { readonly from: number; readonly to: number }[];
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** The chart in words, for screen readers. */
  readonly summary: string;
}): ReactNode {
  const { lines, window, timeZone, unread = [] } = props;
  const hatch = useId();
  const count = lines[0]?.values.length ?? 0;
  const points = usePoints(lines, count);
  return (
    <figure className={css.figure} role="img" aria-label={props.summary}>
      <div className={css.plot}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={points} margin={OVERLAY_MARGIN} accessibilityLayer={false}>
            {hatchedParts(hatch, unread)}
            <CartesianGrid stroke="var(--line-subtle)" vertical={false} />
            <XAxis
              dataKey="position"
              type="number"
              domain={[0, Math.max(1, count)]}
              height={OVERLAY_TIMES_GAP}
              tick={false}
              tickLine={false}
              stroke="var(--line-field)"
            />
            <YAxis
              domain={['auto', 'auto']}
              tickFormatter={overlayNumber}
              interval={0}
              stroke="var(--line-field)"
              tickLine={false}
              width={OVERLAY_AXIS_WIDTH}
            />
            {lines.map((line, at) => (
              <Line
                key={line.color}
                dataKey={({ values }: Point) => values[at] ?? null}
                name={line.label}
                stroke={line.color}
                strokeWidth={line.width}
                dot={false}
                connectNulls={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <OverlayTimes window={window} timeZone={timeZone} zoneName={props.zoneName} />
      <Legend lines={lines} />
    </figure>
  );
}

/** What the colours mean, and anything else that the chart cannot show. */
export function Legend({
  lines,
  note,
}: {
  readonly lines: readonly Pick<OverlayLine, 'label' | 'color'>[];
  readonly note?: string;
}): ReactNode {
  return (
    <ul className={css.legend}>
      {lines.map((line) => (
        <li key={line.color}>
          <span className={css.swatch} style={{ background: line.color }} />
          <VisibleText text={line.label} />
        </li>
      ))}
      {note !== undefined && <li>{note}</li>}
    </ul>
  );
}
