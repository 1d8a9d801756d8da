import { TEXT_SCALE } from '../theme/textScale.ts';

/** Room beside the drawing of a chart, in px: what lies over it must know where it is. */
export const PLOT = { top: 8, right: 16, bottom: 6, left: 72 * TEXT_SCALE } as const;
