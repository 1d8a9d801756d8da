import { useMemo } from 'react';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { zoneClock } from '../../core/time/zoneClock.ts';
import { axisMarks } from './timeAxis.ts';

const MARKS = 8;
/** Charts below each other have one margin and one width of the axis, so that their times are in line. */
export const OVERLAY_MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
export const OVERLAY_AXIS_WIDTH = 56;

const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

export function overlayNumber(value: number): string {
  return SHORT.format(value);
}

/** Marks of the time axis, in stretches of the window. */
export function useOverlayMarks(window: TickSpan, count: number, timeZone: string | undefined) {
  return useMemo(() => {
    const marks = overlayMarks(window, count, timeZone);
    return {
      ticks: marks.map(({ position }) => position),
      labelOf: (position: number) => marks.find((mark) => mark.position === position)?.label ?? '',
    };
  }, [window, timeZone, count]);
}

/** After a clock change a mark says its offset, because the clock may show the same hour twice. */
export function overlayMarks(
  window: TickSpan,
  count: number,
  timeZone: string | undefined,
): readonly { readonly position: number; readonly label: string }[] {
  const span = Number(window.to - window.from);
  return axisMarks(window, MARKS, timeZone === undefined ? undefined : zoneClock(timeZone)).map((mark) => ({
    position: (Number(mark.ticks - window.from) / span) * count,
    label: [mark.day, mark.label, mark.zone].filter((part) => part !== undefined).join(' '),
  }));
}
