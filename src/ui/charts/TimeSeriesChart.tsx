import { type ReactNode, useCallback, useId, useMemo } from 'react';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceArea,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { TimeSeries } from '../../core/entities/views/timeSeries.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { cx } from '../classes.ts';
import { formatCount, formatPlural } from '../format.ts';
import css from './charts.module.css';
import { type SeriesLine, type SeriesPoint, seriesLines, seriesPoints, tipLines } from './seriesPoints.ts';
import { windowWords } from '../text/windowWords.ts';
import { axisMarks } from './timeAxis.ts';
import { tipPayload } from './tipPayload.ts';
import { useChartBrush } from './useChartBrush.ts';
import { VisibleText } from '../text/VisibleText.tsx';

export interface TimeSeriesChartProps {
  readonly series: TimeSeries;
  /** IANA name; undefined: UTC. */
  readonly timeZone: string | undefined;
  /** Time that was not read, which is hatched; 'unknown': some was not, so all of it is. */
  readonly unread: readonly TickSpan[] | 'unknown';
  /** What the picture says, in words. */
  readonly summary: string;
  /** A drag over the chart: a window of whole buckets. */
  readonly onSelectWindow?: ((window: TickSpan) => void) | undefined;
}

const MARKS = 10;
// Recharts takes each new object for a change of the chart, and then draws all of it several times.
const MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
const counters: ((point: SeriesPoint) => number)[] = [];

/** The count of a line, by its position; the same function each time. */
function countOf(position: number): (point: SeriesPoint) => number {
  return (counters[position] ??= ({ counts }) => counts[position] ?? 0);
}

/** Rows per bucket of time, stacked by group or as one total. */
export function TimeSeriesChart(props: TimeSeriesChartProps): ReactNode {
  const { series, timeZone, unread, onSelectWindow } = props;
  const lines = useMemo(() => seriesLines(series), [series]);
  const points = useMemo(() => [...seriesPoints(lines, series.bucketCount)], [lines, series.bucketCount]);
  const marks = useMemo(() => bucketMarks(series, timeZone), [series, timeZone]);
  const hatched = useMemo(
    () => (unread === 'unknown' ? [] : unreadBuckets(unread, series)),
    [unread, series],
  );
  const axis = useMemo(
    () => ({
      domain: [0, Math.max(1, series.bucketCount)],
      ticks: marks.map((mark) => mark.position),
      format: (position: number): string => marks.find((mark) => mark.position === position)?.label ?? '',
    }),
    [marks, series.bucketCount],
  );
  const tip = useCallback(
    ({ active, payload }: TooltipContentProps): ReactNode =>
      active ? (
        <BucketTip
          point={tipPayload(payload) as SeriesPoint | undefined}
          lines={lines}
          series={series}
          timeZone={timeZone}
        />
      ) : undefined,
    [lines, series, timeZone],
  );
  const { stretch, handlers } = useChartBrush(
    onSelectWindow && (({ from, to }) => onSelectWindow(bucketsWindow(series, from, to))),
  );
  return (
    <figure className={css.figure} role="img" aria-label={props.summary}>
      <div className={cx(css.plot, unread === 'unknown' && css.incomplete)}>
        <ResponsiveContainer width="100%" height="100%">
          <AreaChart data={points} margin={MARGIN} accessibilityLayer={false} {...handlers}>
            <UnreadTime spans={hatched} />
            <CartesianGrid stroke="var(--line-subtle)" vertical={false} />
            <XAxis
              dataKey="position"
              type="number"
              domain={axis.domain}
              ticks={axis.ticks}
              tickFormatter={axis.format}
              stroke="var(--line-field)"
              tickLine={false}
            />
            <YAxis
              tickFormatter={formatCount}
              stroke="var(--line-field)"
              tickLine={false}
              width={56}
              allowDecimals={false}
            />
            <Tooltip isAnimationActive={false} content={tip} />
            {lines.map((line, position) => (
              <Area
                key={`${line.label} ${line.color}`}
                dataKey={countOf(position)}
                name={line.label}
                stackId="rows"
                type="stepAfter"
                stroke={line.color}
                fill={line.color}
                fillOpacity={0.55}
                strokeWidth={1}
                isAnimationActive={false}
              />
            ))}
            <Stretch span={stretch} />
          </AreaChart>
        </ResponsiveContainer>
      </div>
      {lines.length > 1 && <LineLegend lines={lines} />}
    </figure>
  );
}

