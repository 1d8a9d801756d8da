/** Stacked charts share one margin and axis width, so that their times line up. */
export const OVERLAY_MARGIN = { top: 8, right: 16, bottom: 0, left: 8 };
export const OVERLAY_AXIS_WIDTH = 56;
/** Space below the plot for the lower half of the lowest number, in px. */
export const OVERLAY_TIMES_GAP = 8;

const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 5 });

export function overlayNumber(value: number): string {
  return SHORT.format(value);
}
