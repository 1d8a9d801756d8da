import type { KeySegment } from '../../core/keys/base/scheme.ts';
import { type TextBounds, spokenText, visibleText } from '../text/textParts.ts';

export function keyText(segments: readonly KeySegment[]): string {
  return segments.map((segment) => segment.text).join('');
}

/** "prefix of 100: 37": one segment in words. */
export function segmentSummary(segment: KeySegment): string {
  return `${spokenText(segment.label)}: ${spokenText(segment.value ?? segment.text)}`;
}

export interface PlacedSegment {
  readonly segment: KeySegment;
  /** Index among the segments. */
  readonly index: number;
  /** UTF-16 offset in the key: a stable React key. */
  readonly offset: number;
}

/** Characters that are always drawn as they are. */
const PRINTABLE = /^[\x21-\x7e]*$/;

/** Maximum number of segments drawn; no writer has more. */
const MOST_SEGMENTS = 60;

export interface ShownSegments {
  readonly placed: readonly PlacedSegment[];
  /** Number of UTF-16 units that are not drawn. */
  readonly hidden: number;
}

/** The first segments of a key within the bounds. The last one may be cut. */
export function shownSegments(segments: readonly KeySegment[], bounds: TextBounds): ShownSegments {
  const placed: PlacedSegment[] = [];
  let { chars, marks } = bounds;
  let offset = 0;
  let isCut = false;
  for (const [index, segment] of segments.entries()) {
    const mayDraw = !isCut && placed.length < MOST_SEGMENTS && chars > 0 && marks > 0;
    if (mayDraw && segment.text.length <= chars && PRINTABLE.test(segment.text)) {
      // Fast path for nearly all segments: scrolling draws thousands per second.
      placed.push({ segment, index, offset });
      chars -= segment.text.length;
    } else if (mayDraw) {
      const { parts, to } = visibleText(segment.text, { ...bounds, chars, marks });
      isCut = to < segment.text.length;
      placed.push({
        segment: isCut ? { ...segment, text: segment.text.slice(0, to) } : segment,
        index,
        offset,
      });
      for (const part of parts) {
        if (part.kind === 'mark') marks -= 1;
        else chars -= part.text.length;
      }
    }
    offset += segment.text.length;
  }
  const last = placed.at(-1);
  return { placed, hidden: offset - (last === undefined ? 0 : last.offset + last.segment.text.length) };
}

/** A segment for a narrow space: three pieces that, joined, are its text. */
export interface CompactParts {
  readonly before: string;
  /** Drawn as dots. */
  readonly left: string;
  readonly after: string;
}

/** From this many zeros on, the zeros at the start of a number are padding. */
const FILLING_ZEROS = /^0{3,}(?=\d)/u;
/** A GUID or a hash is recognized by its ends. */
const LONG_NAME = /^(?=.*\d)[A-Za-z0-9-]{16,}$/u;
const NAME_START = 4;
const NAME_END = 3;

/** The least informative piece of a segment: padding zeros, or the middle of a GUID or a hash. */
export function compactParts({ kind, text }: KeySegment): CompactParts {
  const zeros = kind === 'prefix' || kind === 'index' ? (FILLING_ZEROS.exec(text)?.[0] ?? '') : '';
  if (zeros !== '') return { before: '', left: zeros, after: text.slice(zeros.length) };
  if (kind === 'identity' && LONG_NAME.test(text)) {
    const end = text.length - NAME_END;
    return { before: text.slice(0, NAME_START), left: text.slice(NAME_START, end), after: text.slice(end) };
  }
  return { before: text, left: '', after: '' };
}
