import { memo, type ReactNode } from 'react';
import { cx } from '../classes.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { type TimeView, LABEL_WIDTH, LINE_HEIGHT } from './useTimeView.ts';
import {
  spanOnLine,
  type Track,
  type Tracks,
  type WaterfallGrouping,
  type WaterfallRequest,
} from './tracks.ts';
import css from './Waterfall.module.css';
import { TroubleMark } from './WaterfallLegend.tsx';

/** The width in CSS px of a request that took no measurable time, which must be visible, too. */
const LEAST_WIDTH = 2;
/** A note with less room than this, in CSS px, is left out, because so few letters say nothing. */
const LEAST_NOTE = 46 * TEXT_SCALE;
const LETTER_WIDTH = 6 * TEXT_SCALE;

interface LinesProps {
  readonly requests: readonly WaterfallRequest[];
  readonly by: WaterfallGrouping;
  readonly tracks: Tracks;
  readonly selected: number | undefined;
  readonly totalMs: number;
  readonly view: TimeView;
  readonly pxPerMs: number;
  /** The width of a line with its name, in CSS px. */
  readonly fullWidth: number;
  readonly scrollTop: number;
  readonly height: number;
}

/** Draws only the visible lines. */
export const WaterfallLines = memo(function WaterfallLines(props: LinesProps): ReactNode {
  const { tracks, scrollTop, height } = props;
  const first = Math.floor(scrollTop / LINE_HEIGHT);
  const inSight = tracks.tracks.slice(first, Math.ceil((scrollTop + height) / LINE_HEIGHT));
  return inSight.map((track, at) => <Line key={first + at} {...props} row={first + at} track={track} />);
});

interface LineProps extends LinesProps {
  readonly row: number;
  readonly track: Track;
}

/** One line: its name, and its requests. */
function Line(props: LineProps): ReactNode {
  const { requests, by, tracks, selected, row, track, totalMs } = props;
  const isLane = by === 'lane';
  return (
    <div
      className={css.line}
      style={{ top: (row + 1) * LINE_HEIGHT, height: LINE_HEIGHT }}
      data-selected={(selected !== undefined && tracks.trackOf[selected] === row) || undefined}
    >
      <span className={css.label} style={{ width: LABEL_WIDTH - 8 }} data-at={track.requests[0]}>
        {track.label}
      </span>
      {drawnOf(props).map(([at, position]) => {
        const next = requests[track.requests[at + 1] ?? -1];
        return (
          <RequestBars
            key={position}
            request={requests[position] as WaterfallRequest}
            position={position}
            isLane={isLane}
            isSelected={position === selected}
            untilMs={totalMs}
            nextAtMs={next && spanOnLine(next, isLane, totalMs)[0]}
            pxPerMs={props.pxPerMs}
            fullWidth={props.fullWidth}
          />
        );
      })}
    </div>
  );
}

/** The requests of a line in the visible time. There may be thousands, so those that earlier ones would cover are not drawn. */
function drawnOf({ requests, by, selected, view, track, totalMs, pxPerMs }: LineProps) {
  let drawnToMs = 0;
  return [...track.requests.entries()].filter(([, position]) => {
    const request = requests[position] as WaterfallRequest;
    const [beginMs, endMs] = spanOnLine(request, by === 'lane', totalMs);
    if (endMs < view.fromMs || beginMs > view.toMs) return false;
    const isCovered = (endMs - drawnToMs) * pxPerMs < 0.5 && request.outcome === 'answered';
    if (isCovered && position !== selected) return false;
    drawnToMs = endMs;
    return true;
  });
}

interface RequestProps extends Pick<LinesProps, 'pxPerMs' | 'fullWidth'> {
  readonly request: WaterfallRequest;
  readonly position: number;
  /** Whether lines are lanes. A waiting request holds no lane, so waits are not drawn then. */
  readonly isLane: boolean;
  readonly isSelected: boolean;
  /** The end of the time that is known so far. */
  readonly untilMs: number;
  /** Start of the next request on the line. */
  readonly nextAtMs: number | undefined;
}

