import { type ReactNode, useId, useMemo, useRef } from 'react';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis, ReferenceArea } from 'recharts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import css from './charts.module.css';
import { OVERLAY_AXIS_WIDTH, OVERLAY_MARGIN, OVERLAY_TIMES_GAP, overlayNumber } from './overlayAxis.ts';
import { clockOf } from '../../core/time/zoneClock.ts';
import { useElementSize } from '../useElementSize.ts';
import { MarkLabels } from './MarkLabels.tsx';
import { MARK_PX, timeLabels } from './axisLabels.ts';

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

/**
 * Hatches the unread parts of an overlay chart. A function rather than a component, because recharts accepts only its
 * own components as children.
 */
function hatchedParts(
  id: string,
  unread: readonly { readonly from: number; readonly to: number }[],
): ReactNode {
  return (
    <>
      <defs>
        <pattern id={id} width="7" height="7" patternUnits="userSpaceOnUse">
          <path d="M0 7L7 0" stroke="var(--heat-unasked-line)" />
        </pattern>
      </defs>
      {unread.map(({ from, to }) => (
        <ReferenceArea
          key={`${String(from)} ${String(to)}`}
          x1={from}
          x2={to}
          fill={`url(#${id})`}
          fillOpacity={1}
          ifOverflow="hidden"
        />
      ))}
    </>
  );
}

const STYLE = {
  marginTop: -OVERLAY_TIMES_GAP,
  marginLeft: OVERLAY_MARGIN.left + OVERLAY_AXIS_WIDTH,
  marginRight: OVERLAY_MARGIN.right,
};

/** The times of an overlay chart, below its plot. */
function OverlayTimes(props: {
  readonly window: TickSpan;
  readonly timeZone: string | undefined;
  readonly zoneName: string;
}): ReactNode {
  const { window, timeZone, zoneName } = props;
  const axis = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(axis);
  const marks = useMemo(
    () => timeLabels(window, Math.max(2, Math.floor(width / MARK_PX)), clockOf(timeZone), zoneName),
    [window, width, timeZone, zoneName],
  );
  return (
    <div ref={axis} className={css.axis} style={STYLE} aria-hidden="true">
      <MarkLabels marks={marks} width={width} />
    </div>
  );
}
