import { fail, ok, type Result } from '../result.ts';
import { MAX_TICKS, TICKS_PER_MS, TICKS_PER_SECOND, UNIX_EPOCH_TICKS } from '../time/ticks.ts';

/** How the keys of a series write an instant. All forms are digits of a fixed width, so that text order is time order (or its reverse). */
export const SERIES_TIME_FORMS = [
  'seconds',
  'milliseconds',
  'inverted-seconds',
  'inverted-milliseconds',
  'ticks',
  'inverted-ticks',
] as const;
export type SeriesTimeForm = (typeof SERIES_TIME_FORMS)[number];

interface FormRule {
  readonly title: string;
  /** Ticks in one unit of the key. */
  readonly unitTicks: bigint;
  /** Digits of a key; shorter numbers are padded with zeros. */
  readonly width: number;
  /** The instant whose number is 0. If inverted, its key is the largest number. */
  readonly epoch: bigint;
  /** Set if later instants have smaller keys: the key is this minus the number. */
  readonly invertedFrom?: bigint;
}

const MAX_UNIX_S = 9_999_999_999n;
const MAX_UNIX_MS = 9_999_999_999_999n;

const RULES: Readonly<Record<SeriesTimeForm, FormRule>> = {
  seconds: { title: 'Unix seconds', unitTicks: TICKS_PER_SECOND, width: 10, epoch: UNIX_EPOCH_TICKS },
  milliseconds: { title: 'Unix milliseconds', unitTicks: TICKS_PER_MS, width: 13, epoch: UNIX_EPOCH_TICKS },
  'inverted-seconds': {
    title: 'Inverted Unix seconds (newest first)',
    unitTicks: TICKS_PER_SECOND,
    width: 10,
    epoch: UNIX_EPOCH_TICKS,
    invertedFrom: MAX_UNIX_S,
  },
  'inverted-milliseconds': {
    title: 'Inverted Unix milliseconds (newest first)',
    unitTicks: TICKS_PER_MS,
    width: 13,
    epoch: UNIX_EPOCH_TICKS,
    invertedFrom: MAX_UNIX_MS,
  },
  ticks: { title: 'Ticks (100 ns)', unitTicks: 1n, width: 19, epoch: 0n },
  'inverted-ticks': {
    title: 'Inverted ticks (newest first)',
    unitTicks: 1n,
    width: 19,
    epoch: 0n,
    invertedFrom: MAX_TICKS,
  },
};

export function timeFormTitle(form: SeriesTimeForm): string {
  return RULES[form].title;
}

/** Ticks in one unit of a key: keys are exact to it. */
export function timeFormUnit(form: SeriesTimeForm): bigint {
  return RULES[form].unitTicks;
}

export function isNewestFirst(form: SeriesTimeForm): boolean {
  return RULES[form].invertedFrom !== undefined;
}

/** The digits of a key, e.g. 10 for Unix seconds. */
export function timeFormWidth(form: SeriesTimeForm): number {
  return RULES[form].width;
}

/**
 * The key of an instant, rounded down to a unit of the form. Throws RangeError if the instant has no key of the form's
 * width: before 1970 or after 2286-11-20 for Unix time.
 */
export function timeKeyOf(form: SeriesTimeForm, ticks: bigint): string {
  const { unitTicks, width, epoch, invertedFrom } = RULES[form];
  const since = ticks - epoch;
  const number = since / unitTicks;
  const highest = invertedFrom ?? (form === 'ticks' ? MAX_TICKS : 10n ** BigInt(width) - 1n);
  if (since < 0n || number > highest)
    throw new RangeError(`${RULES[form].title} has no key of ${width} digits for ticks ${ticks}.`);
  return (invertedFrom === undefined ? number : invertedFrom - number).toString().padStart(width, '0');
}

/** The instant at which the unit of a key begins; a fault if the text is not a key of the form. */
export function timeOfKey(form: SeriesTimeForm, key: string): Result<bigint, string> {
  const { unitTicks, width, epoch, invertedFrom, title } = RULES[form];
  if (key.length !== width || !/^\d+$/.test(key)) return fail(`${title} needs ${width} digits.`);
  const written = BigInt(key);
  const number = invertedFrom === undefined ? written : invertedFrom - written;
  const ticks = epoch + number * unitTicks;
  return number < 0n || ticks > MAX_TICKS ? fail(`${title} has no such time.`) : ok(ticks);
}

/** The first and the last instant that have a key of the form. */
export function timeFormSpan(form: SeriesTimeForm): { readonly first: bigint; readonly last: bigint } {
  const { unitTicks, width, epoch, invertedFrom } = RULES[form];
  const highest = invertedFrom ?? 10n ** BigInt(width) - 1n;
  const last = epoch + highest * unitTicks + unitTicks - 1n;
  return { first: epoch, last: last > MAX_TICKS ? MAX_TICKS : last };
}
