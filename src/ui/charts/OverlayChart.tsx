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
  /** px; the first line is drawn below the others, so it is wider. */
  readonly width: number;
  /** One a stretch of the window; NaN: no value, and the line is broken. */
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

/** Lines over one time axis, drawn over each other: equal lines look like one. */
export function OverlayChart(props: {
  readonly lines: readonly OverlayLine[];
  readonly window: TickSpan;
  /** What was not read, in stretches of the window. */
  readonly unread?: readonly { readonly from: number; readonly to: number }[];
  readonly timeZone: string | undefined;
  readonly zoneName: string;
  /** What the picture says, in words. */
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

/** Names of colours, and what else the picture cannot say. */
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
