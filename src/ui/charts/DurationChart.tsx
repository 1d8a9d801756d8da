import { memo, type ReactNode, useMemo } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { cx } from '../classes.ts';
import { formatCount, formatMs } from '../format.ts';
import css from './charts.module.css';
import { tipPayload } from './tipPayload.ts';
import { VisibleText } from '../text/VisibleText.tsx';

/** How long one query took, from its first request to its last byte. */
export interface QueryDuration {
  readonly label: string;
  /** The slowest wait for a first byte, milliseconds. */
  readonly firstByteMs: number;
  /** All the rest: further pages, bodies, waits between retries, milliseconds. */
  readonly restMs: number;
}

export interface DurationChartProps {
  readonly durations: readonly QueryDuration[];
  readonly isIncomplete: boolean;
  readonly summary: string;
}

// Recharts treats each new object as a change and then draws the whole chart several times.
const MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
const CURSOR = { fill: 'var(--hover)' };
const labelOf = ({ label }: QueryDuration): string => label;
const firstByteOf = ({ firstByteMs }: QueryDuration): number => firstByteMs;
const restOf = ({ restMs }: QueryDuration): number => restMs;

/** Time per query: one bar each, the wait for the first byte at its foot. */
export const DurationChart = memo(function DurationChart(props: DurationChartProps): ReactNode {
  const { durations, isIncomplete, summary } = props;
  const data = useMemo(() => [...durations], [durations]);
  return (
    <figure className={css.figure} role="img" aria-label={summary}>
      <div className={cx(css.plot, isIncomplete && css.incomplete)}>
        <ResponsiveContainer width="100%" height="100%">
          <BarChart data={data} margin={MARGIN} barCategoryGap={1} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line-subtle)" vertical={false} />
            <XAxis
              dataKey={labelOf}
              stroke="var(--line-field)"
              tickLine={false}
              interval="preserveStartEnd"
              minTickGap={16}
            />
            <YAxis tickFormatter={formatCount} stroke="var(--line-field)" tickLine={false} width={64} />
            <Tooltip isAnimationActive={false} cursor={CURSOR} content={tipOf} />
            <Bar
              dataKey={firstByteOf}
              name="first byte"
              stackId="time"
              fill="var(--series-1)"
              isAnimationActive={false}
            />
            <Bar
              dataKey={restOf}
              name="rest"
              stackId="time"
              fill="var(--series-3)"
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <ul className={css.legend}>
        <li>
          <span className={css.swatch} style={{ background: 'var(--series-1)' }} /> first byte
        </li>
        <li>
          <span className={css.swatch} style={{ background: 'var(--series-3)' }} /> rest
        </li>
      </ul>
    </figure>
  );
});

function tipOf({ active, payload }: TooltipContentProps): ReactNode {
  return active ? <DurationTip duration={tipPayload(payload) as QueryDuration | undefined} /> : undefined;
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
