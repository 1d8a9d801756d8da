import { DURATION_UNITS, durationText } from '../time/durationText.ts';
import { TICKS_PER_DAY } from '../time/ticks.ts';
import type { KeySegment } from './base/scheme.ts';
import { TIME_KINDS } from './base/segmentBuild.ts';

/** How much time one step of a digit of ticks stands for. */
export interface DigitWorth {
  /** Offset of the digit in the key. */
  readonly at: number;
  /** The position of the digit, counted from the right; 1 is single ticks. */
  readonly place: number;
  readonly stepTicks: bigint;
  /** In one unit, rounded to one decimal: "1.2 d", "16.7 min", "100 ns". */
  readonly words: string;
  /** The exact value: "1 d 3 h 46 min 40 s". */
  readonly exactWords: string;
}

/** Mean Gregorian year: 365.2425 days. */
const TICKS_PER_YEAR = (TICKS_PER_DAY * 3_652_425n) / 10_000n;
const NS_PER_TICK = 100n;

const UNITS: readonly { readonly ticks: bigint; readonly name: string }[] = [
  { ticks: TICKS_PER_YEAR, name: 'y' },
  ...DURATION_UNITS,
  { ticks: 10n, name: 'µs' },
];

/** A duration in its largest unit with one decimal, rounded to nearest. */
function roundedWords(ticks: bigint): string {
  const unit = UNITS.find((each) => ticks >= each.ticks);
  if (unit === undefined) return `${ticks * NS_PER_TICK} ns`;
  const tenths = (ticks * 20n + unit.ticks) / (unit.ticks * 2n);
  const rest = tenths % 10n;
  return `${tenths / 10n}${rest === 0n ? '' : `.${rest}`} ${unit.name}`;
}

/** How much time one step of the digit at a position from the right (1 .. 19) stands for. */
export function placeWorth(place: number): Omit<DigitWorth, 'at'> {
  const stepTicks = 10n ** BigInt(place - 1);
  return { place, stepTicks, words: roundedWords(stepTicks), exactWords: durationText(stepTicks) };
}

function isTicks({ kind, label }: KeySegment): boolean {
  return TIME_KINDS.has(kind) && label.includes('ticks');
}

/** The number of digits that the whole number has: 18 if unpadded, 20 for some writers, otherwise 19, even if the number is cut short. */
function widthOf(digits: string): number {
  if (digits.length === 20) return 20;
  return digits.length === 18 && /^[5-9]/.test(digits) ? 18 : 19;
}

/**
 * The digits of the ticks in a key, left to right, each with the time that one step of it stands for. Empty if the key has no segments of
 * ticks. A key that is cut short shows fewer digits, with the same values.
 */
export function digitRuler(segments: readonly KeySegment[]): readonly DigitWorth[] {
  const worths: DigitWorth[] = [];
  const ticks = segments.filter(isTicks).map((part) => part.text);
  const width = widthOf(ticks.join(''));
  let at = 0;
  let taken = 0;
  for (const part of segments) {
    const count = isTicks(part) ? Math.min(part.text.length, width - taken) : 0;
    for (let index = 0; index < count; index++) {
      worths.push({ at: at + index, ...placeWorth(width - taken) });
      taken++;
    }
    at += part.text.length;
  }
  return worths;
}
