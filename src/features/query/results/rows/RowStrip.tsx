import { type ReactNode, useId, useMemo, useRef } from 'react';
import type { ArrangedColumns } from '../../../../core/rows/packedColumns.ts';
import { axisSpan, clampTicks } from '../../../../core/time/ticks.ts';
import { spanOf } from '../../../../core/entities/order/timeBuckets.ts';
import type { SeriesRequest, TimeSeries } from '../../../../core/entities/views/timeSeries.ts';
import type { TickSpan } from '../../../../core/keys/base/scheme.ts';
import { clockOf } from '../../../../core/time/zoneClock.ts';
import type { RunState } from '../../../../state/run/runState.ts';
import { announce } from '../../../../ui/announce.ts';
import { LETTER_PX } from '../../../../ui/charts/axisLabels.ts';
import charts from '../../../../ui/charts/charts.module.css';
import { MarkLabels } from '../../../../ui/charts/MarkLabels.tsx';
import { axisMarks, shareOf, windowShare } from '../../../../ui/charts/timeAxis.ts';
import { cx } from '../../../../ui/classes.ts';
import { formatPlural } from '../../../../ui/format.ts';
import { TEXT_SCALE } from '../../../../ui/theme/textScale.ts';
import { useElementSize } from '../../../../ui/useElementSize.ts';
import { useServices, useStore } from '../../../shared/services.tsx';
import { useZone } from '../../../shared/shownTime.ts';
import { useListState } from '../../../shared/selection/SelectedRows.tsx';
import { type UnreadTime, useUnread } from '../time/unreadSpans.ts';
import { useSame } from './useRowList.ts';
import { useAnswer } from '../../../shared/useAnswer.ts';
import { useSelectTime } from '../../../shared/selection/useSelectTime.ts';
import parts from '../time/parts.module.css';
import { useBucketRange } from './useBucketRange.ts';
import { errorMark } from './rowColumns.ts';
import css from './strip.module.css';
import { type BucketRange, rangeWindow, rangeWords, STRIP_HEIGHT, stripShape } from './stripShape.ts';

/** So few that each bar is some pixels wide. */
export const STRIP_BUCKETS = 150;
/** At most this many times label the axis. Each takes this width in CSS px, including its date and the space next to it. */
const MOST_MARKS = 9;
const MARK_PX = 96 * TEXT_SCALE;
const SPLIT_IN_WORDS = 'Errors are drawn below the line, on a scale of their own. ';
const KEYS_IN_WORDS =
  'Left and Right move, with Shift they select, Enter selects the rows of that time, Escape clears it.';

/** Rows over time above the grid, with errors in red below the line. A drag, a click or Enter selects the rows of a time. */
export function RowStrip(props: {
  readonly run: RunState;
  readonly columns: ArrangedColumns;
  /** The time of the axis; undefined: from the first row to the last. */
  readonly window: TickSpan | undefined;
}): ReactNode {
  const { run, columns, window: asked } = props;
  const window = useAxisWindow(asked);
  // Every page brings a new set of columns, but an unchanged mark does not ask for the series again.
  const mark = useSame(errorMark(columns));
  const question = useMemo(() => ({ buckets: STRIP_BUCKETS, window, mark }), [window, mark]);
  const { drawn, ofAll, isStale } = useSeries(run, question);
  const unread = useUnread(run, drawn);
  if (drawn === undefined) return <div className={css.strip} />;
  if (drawn.bucketCount === 0) return undefined;
  return (
    <Strip {...{ isStale, ofAll, unread }} runId={run.runId} series={drawn} hasMark={mark !== undefined} />
  );
}

/** The newest counts. During a drag, the previous ones stay until the next ones arrive. */
function useSeries(run: RunState, question: SeriesRequest) {
  const { series, seriesOfAll } = useServices();
  const filters = useListState(run.runId, ({ filters }) => filters);
  const wanted = useMemo(() => ({ ...question, filters }), [question, filters]);
  const { asked, answer: drawn } = useAnswer(series, run, wanted);
  const { answer: all } = useAnswer(seriesOfAll, run, filters.length > 0 ? question : undefined);
  const selected = asked?.question.filters ?? [];
  // Until both answers have the same buckets, only the selected rows are drawn.
  const hasAll = selected.length > 0 && all?.from === drawn?.from && all?.bucketTicks === drawn?.bucketTicks;
  return { drawn, ofAll: hasAll ? all?.totals : undefined, isStale: selected !== filters };
}

/** Returns the same object for the same window, because a new object would ask for the series again. */
function useAxisWindow(asked: TickSpan | undefined) {
  const [from, to] = [asked?.from, asked?.to];
  return useMemo(
    () =>
      axisSpan(
        from === undefined || to === undefined ? undefined : { from: clampTicks(from), to: clampTicks(to) },
      ),
    [from, to],
  );
}

interface StripProps {
  readonly runId: number;
  readonly series: TimeSeries;
  /** The selection has changed, and its counts are not here yet. */
  readonly isStale: boolean;
  /** The counts of all rows, if `series` is of a selection. */
  readonly ofAll: Uint32Array | undefined;
  readonly unread: UnreadTime;
  /** Whether it is known which rows are errors. */
  readonly hasMark: boolean;
}

