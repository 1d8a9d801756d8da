import { secondText } from '../../time/formatInstant.ts';
import { clampTicks, MAX_TICKS } from '../../time/ticks.ts';
import { durationText } from '../../time/durationText.ts';
import { isDigits } from '../base/digits.ts';
import type { KeySegment, TickSpan } from '../base/scheme.ts';
import { segment } from '../base/segmentBuild.ts';

const WIDTH = 19;
/** Fewer digits are useless: two of them cover 317 years. */
const FEWEST = 3;

/** The interval of instants that the first digits of a 19-digit number cover. */
interface TruncatedTicks {
  readonly window: TickSpan;
  /** The exact length: "11.6 d", for example. */
  readonly length: string;
}

/**
 * The interval that the first 3 .. 18 digits of ticks (or inverted ticks) cover, limited to the calendar; undefined if they are
 * not digits or cover nothing.
 */
export function truncatedTicks(digits: string, isInverted: boolean): TruncatedTicks | undefined {
  if (digits.length < FEWEST || digits.length >= WIDTH || !isDigits(digits)) return undefined;
  const step = 10n ** BigInt(WIDTH - digits.length);
  const low = BigInt(digits) * step;
  const from = isInverted ? MAX_TICKS - low - step + 1n : low;
  const to = from + step;
  if (to <= 0n || from > MAX_TICKS) return undefined;
  return { window: { from, to }, length: durationText(step) };
}

/** Segments of truncated ticks at the end of a text. */
export function truncatedSegments(digits: string, isInverted: boolean): readonly KeySegment[] | undefined {
  const cut = truncatedTicks(digits, isInverted);
  if (cut === undefined) return undefined;
  return [
    segment(
      isInverted ? 'inverted-date' : 'date',
      digits,
      isInverted ? 'inverted ticks, cut short' : 'ticks, cut short',
      `${secondText(clampTicks(cut.window.from))} .. ${secondText(clampTicks(cut.window.to - 1n))}`,
    ),
  ];
}
