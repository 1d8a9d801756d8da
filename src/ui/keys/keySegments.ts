import type { KeySegment } from '../../core/keys/scheme.ts';
import { spokenText } from './visibleText.ts';

/** The exact key. */
export function keyText(segments: readonly KeySegment[]): string {
  return segments.map((segment) => segment.text).join('');
}

/** "prefix of 100: 37": one part in words. */
export function segmentSummary(segment: KeySegment): string {
  return `${segment.label}: ${spokenText(segment.value ?? segment.text)}`;
}

/** "prefix of 100: 37; minute: 21:17": the anatomy in words, without separators. */
export function keySummary(segments: readonly KeySegment[]): string {
  return segments
    .filter((segment) => segment.kind !== 'separator')
    .map(segmentSummary)
    .join('; ');
}

export interface PlacedSegment {
  readonly segment: KeySegment;
  /** Position among the segments. */
  readonly index: number;
  /** UTF-16 offset in the key: a stable React key. */
  readonly offset: number;
}

export function placeSegments(segments: readonly KeySegment[]): readonly PlacedSegment[] {
  let offset = 0;
  return segments.map((segment, index) => {
    const at = offset;
    offset += segment.text.length;
    return { segment, index, offset: at };
  });
}
