const USUAL_ROOT_PX = 16;

/**
 * The factor of the browser's text size setting: 2 at 200 %. Read once, when the page loads. Sizes in CSS follow the
 * setting through `rem`; sizes that scripts set in px (rows of a grid, labels on a canvas) are multiplied by this.
 */
export const TEXT_SCALE: number = rootPx() / USUAL_ROOT_PX;

function rootPx(): number {
  // Tests and workers have no document.
  if (typeof document === 'undefined') return USUAL_ROOT_PX;
  const px = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Number.isFinite(px) && px > 0 ? px : USUAL_ROOT_PX;
}

/** Whether the main pointer is a finger, for which targets are larger (tokens.css). Read once, as above. */
export const IS_TOUCH: boolean = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
