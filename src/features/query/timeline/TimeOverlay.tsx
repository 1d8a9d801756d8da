import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { spanOf, type TimeBuckets } from '../../../core/entities/order/timeBuckets.ts';
import type { TickSpan } from '../../../core/keys/base/scheme.ts';
import { announce } from '../../../ui/announce.ts';
import { moveOfWheel, WheelSteps } from '../../../ui/cellmap/usePointer.ts';
import { shareOf } from '../../../ui/charts/timeAxis.ts';
import { KEY_STEPS, useWheelListener } from '../../../ui/gestures.ts';
import { windowWords } from '../../../ui/text/windowWords.ts';
import { useSelectTime } from '../../shared/selection/useSelectTime.ts';
import { useServices, useStore } from '../../shared/services.tsx';
import { useZone } from '../../shared/shownTime.ts';
import { Part } from '../results/rows/RowStrip.tsx';
import parts from '../results/time/parts.module.css';
import { type BucketRange, rangeWindow } from '../results/rows/stripShape.ts';
import { useBucketRange } from '../results/rows/useBucketRange.ts';
import css from './timeline.module.css';
import type { SharedTrack } from './useTimeline.ts';

const ZOOM_STEP = 1.5;
/**
 * The rows of a stretch are selected once it has not changed for this long. Until then a drag only draws the edges of the stretch, because
 * selecting at each step would make the drag slow.
 */
const REST_MS = 100;

export interface PlaneProps {
  readonly tracks: readonly SharedTrack[];
  readonly isZoomed: boolean;
  /** Undefined shows the whole time. `isStep` (default true): Backspace returns to the time shown before. */
  readonly zoomTo: (span: TickSpan | undefined, isStep?: boolean) => void;
  readonly zoomBack: () => void;
  /** What each track has in a range of buckets, in words for screen readers. */
  readonly wordsOf: (range: BucketRange) => string;
}

/** The layer over all tracks that takes the mouse and the keys. */
export function TimeOverlay(
  props: PlaneProps & {
    readonly axis: TimeBuckets;
    readonly stretch: TickSpan | undefined;
  },
): ReactNode {
  const { axis, stretch, zoomTo, zoomBack, wordsOf } = props;
  const { timeCursor } = useServices();
  const { timeZone } = useZone();
  const summaryId = useId();
  const all = spanOf(axis);
  const cursor = useStore(timeCursor);
  const isIn = cursor !== undefined && cursor >= all.from && cursor < all.to;
  const at = isIn ? shareOf(all, cursor) : undefined;
  const start = isIn ? Number((cursor - axis.from) / axis.bucketTicks) : undefined;
  const place = useRef<HTMLDivElement>(null);
  const { asked, ask } = useSelectAtRest();
  const shown = asked ?? stretch;
  const { range, handlers } = useBucketRange({
    bucketCount: axis.bucketCount,
    start,
    onMoved: (moved) => announce(`${windowWords(rangeWindow(axis, moved), timeZone)}: ${wordsOf(moved)}`),
    onPoint: (end) => timeCursor.point(rangeWindow(axis, { anchor: end, end }).from),
    onChoose: (chosen, continues) => ask(rangeWindow(axis, chosen), continues),
  });
  const zoomAt = useZoomAt(place, all, zoomTo);
  const middle = at ?? 0.5;
  const half = (all.to - all.from) / 2n;
  const pan = (by: bigint): void => zoomTo({ from: all.from + by, to: all.to + by }, false);
  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoomAt(middle, ZOOM_STEP),
    '=': () => zoomAt(middle, ZOOM_STEP),
    '-': () => zoomAt(middle, 1 / ZOOM_STEP),
    z: () => zoomTo(shown ?? (range && rangeWindow(axis, range))),
    r: () => zoomTo(undefined),
    backspace: zoomBack,
    // At an end of the time shown the cursor stays, and the time moves on.
    ...(start === 0 && { arrowleft: () => pan(-half) }),
    ...(start === axis.bucketCount - 1 && { arrowright: () => pan(half) }),
  };
  return (
    <div
      ref={place}
      className={css.overlay}
      role="application"
      aria-label="Time of all tracks"
      aria-describedby={summaryId}
      aria-busy={asked !== undefined}
      tabIndex={0}
      {...handlers}
      onKeyDown={(event) => {
        const { ctrlKey, metaKey, altKey, shiftKey, key } = event;
        const isOfRange = ctrlKey || metaKey || altKey || (shiftKey && KEY_STEPS.has(key));
        const act = isOfRange ? undefined : keys[key.toLowerCase()];
        if (act === undefined) handlers.onKeyDown(event);
        else {
          event.preventDefault();
          // The keyboard range is in buckets of the current axis, which the key may change, so it is cleared.
          handlers.onBlur();
          act();
        }
      }}
      onPointerLeave={() => {
        handlers.onPointerLeave();
        timeCursor.point(undefined);
      }}
    >
      <p id={summaryId} data-visually-hidden="">
        {windowWords(all, timeZone)}. Left and Right move, past an end they show the time before or after,
        with Shift they select, Enter selects the rows of that time in all tracks. Plus and minus zoom, Z
        zooms to the selection, Backspace goes back, R shows all.
      </p>
      {shown && <Part all={all} part={shown} className={css.stretch} />}
      {range && <Part all={all} part={rangeWindow(axis, range)} className={parts.chosen} />}
      {at !== undefined && <div className={parts.cursor} style={{ left: `${at * 100}%` }} />}
    </div>
  );
}