/** One request: its phases from left to right, its mark, the wait for its retry, and a note if there is room. */
function RequestBars(props: RequestProps): ReactNode {
  const { request, isLane, untilMs, pxPerMs } = props;
  const { endedAtMs = untilMs, outcome, retryAtMs } = request;
  const [beginMs, endMs] = spanOnLine(request, isLane, untilMs);
  const fits = (words: string, ms: number): boolean => words.length * LETTER_WIDTH + 8 < ms * pxPerMs;
  return (
    <div
      className={css.request}
      data-at={props.position}
      data-selected={props.isSelected || undefined}
      data-outcome={outcome}
      style={{
        left: LABEL_WIDTH + beginMs * pxPerMs,
        width: Math.max(LEAST_WIDTH, (endMs - beginMs) * pxPerMs),
      }}
    >
      {barsOf(props).map(([phase, fromMs, toMs, words = '']) => (
        <span
          key={phase}
          className={cx(css.bar, css[phase])}
          style={{ left: (fromMs - beginMs) * pxPerMs, width: (toMs - fromMs) * pxPerMs }}
        >
          {words !== '' && fits(words, toMs - fromMs) && <span className={css.words}>{words}</span>}
        </span>
      ))}
      {(outcome === 'throttled' || outcome === 'failed') && (
        <span className={css.trouble} style={{ left: (endedAtMs - beginMs) * pxPerMs }}>
          <TroubleMark outcome={outcome} />
        </span>
      )}
      {!isLane && retryAtMs === undefined && <Note {...props} afterMs={endMs} />}
    </div>
  );
}

type Bar = readonly [phase: string, fromMs: number, toMs: number, words?: string | undefined];

/** The phases of a request that took time. */
function barsOf({ request, isLane, untilMs, nextAtMs, pxPerMs }: RequestProps): readonly Bar[] {
  const { sentAtMs, endedAtMs = untilMs, firstByteAtMs = endedAtMs, decodedAtMs = endedAtMs } = request;
  const answeredAtMs = Math.max(firstByteAtMs, sentAtMs + LEAST_WIDTH / pxPerMs);
  const look = HOLLOW.has(request.outcome) ? 'empty' : 'service';
  const service: Bar = [look, sentAtMs, answeredAtMs, isLane ? request.name : undefined];
  // The lane may already have its next request while an answer is decoded.
  const freeAtMs = isLane ? Math.min(decodedAtMs, nextAtMs ?? decodedAtMs) : decodedAtMs;
  const answer: readonly Bar[] = [
    service,
    ['body', firstByteAtMs, endedAtMs],
    ['decode', endedAtMs, freeAtMs],
  ];
  const { queuedAtMs, retryAtMs = 0, retryNote } = request;
  const bars: readonly Bar[] = isLane
    ? answer
    : [['queued', queuedAtMs, sentAtMs], ...answer, ['wait', decodedAtMs, retryAtMs, retryNote]];
  return bars.filter(([, fromMs, toMs]) => toMs > fromMs);
}

/** Outcomes without data, or without data yet. They are drawn as an outline. */
const HOLLOW: ReadonlySet<WaterfallRequest['outcome']> = new Set(['empty', 'open', 'cancelled']);

/** The outcome of a request, shown after its bar as far as there is room before the edge or the next request. */
function Note(props: RequestProps & { readonly afterMs: number }): ReactNode {
  const { request, nextAtMs, pxPerMs, afterMs } = props;
  const toEdge = props.fullWidth - LABEL_WIDTH - afterMs * pxPerMs - 20;
  const room = nextAtMs === undefined ? toEdge : (nextAtMs - afterMs) * pxPerMs - 12;
  return (
    room >= LEAST_NOTE && (
      <span className={css.note} style={{ maxWidth: room }}>
        {request.note}
      </span>
    )
  );
}
