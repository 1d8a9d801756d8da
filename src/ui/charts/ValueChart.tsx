import { memo, type ReactNode, useMemo } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  XAxis,
  YAxis,
  DefaultZIndexes,
  usePlotArea,
  ZIndexLayer,
} from 'recharts';
import { PLOT } from './axisLabels.ts';
import { type ChartLine, type ChartPoint, type ChartShape, stepPoints, barPaths } from './chartLines.ts';
import type { ValueAxis } from './valueAxis.ts';

// Recharts treats each new object as a change and then draws the whole chart several times.
const MARGIN = { top: PLOT.top, right: PLOT.right, bottom: PLOT.bottom, left: 0 };
const readers: ((point: ChartPoint) => number | null)[] = [];

/** A stable accessor for the line at a position, so that recharts does not redraw. */
function placeOf(position: number): (point: ChartPoint) => number | null {
  return (readers[position] ??= ({ places }) => places[position] ?? null);
}

export interface ValueChartProps {
  readonly lines: readonly ChartLine[];
  /** Drawn behind the lines. */
  readonly outline?: ChartLine | undefined;
  readonly bucketCount: number;
  readonly shape: ChartShape;
  readonly isStacked: boolean;
  readonly axis: ValueAxis;
}

/** Draws lines, areas or bars over buckets. The cursor and the chosen range are separate layers above it. */
export const ValueChart = memo(function ValueChart(props: ValueChartProps): ReactNode {
  const { lines, outline, bucketCount, shape, isStacked, axis } = props;
  const data = useMemo(() => {
    const drawn = [...(shape === 'bars' ? [] : lines), ...(outline === undefined ? [] : [outline])];
    return [...stepPoints(drawn, bucketCount, axis.place)];
  }, [lines, outline, bucketCount, shape, axis]);
  const scale = useMemo(
    () => ({
      x: [0, Math.max(1, bucketCount)],
      y: [...axis.domain],
      ticks: axis.marks.map(({ place }) => place),
      format: (place: number): string => axis.marks.find((mark) => mark.place === place)?.label ?? '',
    }),
    [axis, bucketCount],
  );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={data} margin={MARGIN} accessibilityLayer={false}>
        <CartesianGrid stroke="var(--line-subtle)" vertical={false} />
        <XAxis
          dataKey="position"
          type="number"
          domain={scale.x}
          hide
          allowDuplicatedCategory
          allowDataOverflow
        />
        <YAxis
          type="number"
          domain={scale.y}
          allowDataOverflow
          ticks={scale.ticks}
          tickFormatter={scale.format}
          interval={0}
          stroke="var(--line-field)"
          tickLine={false}
          width={PLOT.left}
        />
        {outline !== undefined && (
          <LineShape
            isOutline
            line={outline}
            position={shape === 'bars' ? 0 : lines.length}
            shape={shape === 'lines' ? 'lines' : 'areas'}
            stackId={undefined}
          />
        )}
        {shape === 'bars' ? (
          <BarPaths lines={lines} bucketCount={bucketCount} axis={axis} />
        ) : (
          lines.map((line, position) => (
            <LineShape
              key={`${position} ${line.color}`}
              line={line}
              position={position}
              shape={shape}
              stackId={isStacked ? 'all' : undefined}
            />
          ))
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
});

function LineShape(props: {
  readonly line: ChartLine;
  readonly position: number;
  readonly shape: Exclude<ChartShape, 'bars'>;
  readonly stackId: string | undefined;
  /** Drawn paler, so that it does not change the colours of the areas in front of it. */
  readonly isOutline?: boolean;
}): ReactNode {
  const { line, position, shape } = props;
  const common = { dataKey: placeOf(position), stroke: line.color, isAnimationActive: false };
  const stack = props.stackId === undefined ? {} : { stackId: props.stackId };
  if (shape === 'lines')
    return (
      <Line {...common} type="stepAfter" strokeWidth={line.width ?? 1.5} dot={false} activeDot={false} />
    );
  return (
    <Area
      {...common}
      {...stack}
      type="stepAfter"
      fill={line.color}
      fillOpacity={props.isOutline === true ? 0.25 : 0.55}
      strokeWidth={1}
      activeDot={false}
    />
  );
}

/** Bars inside a recharts chart, one element per line. The chart's axes must have the same domain. */
function BarPaths(props: {
  readonly lines: readonly ChartLine[];
  readonly bucketCount: number;
  readonly axis: Pick<ValueAxis, 'domain' | 'place'>;
}): ReactNode {
  const { lines, bucketCount, axis } = props;
  const area = usePlotArea();
  const paths = useMemo(
    () => (area === undefined ? [] : barPaths(lines, bucketCount, axis, area)),
    [lines, bucketCount, axis, area],
  );
  // The shading of the bar under the pointer must not hide the bar.
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.bar}>
      {paths.map((path, at) => (
        <path key={`${at} ${lines[at]?.color}`} d={path} fill={lines[at]?.color} />
      ))}
    </ZIndexLayer>
  );
}
