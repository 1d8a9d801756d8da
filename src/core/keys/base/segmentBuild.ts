import { isoFromParts } from '../../time/civil.ts';
import { newRowTime, readInvertedTicksAt, readTicksAt } from './digits.ts';
import type { KeySegment, SegmentKind } from './scheme.ts';

/** One segment; `value` left out where it is undefined. */
export function segment(kind: SegmentKind, text: string, label: string, value?: string): KeySegment {
  return { kind, text, label, ...(value === undefined ? {} : { value }) };
}

/** Drops empty segments: a key without tail has no tail segment. */
export function nonEmpty(segments: readonly KeySegment[]): readonly KeySegment[] {
  return segments.filter((part) => part.text !== '');
}

/**
 * Ticks of `width` digits at `at`, cut into whole seconds and the part of a second. Undefined if they are not ticks.
 * The inverted form states the instant that it means, not the number that it shows.
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

/**
 * Texts joined by a separator as alternating segments; `describe` names each part by its place (0-based) and count.
 */
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
