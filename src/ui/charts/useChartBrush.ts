import { useState } from 'react';

/** Two places on the axis, in buckets from the start, in order. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Brush {
  readonly anchor: number;
  readonly current: number;
}

/** What recharts says of a pointer event: the axis value of the nearest point. */
interface PointerState {
  readonly activeLabel?: string | number | undefined;
}

/** The stretch between two places; undefined where they are one. */
export function stretchOf(anchor: number, current: number): Stretch | undefined {
  if (anchor === current) return undefined;
  return { from: Math.min(anchor, current), to: Math.max(anchor, current) };
}

function placeOf(state: PointerState): number | undefined {
  if (state.activeLabel === undefined) return undefined;
  const place = Number(state.activeLabel);
  return Number.isFinite(place) ? place : undefined;
}

/** A drag over a chart with a number axis. Points stand on bucket edges, so a stretch is always whole buckets. */
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
