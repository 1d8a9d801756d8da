import type { KeySegment, SegmentKind } from '../../core/keys/base/scheme.ts';

/** How much time one step in a digit is. */
export interface DigitWorth {
  /** Ticks (100 ns) per step. */
  readonly ticks: bigint;
  /** Position from the right; 1 is the rightmost digit of the full number. */
  readonly placeFromRight: number;
  /** "27.8 h", "16.7 min", "100 ns". */
  readonly words: string;
}

/** DateTime.MaxValue.Ticks has 19 digits (.NET), and "D19" pads to 19. */
const FULL_DIGITS = 19;

/** 18 digits cover every instant from the year 318 to 3169. Without padding, today's ticks have 18. */
const UNPADDED_DIGITS = 18;

interface Unit {
  readonly ticks: number;
  readonly name: string;
}

/** From long to short. 10,000,000 ticks are a second (.NET TimeSpan.TicksPerSecond). */
const UNITS: readonly Unit[] = [
  { ticks: 365.2425 * 864e9, name: 'years' },
  { ticks: 864e9, name: 'days' },
  { ticks: 36e9, name: 'h' },
  { ticks: 6e8, name: 'min' },
  { ticks: 1e7, name: 's' },
  { ticks: 1e4, name: 'ms' },
  { ticks: 10, name: '\u00b5s' },
];

/** Ticks as a duration with at most three digits (lossy). */
export function ticksInWords(ticks: bigint): string {
  const value = Number(ticks);
  for (const unit of UNITS) {
    const amount = value / unit.ticks;
    if (amount >= 1)
      return `${Number(amount.toPrecision(amount >= 1000 ? 4 : 3)).toLocaleString('en-US')} ${unit.name}`;
  }
  return `${value * 100} ns`;
}

/** Kinds of segments whose digits can be a duration. */
export const TIME_KINDS: ReadonlySet<SegmentKind> = new Set([
  'date',
  'subsecond',
  'inverted-date',
  'inverted-subsecond',
]);

function isTime(segment: KeySegment | undefined): boolean {
  return segment !== undefined && TIME_KINDS.has(segment.kind);
}

/**
 * How much time one step is in the digit at `charIndex` of segment `segmentIndex`, if that is part of a ticks number: a run of
 * time segments that reads as D19 (from its left end, so it may be cut short) or as 18 digits without padding. Undefined for
 * anything else (dates, Unix seconds, prefixes).
 */
export function digitWorth(
  segments: readonly KeySegment[],
  segmentIndex: number,
  charIndex: number,
): DigitWorth | undefined {
  const segment = segments[segmentIndex];
  if (segment === undefined || !TIME_KINDS.has(segment.kind)) return undefined;
  let first = segmentIndex;
  while (first > 0 && isTime(segments[first - 1])) first -= 1;
  let run = '';
  let position = charIndex;
  for (let i = first; i < segments.length; i += 1) {
    const part = segments[i];
    if (part === undefined || !TIME_KINDS.has(part.kind)) break;
    if (i < segmentIndex) position += part.text.length;
    run += part.text;
  }
  const digits = ticksDigits(run, segment.kind.startsWith('inverted'));
  if (digits === undefined || position >= run.length) return undefined;
  const placeFromRight = digits - position;
  const ticks = 10n ** BigInt(placeFromRight - 1);
  return { ticks, placeFromRight, words: ticksInWords(ticks) };
}

/** The number of digits of the full number that a run is, or is the beginning of. */
function ticksDigits(run: string, inverted: boolean): number | undefined {
  if (!/^\d+$/.test(run) || run.length > FULL_DIGITS || run.length < 6) return undefined;
  if (inverted) return /^[23]/.test(run) ? FULL_DIGITS : undefined;
  // The year 1590 begins with 05, the year 3169 with 09. A D19 number that is cut short keeps its leading zero.
  if (/^0[5-9]/.test(run)) return FULL_DIGITS;
  return run.length === UNPADDED_DIGITS && /^[5-9]/.test(run) ? UNPADDED_DIGITS : undefined;
}
