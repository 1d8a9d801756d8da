import { isoFromParts } from '../../time/civil.ts';
import { newRowTime, readInvertedTicksAt, readTicksAt } from './digits.ts';
import type { KeySegment, SegmentKind } from './scheme.ts';

/** One segment; `value` left out where it is undefined. */
export function segment(kind: SegmentKind, text: string, label: string, value?: string): KeySegment {
  return { kind, text, label, ...(value === undefined ? {} : { value }) };
}

/** Drops empty segments, for example that of a missing tail. */
export function nonEmpty(segments: readonly KeySegment[]): readonly KeySegment[] {
  return segments.filter((part) => part.text !== '');
}

/**
 * Cuts `width` digits of ticks at `at` into whole seconds and the fraction. Undefined if they are not ticks. For inverted ticks,
 * the value is the instant that they mean, not the number.
 */
export function ticksSegments(
  text: string,
  at: number,
  width: number,
  isInverted: boolean,
): readonly KeySegment[] | undefined {
  const time = newRowTime();
  const isRead = isInverted ? readInvertedTicksAt(text, at, width, time) : readTicksAt(text, at, width, time);
  if (!isRead) return undefined;
  const cut = at + width - 7;
  const iso = isoFromParts(time.seconds, time.fraction);
  const [secondsValue, fractionValue] = [`${iso.slice(0, 19)}Z`, `0${iso.slice(19, 27)} s`];
  return isInverted
    ? [
        segment('inverted-date', text.slice(at, cut), 'inverted ticks, seconds part', secondsValue),
        segment(
          'inverted-subsecond',
          text.slice(cut, at + width),
          'inverted ticks, sub-second part',
          fractionValue,
        ),
      ]
    : [
        segment('date', text.slice(at, cut), 'ticks, seconds part', secondsValue),
        segment('subsecond', text.slice(cut, at + width), 'ticks, sub-second part', fractionValue),
      ];
}

/** Alternating segments of parts and separators. `describe` names each part by its index (from 0) and the number of parts. */
export function joinedSegments(
  text: string,
  separator: string,
  describe: (part: string, index: number, count: number) => KeySegment,
): readonly KeySegment[] {
  const parts = text.split(separator);
  const segments: KeySegment[] = [];
  parts.forEach((part, index) => {
    if (index > 0) segments.push(segment('separator', separator, 'separator'));
    segments.push(describe(part, index, parts.length));
  });
  return nonEmpty(segments);
}