/** What is being selected. */
function Stretch({ span }: { readonly span: BucketSpan | undefined }): ReactNode {
  if (span === undefined) return undefined;
  return (
    <ReferenceArea
      x1={span.from}
      x2={span.to}
      fill="var(--accent)"
      fillOpacity={0.24}
      stroke="var(--accent)"
    />
  );
}

/** Time that was not read: hatched, so that nothing there looks like a zero. */
function UnreadTime({ spans }: { readonly spans: readonly BucketSpan[] }): ReactNode {
  const id = useId();
  if (spans.length === 0) return undefined;
  return (
    <>
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2="6" stroke="var(--heat-unasked-line)" strokeWidth="2.5" />
        </pattern>
      </defs>
      {spans.map(({ from, to }) => (
        <ReferenceArea key={from} x1={from} x2={to} fill={`url(#${id})`} fillOpacity={1} />
      ))}
    </>
  );
}

function LineLegend({ lines }: { readonly lines: readonly SeriesLine[] }): ReactNode {
  return (
    <ul className={css.legend}>
      {lines.map((line) => (
        <li key={`${line.label} ${line.color}`}>
          <span className={css.swatch} style={{ background: line.color }} />
          <VisibleText text={line.label} /> {formatCount(line.total)}
        </li>
      ))}
    </ul>
  );
}

function BucketTip(props: {
  readonly point: SeriesPoint | undefined;
  readonly lines: readonly SeriesLine[];
  readonly series: TimeSeries;
  readonly timeZone: string | undefined;
}): ReactNode {
  const { point, lines, series, timeZone } = props;
  if (point === undefined) return undefined;
  const window = bucketsWindow(series, point.bucket, point.bucket + 1);
  const total = point.counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className={css.tip}>
      <p>{windowWords(window, timeZone)}</p>
      {lines.length > 1 && <div>{formatPlural(total, 'row')}</div>}
      {tipLines(lines, point.counts).map(({ line, count }) => (
        <div key={`${line.label} ${line.color}`} className={css.tipLine}>
          <span className={css.swatch} style={{ background: line.color }} />
          <VisibleText text={line.label} />
          <span className={css.tipCount}>{formatCount(count)}</span>
        </div>
      ))}
    </div>
  );
}

/** Buckets [from, to) as a window of time. */
function bucketsWindow(series: TimeSeries, from: number, to: number): TickSpan {
  return {
    from: series.from + BigInt(from) * series.bucketTicks,
    to: series.from + BigInt(to) * series.bucketTicks,
  };
}

/** In buckets from the start of the chart. */
interface BucketSpan {
  readonly from: number;
  readonly to: number;
}

/** Where spans of time lie in the chart, in buckets from its start; what lies outside is left out. */
function unreadBuckets(
  spans: readonly TickSpan[],
  { from, bucketTicks, bucketCount }: TimeSeries,
): readonly BucketSpan[] {
  const position = (ticks: bigint): number =>
    Math.min(Math.max(Number(ticks - from) / Number(bucketTicks), 0), bucketCount);
  return spans
    .map((span) => ({ from: position(span.from), to: position(span.to) }))
    .filter((span) => span.to > span.from);
}

interface BucketMark {
  /** In buckets from the start; a whole time seldom lies on a bucket's edge. */
  readonly position: number;
  readonly label: string;
}

function bucketMarks(series: TimeSeries, timeZone: string | undefined): readonly BucketMark[] {
  const window = bucketsWindow(series, 0, series.bucketCount);
  return axisMarks(window, MARKS, timeZone === undefined ? undefined : zoneClock(timeZone)).map((mark) => ({
    position: Number(mark.ticks - series.from) / Number(series.bucketTicks),
    label: mark.day === undefined ? mark.label : `${mark.day} ${mark.label}`,
  }));
}
