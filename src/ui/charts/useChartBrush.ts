import { useState } from 'react';

/** Two positions on the axis, in order, in buckets from the start. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Brush {
  readonly anchor: number;
  readonly current: number;
}

/** A pointer event as recharts reports it: the axis value of the nearest point. */
interface PointerState {
  readonly activeLabel?: string | number | undefined;
}

/** The range between two positions; undefined if they are equal. */
export function stretchOf(anchor: number, current: number): Stretch | undefined {
  if (anchor === current) return undefined;
  return { from: Math.min(anchor, current), to: Math.max(anchor, current) };
}

function placeOf(state: PointerState): number | undefined {
  if (state.activeLabel === undefined) return undefined;
  const place = Number(state.activeLabel);
  return Number.isFinite(place) ? place : undefined;
}

/** A drag over a chart with a number axis. Points are at bucket edges, so a range is always whole buckets. */
export function useChartBrush(onStretch: ((stretch: Stretch) => void) | undefined) {
  const [brush, setBrush] = useState<Brush>();
  return {
    stretch: brush && stretchOf(brush.anchor, brush.current),
    handlers: {
      onMouseDown: (state: PointerState) => {
        const place = placeOf(state);
        if (place !== undefined && onStretch !== undefined) setBrush({ anchor: place, current: place });
      },
      onMouseMove: (state: PointerState) => {
        const place = placeOf(state);
        if (place !== undefined && brush !== undefined) setBrush({ anchor: brush.anchor, current: place });
      },
      onMouseUp: () => {
        const done = brush && stretchOf(brush.anchor, brush.current);
        setBrush(undefined);
        if (done !== undefined) onStretch?.(done);
      },
      onMouseLeave: () => setBrush(undefined),
    },
  };
}
