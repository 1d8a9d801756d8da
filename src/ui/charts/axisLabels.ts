import type { TickSpan } from '../../core/keys/base/scheme.ts';
import type { ZoneClock } from '../../core/time/zoneClock.ts';
import { TEXT_SCALE } from '../theme/textScale.ts';
import { axisMarks, windowShare } from './timeAxis.ts';

/** A mark of a horizontal axis. */
export interface AxisLabel {
  readonly key: string;
  /** 0 at the left edge of the plot, 1 at its right one. */
  readonly share: number;
  readonly text: string;
  /** A second line. */
  readonly below?: string | undefined;
}

/** Margins of a chart's plot, in px, for what is laid over the plot. */
export const PLOT = { top: 8, right: 16, bottom: 6, left: 72 * TEXT_SCALE } as const;
/** Width of a letter of a label in px, slightly too large rather than too small. */
export const LETTER_PX = 6.5 * TEXT_SCALE;
/** Room for a mark of a time axis, px. */
export const MARK_PX = 76 * TEXT_SCALE;

/** How a label lies at its mark: `first` begins there, `middle` is centred on it, `last` ends there. */
type MarkSide = 'first' | 'middle' | 'last';

/**
 * The sides of both lines of a label, on an axis with `roomPx` beyond each end. A time that is not centred on its mark
 * may be read as another time, so it is moved only if it would be cut off. The second line starts or ends at the mark.
 */
export function labelSides(
  { share, text, below = '' }: Pick<AxisLabel, 'share' | 'text' | 'below'>,
  axisPx: number,
  roomPx: number,
): { readonly text: MarkSide; readonly below: 'first' | 'last' } {
  const at = share * axisPx;
  const half = (text.length * LETTER_PX) / 2;
  return {
    text: at + roomPx < half ? 'first' : at + half > axisPx + roomPx ? 'last' : 'middle',
    below: at + below.length * LETTER_PX > axisPx + roomPx ? 'last' : 'first',
  };
}

/**
 * Labels at round times, as on the map. The second line has the date at the first label and at each new day (or year, if steps are
 * days), the zone's name at the first label, and the offset after a clock change.
 */
export function timeLabels(
  window: TickSpan,
  most: number,
  clock: ZoneClock | undefined,
  zoneName?: string,
): readonly AxisLabel[] {
  return axisMarks(window, most, clock).map((mark, at) => {
    const below = [mark.day, at === 0 ? zoneName : undefined, mark.zone].filter((text) => text !== undefined);
    return {
      key: String(mark.ticks),
      share: windowShare(window, mark.ticks),
      text: mark.label,
      ...(below.length > 0 && { below: below.join(' ') }),
    };
  });
}

/**
 * Keeps the second lines of labels on a time axis of `axisPx` from overlapping: one that would is cut to its first
 * word, the date. The first label also names the zone, so it is long.
 */
export function apart<Label extends Pick<AxisLabel, 'share' | 'below'>>(
  labels: readonly Label[],
  axisPx: number,
): readonly Label[] {
  return labels.map((label, at) => {
    const next = labels.slice(at + 1).find(({ below }) => below !== undefined);
    const room = next === undefined ? Number.POSITIVE_INFINITY : (next.share - label.share) * axisPx;
    if (label.below === undefined || (label.below.length + 1) * LETTER_PX <= room) return label;
    return { ...label, below: label.below.split(' ', 1)[0] };
  });
}

/** How many bands a label takes, rounded up to 1, 2, 5, 10, 20 ... `bandPx`: the width of a band. */
export function labelStep(bandPx: number, labelPx: number): number {
  const least = bandPx > 0 ? labelPx / bandPx : 1;
  let step = 1;
  for (let at = 0; step < least; at++) step = ([1, 2, 5][at % 3] ?? 1) * 10 ** Math.floor(at / 3);
  return step;
}