function Strip({ runId, series, isStale, ofAll, unread, hasMark }: StripProps): ReactNode {
  const { timeZone } = useZone();
  const summaryId = useId();
  const { timeCursor } = useServices();
  const cursor = useStore(timeCursor);
  const axis = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(axis);
  const wordsOf = (part: BucketRange): string =>
    rangeWords(series, part, { timeZone, hasMark, ofAll, unread });
  const selectTime = useSelectTime(runId);
  const { at, range, isKeyed, handlers } = useBucketRange({
    bucketCount: series.bucketCount,
    onMoved: (moved) => announce(wordsOf(moved)),
    onPoint: (end) => timeCursor.point(rangeWindow(series, { anchor: end, end }).from),
    onChoose: (chosen, continues) => selectTime(rangeWindow(series, chosen), continues),
  });
  const shape = useMemo(() => stripShape(series, ofAll), [series, ofAll]);
  const isSplit = shape.line < STRIP_HEIGHT;
  const shown = range ?? (at === undefined ? undefined : { anchor: at, end: at });
  const all = spanOf(series);
  return (
    <div className={css.strip}>
      <div
        className={cx(css.plot, unread === 'unknown' && parts.unread)}
        aria-busy={isStale}
        role="application"
        aria-label="Rows over time"
        aria-describedby={summaryId}
        tabIndex={0}
        {...handlers}
      >
        <p id={summaryId} data-visually-hidden="">
          {wordsOf({ anchor: 0, end: series.bucketCount - 1 })}. {outsideWords(series.outside)}
          {isSplit && SPLIT_IN_WORDS}
          {KEYS_IN_WORDS}
        </p>
        {unread !== 'unknown' &&
          unread.map((span) => (
            <Part key={String(span.from)} all={all} part={span} className={parts.unreadPart} />
          ))}
        <svg
          className={css.bars}
          viewBox={`0 0 ${series.bucketCount} ${STRIP_HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={shape.all} className={css.leftOut} />
          <path d={shape.rows} className={css.rows} />
          <path d={shape.errors} className={css.errors} />
        </svg>
        {isSplit && <div className={css.line} style={{ top: `${shape.line}%` }} />}
        {shown === undefined && cursor !== undefined && (
          <Part
            all={all}
            part={{ from: cursor, to: cursor + series.bucketTicks / 8n + 1n }}
            className={parts.cursor}
          />
        )}
        {shown !== undefined && (
          <Part
            all={all}
            part={rangeWindow(series, shown)}
            className={range === undefined ? parts.hover : parts.chosen}
          />
        )}
      </div>
      <div ref={axis} className={cx(css.axis, charts.ticks)} aria-hidden="true">
        {shown === undefined ? (
          <Axis window={all} timeZone={timeZone} width={width} outside={series.outside} />
        ) : (
          <p className="clip second">
            {wordsOf(shown)}. <span className="third">{hintWords(isSplit, isKeyed)}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** A part of the time of `all`, as a box of the same width. */
export function Part(props: {
  readonly all: TickSpan;
  readonly part: TickSpan;
  readonly className: string | undefined;
}): ReactNode {
  const { all, part } = props;
  const left = shareOf(all, part.from);
  const width = shareOf(all, part.to) - left;
  if (width <= 0) return undefined;
  return <div className={props.className} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />;
}

/** How many rows have no bar, for screen readers. */
function outsideWords({ before, after }: TimeSeries['outside']): string {
  const outside = before + after;
  return outside === 0 ? '' : `${formatPlural(outside, 'row')} outside the window. `;
}

/**
 * Labels at round times, with the date where a day begins. Keys are rounded, so a query may read rows before and after its window. They are
 * in the list but have no bar: their numbers are at the ends of the axis, instead of times.
 */
export function Axis(props: {
  readonly window: TickSpan;
  readonly timeZone: string | undefined;
  /** Width in CSS px. */
  readonly width: number;
  readonly outside: TimeSeries['outside'];
}): ReactNode {
  const { window, timeZone, width, outside } = props;
  const most = Math.max(2, Math.min(MOST_MARKS, Math.floor(width / MARK_PX)));
  const before = outside.before === 0 ? '' : `${formatPlural(outside.before, 'earlier row')}, no bar`;
  const after = outside.after === 0 ? '' : `${formatPlural(outside.after, 'later row')}, no bar`;
  const roomOf = (text: string): number => (text === '' ? -Infinity : (text.length + 3) * LETTER_PX);
  const marks = axisMarks(window, most, clockOf(timeZone)).flatMap(({ ticks, day, label, zone }) => {
    const share = windowShare(window, ticks);
    const text = [day?.slice(5), label, zone].filter((part) => part !== undefined).join(' ');
    const [at, half] = [share * width, (text.length * LETTER_PX) / 2];
    const isCovered = at - half < roomOf(before) || at + half > width - roomOf(after);
    return isCovered ? [] : [{ key: String(ticks), share, text }];
  });
  return (
    <>
      <span>{before}</span>
      <MarkLabels marks={marks} width={width} />
      <span>{after}</span>
    </>
  );
}

function hintWords(isSplit: boolean, isKeyed: boolean): string {
  const what = isKeyed ? 'Enter selects these rows' : 'Click or drag to select rows';
  return isSplit ? `Errors have a scale of their own. ${what}` : what;
}
