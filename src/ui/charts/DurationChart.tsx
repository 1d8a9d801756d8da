import { memo, type ReactNode, useMemo, useRef } from 'react';
import {
  BarChart,
  CartesianGrid,
  Line,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { cx } from '../classes.ts';
import { formatCount, formatMs } from '../format.ts';
import { BarPaths } from './BarPaths.tsx';
import type { ChartLine } from './chartLines.ts';
import css from './charts.module.css';
import { labelStep, LETTER_PX } from './axisLabels.ts';
import { valueAxis } from './valueAxis.ts';
import { VisibleText } from '../text/VisibleText.tsx';
import { useElementSize } from '../useElementSize.ts';

/** How long one query took, from its first request to its last byte. */
export interface QueryDuration {
  readonly label: string;
  /** The slowest wait for a first byte, milliseconds. */
  readonly firstByteMs: number;
  /** Everything else: further pages, bodies, waits between retries, in milliseconds. */
  readonly restMs: number;
}

export interface DurationChartProps {
  readonly durations: readonly QueryDuration[];
  readonly isIncomplete: boolean;
  readonly summary: string;
}

// Recharts treats each new object as a change and then draws the whole chart several times.
const MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
const AXIS_WIDTH = 64;
/** Space between two labels in px. */
const LABEL_GAP = 14;
/** Longer labels would be cut off at the end of the axis, and recharts would then drop some. */
const MOST_EVEN_CHARS = 4;
const CURSOR = { fill: 'var(--hover)' };
const labelOf = ({ label }: QueryDuration): string => label;
const totalOf = ({ firstByteMs, restMs }: QueryDuration): number => firstByteMs + restMs;

function linesOf(durations: readonly QueryDuration[]): readonly ChartLine[] {
  return [
    {
      label: 'first byte',
      color: 'var(--series-1)',
      values: Float64Array.from(durations, ({ firstByteMs }) => firstByteMs),
    },
    { label: 'rest', color: 'var(--series-3)', values: Float64Array.from(durations, ({ restMs }) => restMs) },
  ];
}

/** Which labels are shown: prefixes at even steps, from the first on; `plotPx` with its axis. */
function labelInterval(durations: readonly QueryDuration[], plotPx: number): number | 'preserveStartEnd' {
  const chars = Math.max(1, ...durations.map(({ label }) => label.length));
  if (chars > MOST_EVEN_CHARS) return 'preserveStartEnd';
  const room = plotPx - AXIS_WIDTH - MARGIN.left - MARGIN.right;
  return labelStep(room / Math.max(1, durations.length), chars * LETTER_PX + LABEL_GAP) - 1;
}

/** Time per query: one bar each, the wait for the first byte at its foot. */
export const DurationChart = memo(function DurationChart(props: DurationChartProps): ReactNode {
  const { durations, isIncomplete, summary } = props;
  const plot = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(plot);
  const interval = useMemo(() => labelInterval(durations, width), [durations, width]);
  const data = useMemo(() => [...durations], [durations]);
  const lines = useMemo(() => linesOf(durations), [durations]);
  const axis = useMemo(() => valueAxis(durations.map(totalOf), 'number', false), [durations]);
  const scale = useMemo(
    () => ({ domain: [...axis.domain], ticks: axis.marks.map(({ place }) => place) }),
    [axis],
  );
  return (
    <figure className={css.figure} role="img" aria-label={summary}>
      <div ref={plot} className={cx(css.plot, isIncomplete && css.incomplete)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} margin={MARGIN} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line-subtle)" vertical={false} />
            <XAxis
              dataKey={labelOf}
              scale="band"
              stroke="var(--line-field)"
              tickLine={false}
              interval={interval}
              minTickGap={16}
            />
            <YAxis
              domain={scale.domain}
              ticks={scale.ticks}
              tickFormatter={formatCount}
              allowDataOverflow
              stroke="var(--line-field)"
              tickLine={false}
              width={AXIS_WIDTH}
            />
            <Tooltip isAnimationActive={false} cursor={CURSOR} content={tipOf} />
            <BarPaths lines={lines} bucketCount={durations.length} axis={axis} />
            {/* Invisible: the tooltip takes its query from this line. */}
            <Line dataKey={totalOf} stroke="none" dot={false} activeDot={false} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <ul className={css.legend}>
        {lines.map(({ label, color }) => (
          <li key={label}>
            <span className={css.swatch} style={{ background: color }} /> {label}
          </li>
        ))}
      </ul>
    </figure>
  );
});

/** Each entry of `payload` is a line under the pointer, and each holds the same datum of the chart. */
function tipOf({ active, payload }: TooltipContentProps): ReactNode {
  return active ? <DurationTip duration={payload[0]?.payload as QueryDuration | undefined} /> : undefined;
}

function DurationTip({ duration }: { readonly duration: QueryDuration | undefined }): ReactNode {
  if (duration === undefined) return undefined;
  return (
    <div className={css.tip}>
      <p>
        <VisibleText text={duration.label} />
      </p>
      <div>total: {formatMs(duration.firstByteMs + duration.restMs)}</div>
      <div>time to first byte (slowest): {formatMs(duration.firstByteMs)}</div>
      <div>download, more pages, retry waits: {formatMs(duration.restMs)}</div>
    </div>
  );
}
