import { type PointerEvent, type RefObject, useState } from 'react';
import { useDrag } from '../useDrag.ts';
import { useWheelListener } from '../useWheelListener.ts';
import { HEAD_HEIGHT, type TimeScale, timeAt, TRACK_HEIGHT } from './geometry.ts';
import { requestAt, type Tracks } from './tracks.ts';
import type { TimeViewControl } from './useTimeView.ts';
import type { WaterfallRequest } from './waterfallTypes.ts';

interface PointerInput {
  readonly requests: readonly WaterfallRequest[];
  readonly tracks: Tracks;
  readonly scale: TimeScale;
  readonly time: TimeViewControl;
  readonly totalMs: number;
  readonly plot: RefObject<HTMLElement | null>;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onSelect: (position: number) => void;
}

interface Place {
  /** CSS px from the left and top edge of the plot. */
  readonly x: number;
  readonly y: number;
}

/** A shorter stretch of the strip is not meant as one. CSS px. */
const LEAST_STRETCH = 4;
const HIT_SLACK = 5;
const TIP_WIDTH = 380;
const TIP_HEIGHT = 150;
/** Turning the wheel by this many CSS px doubles or halves the visible time. */
const WHEEL_DOUBLING = 300;

/** Pointer and wheel over a waterfall: hover, click, pan, zoom, and selecting a time in the strip. */
export function usePointer(input: PointerInput) {
  const { requests, tracks, scale, totalMs, plot, scroller, onSelect } = input;
  const [hover, setHover] = useState<{ readonly position: number; readonly at: Place }>();
  const placeOf = (event: { clientX: number; clientY: number }): Place => {
    const box = plot.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const requestUnder = ({ x, y }: Place): number | undefined => {
    const row = Math.floor((y - HEAD_HEIGHT + (scroller.current?.scrollTop ?? 0)) / TRACK_HEIGHT);
    const track = tracks.tracks[row];
    // The name of a line selects its first request.
    if (x < scale.left) return track?.requests[0];
    const slackMs = (HIT_SLACK / scale.width) * (scale.view.toMs - scale.view.fromMs);
    return requestAt(requests, track, timeAt(scale, x), slackMs, totalMs);
  };
  const hoverAt = (event: PointerEvent<HTMLElement>): void => {
    const at = placeOf(event);
    const position = requestUnder(at);
    setHover(position === undefined ? undefined : { position, at });
  };
  /** Dragging the lines pans, if not all of the time is visible. */
  const pan = useDrag<{ readonly lastX: number }>({
    // Ignores the scroll bar, which is to the right of the content.
    begin: (event) =>
      event.nativeEvent.offsetX > event.currentTarget.clientWidth ? undefined : { lastX: event.clientX },
    move: ({ lastX }, event) => {
      input.time.panBy(((lastX - event.clientX) / scale.width) * (scale.view.toMs - scale.view.fromMs));
      return { lastX: event.clientX };
    },
    end: (_, hasMoved, event) => {
      const position = hasMoved ? undefined : requestUnder(placeOf(event));
      if (position !== undefined) onSelect(position);
    },
  });
  useWheel(input, placeOf);

  return {
    hovered: pan.hasMoved ? undefined : hover?.position,
    tipAt: hover === undefined ? undefined : tipPlace(hover.at, plot.current),
    isPanning: pan.hasMoved,
    handlers: {
      ...pan.handlers,
      // When a captured pointer is released, WebKit reports leave and enter without a move.
      onPointerEnter: hoverAt,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        pan.handlers.onPointerMove(event);
        hoverAt(event);
      },
      onPointerLeave: () => setHover(undefined),
      onDoubleClick: () => input.time.reset(),
    },
    ...useStretch(input, placeOf),
  };
}

/** Position of the tip next to the pointer, on the side with room. */
function tipPlace({ x, y }: Place, plot: HTMLElement | null) {
  const [width, height] = [plot?.clientWidth ?? 0, plot?.clientHeight ?? 0];
  return {
    ...(x + TIP_WIDTH + 20 > width ? { right: width - x + 14 } : { left: x + 14 }),
    ...(y + TIP_HEIGHT > height ? { bottom: Math.max(0, height - y + 10) } : { top: y + 14 }),
  };
}

/** The wheel with Ctrl (or a pinch) zooms at the pointer; with Shift or sideways it pans. */
function useWheel({ time, scale, plot }: PointerInput, placeOf: (event: WheelEvent) => Place): void {
  useWheelListener(plot, (event) => {
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      time.zoom(2 ** (event.deltaY / WHEEL_DOUBLING), timeAt(scale, placeOf(event).x), false);
    } else if (sideways !== 0) {
      event.preventDefault();
      time.panBy((sideways / scale.width) * (scale.view.toMs - scale.view.fromMs));
    }
  });
}

/** A drag over the strip zooms to that time. */
function useStretch({ time, scale, totalMs }: PointerInput, placeOf: (event: PointerEvent) => Place) {
  const xOf = (event: PointerEvent): number =>
    Math.min(Math.max(placeOf(event).x, scale.left), scale.left + scale.width);
  const timeOf = (x: number): number => ((x - scale.left) / scale.width) * totalMs;
  const { drag, handlers } = useDrag<{
    readonly from: number;
    readonly left: number;
    readonly width: number;
  }>({
    begin: (event) => ({ from: xOf(event), left: xOf(event), width: 0 }),
    move: ({ from }, event) => {
      const x = xOf(event);
      return { from, left: Math.min(from, x), width: Math.abs(from - x) };
    },
    end: ({ left, width }) => {
      if (width >= LEAST_STRETCH) time.show({ fromMs: timeOf(left), toMs: timeOf(left + width) });
    },
  });
  return {
    stretch: drag && { left: drag.left, width: drag.width },
    overviewHandlers: { ...handlers, onDoubleClick: () => time.reset() },
  };
}
