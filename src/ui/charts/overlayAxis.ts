/** Charts below each other have one margin and one width of the axis, so that their times are in line. */
export const OVERLAY_MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
export const OVERLAY_AXIS_WIDTH = 56;
/** Below the plot: half of the lowest number, px. */
export const OVERLAY_TIMES_GAP = 8;

const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

export function overlayNumber(value: number): string {
  return SHORT.format(value);
}