/** Selects the rows of a stretch once it has not changed for REST_MS. `asked`: a stretch that is not selected yet. */
function useSelectAtRest() {
  const { run: runs, activity } = useServices();
  const run = useStore(runs);
  const selectTime = useSelectTime(run.phase === 'idle' ? 0 : run.runId);
  const [asked, setAsked] = useState<{ readonly span: TickSpan; readonly continues: boolean }>();
  const selectNow = useEffectEvent((): void => {
    if (asked === undefined) return;
    setAsked(undefined);
    selectTime(asked.span, asked.continues);
  });
  useEffect(() => {
    if (asked === undefined) return undefined;
    const end = activity.begin();
    const timer = setTimeout(() => selectNow(), REST_MS);
    // A key acts on what one sees: undo must take back this stretch, not the step before.
    const onKey = (): void => selectNow();
    window.addEventListener('keydown', onKey, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey, true);
      end();
    };
  }, [asked, activity]);
  // Another tab, or the end of the timeline, does not lose a stretch that was chosen just before.
  useEffect(() => () => selectNow(), []);
  return {
    asked: asked?.span,
    ask: (span: TickSpan, continues = false): void =>
      // A drag is one step of undo, which begins with its first selection; so the flag stays false until then.
      setAsked((before) => ({ span, continues: continues && before?.continues !== false })),
  };
}

/**
 * Returns a function that zooms around a point: a share (0..1) of the time shown. Ctrl with the wheel does the same at the pointer; a
 * sideways wheel moves to earlier or later times.
 */
function useZoomAt(place: RefObject<HTMLElement | null>, all: TickSpan, zoomTo: PlaneProps['zoomTo']) {
  const zoomAt = (share01: number, factor: number, isStep = true): void => {
    const span = all.to - all.from;
    const scaled = BigInt(Math.max(2, Math.round(Number(span) / factor)));
    const from = all.from + BigInt(Math.round(Number(span - scaled) * share01));
    zoomTo({ from, to: from + scaled }, isStep);
  };
  const [steps] = useState(() => new WheelSteps());
  useWheelListener(place, (event) => {
    const { deltaX, deltaY, clientX, timeStamp, ctrlKey, metaKey } = event;
    const { factor, across } = moveOfWheel({ deltaX, deltaY, x: 0, y: 0 });
    if (across === 0 && !ctrlKey && !metaKey) return;
    event.preventDefault();
    const { left = 0, width = 1 } = place.current?.getBoundingClientRect() ?? {};
    const isStep = steps.isStep(timeStamp, true, across === 0);
    if (across === 0) zoomAt((clientX - left) / width, factor, isStep);
    else {
      const by = BigInt(Math.round((Number(all.to - all.from) * across) / width));
      zoomTo({ from: all.from + by, to: all.to + by }, isStep);
    }
  });
  return zoomAt;
}
