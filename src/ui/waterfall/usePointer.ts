import { type PointerEvent, type RefObject, useState } from 'react';
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

/** A press that moves less than this is a click. CSS px. */
const CLICK_SLACK = 3;
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
  const pan = usePan(input);
  useWheel(input, placeOf);

  return {
    hovered: pan.isPanning ? undefined : hover?.position,
    tipAt: hover === undefined ? undefined : tipPlace(hover.at, plot.current),
    isPanning: pan.isPanning,
    handlers: {
      onPointerDown: pan.begin,
      // When a captured pointer is released, WebKit reports leave and enter without a move.
      onPointerEnter: hoverAt,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        pan.move(event);
        hoverAt(event);
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const moved = pan.end(event);
        const position = requestUnder(placeOf(event));
        if (!moved && event.button === 0 && position !== undefined) onSelect(position);
      },
      onPointerCancel: (event: PointerEvent<HTMLElement>) => void pan.end(event),
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

/** Dragging the lines pans, if not all of the time is visible. */
function usePan({ time, scale }: PointerInput) {
  const [drag, setDrag] = useState<{ readonly fromX: number; readonly lastX: number }>();
  const isPanning = drag !== undefined && Math.abs(drag.lastX - drag.fromX) > CLICK_SLACK;
  return {
    isPanning,
    begin: (event: PointerEvent<HTMLElement>): void => {
      // Ignores the scroll bar, which is to the right of the content.
      if (event.button !== 0 || event.nativeEvent.offsetX > event.currentTarget.clientWidth) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ fromX: event.clientX, lastX: event.clientX });
    },
    move: (event: PointerEvent<HTMLElement>): void => {
      if (drag === undefined) return;
      const span = scale.view.toMs - scale.view.fromMs;
      time.panBy(((drag.lastX - event.clientX) / scale.width) * span);
      setDrag({ fromX: drag.fromX, lastX: event.clientX });
    },
    /** Returns whether it was more than a click. */
    end: (event: PointerEvent<HTMLElement>): boolean => {
      setDrag(undefined);
      return drag !== undefined && Math.abs(event.clientX - drag.fromX) > CLICK_SLACK;
    },
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
  const [drawn, setDrawn] = useState<{ readonly fromX: number; readonly toX: number }>();
  const inside = (x: number): number => Math.min(Math.max(x, scale.left), scale.left + scale.width);
  const timeOf = (x: number): number => ((inside(x) - scale.left) / scale.width) * totalMs;
  const left = drawn && Math.min(drawn.fromX, drawn.toX);
  return {
    stretch:
      drawn === undefined || left === undefined
        ? undefined
        : { left, width: Math.abs(drawn.toX - drawn.fromX) },
    overviewHandlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { x } = placeOf(event);
        setDrawn({ fromX: inside(x), toX: inside(x) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drawn !== undefined) setDrawn({ fromX: drawn.fromX, toX: inside(placeOf(event).x) });
      },
      onPointerUp: () => {
        setDrawn(undefined);
        if (drawn === undefined || Math.abs(drawn.toX - drawn.fromX) <= CLICK_SLACK) return;
        const [fromX, toX] = [Math.min(drawn.fromX, drawn.toX), Math.max(drawn.fromX, drawn.toX)];
        time.show({ fromMs: timeOf(fromX), toMs: timeOf(toX) });
      },
      onPointerCancel: () => setDrawn(undefined),
      onDoubleClick: () => time.reset(),
    },
  };
}
