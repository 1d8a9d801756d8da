import { TEXT_SCALE } from '../theme/textScale.ts';

/** Margins of a chart's plot, in px, for what is laid over the plot. */
export const PLOT = { top: 8, right: 16, bottom: 6, left: 72 * TEXT_SCALE } as const;
