import { startOf } from '../base/timeCodec.ts';
import { gcd } from '../../bigints.ts';
import { TICKS_PER_DAY, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';
import { cutPrefixedKey } from './prefixedKey.ts';

/* What the other keys of a table tell about a key: whether its numbers are times at all, of which kind, and how they are rounded. */

/**
 * Caches what a function says about a sample, because every scheme asks it again for every key of a column. The sample must not be changed
 * afterwards.
 */
export function sampleFact<T>(
  factOf: (sample: readonly string[]) => T,
): (sample: readonly string[] | undefined) => T | undefined {
  const known = new WeakMap<readonly string[], { readonly fact: T }>();
  return (sample) => {
    if (sample === undefined) return undefined;
    const kept = known.get(sample) ?? { fact: factOf(sample) };
    known.set(sample, kept);
    return kept.fact;
  };
}

/** With fewer neighbours, nothing is concluded about an id. */
const ENOUGH_IDS = 5;
/** How many neighbours are looked at. */
const MOST_LOOKED_AT = 64;
/** The share of the neighbours that must be times. */
const LEAST_TIMES = 0.8;
/** Ten years. Random ids, read as times, are spread over a century or more. */
const CLOSE_TICKS = 10n * 315_576_000_000_000n;

/**
 * Whether the neighbours of a short id, read the same way, are times within ten years of each other, as those of random ids are not.
 * Undefined if there are too few neighbours to tell.
 */
export function areTimesClose(
  sample: readonly string[],
  ticksOf: (text: string) => bigint | undefined,
): boolean | undefined {
  const texts = [...new Set(sample)].slice(0, MOST_LOOKED_AT);
  if (texts.length < ENOUGH_IDS) return undefined;
  const times = texts.map(ticksOf).filter((ticks) => ticks !== undefined);
  if (times.length < ENOUGH_IDS || times.length < texts.length * LEAST_TIMES) return false;
  return times.every((a) => times.every((b) => a - b <= CLOSE_TICKS));
}

/** Of fewer numbers, all may have a right check digit by chance. */
const ENOUGH_CHECKED = 6;
/** Fewer numbers of one width may begin differently just because several writers wrote them. */
const ENOUGH_RANDOM = 12;
/** Times of one writer begin with the same two digits, or with few pairs over a long span; random numbers begin with any digits. */
const LEAST_FIRST_DIGITS = 4;
const LEAST_DIGIT_SPREAD = 5;
const LEAST_HEADS = 8;
/**
 * Among random numbers, at most this share (or this many) begin with the same two digits. If more do, they are times mixed with other
 * numbers.
 */
const MOST_ALIKE_SHARE = 0.25;
const MOST_ALIKE = 4;

/** Whether the first digits of numbers of one width vary as much as those of random numbers. */
function beginAtRandom(keys: readonly string[]): boolean {
  if (new Set(keys.map(({ length }) => length)).size > 1 || !keys.every((key) => isDigits(key))) return false;
  const firsts = [...new Set(keys.map((key) => key.charCodeAt(0)))];
  const heads = new Map<string, number>();
  for (const key of keys) heads.set(key.slice(0, 2), (heads.get(key.slice(0, 2)) ?? 0) + 1);
  return (
    Math.max(...heads.values()) <= Math.max(MOST_ALIKE, keys.length * MOST_ALIKE_SHARE) &&
    firsts.length >= LEAST_FIRST_DIGITS &&
    Math.max(...firsts) - Math.min(...firsts) >= LEAST_DIGIT_SPREAD &&
    heads.size >= LEAST_HEADS
  );
}

/**
 * Whether the last digit is a correct check digit: of an article number (EAN-13, 13 digits) or of a bank card (16 digits; ISO/IEC 7812,
 * Luhn). One in ten other numbers passes by chance. Card numbers begin with 2 to 6, current Unix microseconds with 1.
 */
export function isChecked(key: string): boolean {
  if (!/^(?:\d{13}|[2-6]\d{15})$/.test(key)) return false;
  const isCard = key.length === 16;
  const sum = key.split('').reduce((all, digit, at) => {
    const isPlain = (at % 2 === 0) !== isCard;
    const value = Number(digit) * (isPlain ? 1 : isCard ? 2 : 3);
    return all + (isCard && value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the numbers of a list are not times: random numbers, article numbers or card numbers. */
export function areNoTimes(keys: readonly string[]): boolean {
  const distinct = [...new Set(keys)];
  return (
    (distinct.length >= ENOUGH_RANDOM && beginAtRandom(distinct)) ||
    (distinct.length >= ENOUGH_CHECKED && distinct.every(isChecked))
  );
}

/** `areNoTimes` with its answer cached; the sample must not be changed afterwards. */
export const isSampleOfNoTimes = sampleFact(areNoTimes);

/** With fewer numbers of 19 digits, nothing is concluded about their kind. */
const ENOUGH_NUMBERS = 4;
/** If a number can be read as two times, one from this year on is less likely. */
export const YEAR_2030 = startOf(2030);
/** Matches ids and nanoseconds up to the year 2049. Inverted ticks of 1980 to 2060 begin with 25. */
const IDS_OF_TODAY = /^(?:1|2[0-4])\d+$/;
const MACHINE_SHIFT = 12n;
const MACHINE_MASK = 0x3ffn;

/** Ids made in the same millisecond are counted, and the count rarely reaches this. */
const LOW_SEQUENCE = 8;

/** Whether the low bits of a number look like a small count, as in the first ids of a millisecond. */
export function isLowSequence(text: string, low: number): boolean {
  return (low & 0xfff) < LOW_SEQUENCE && !text.endsWith('00');
}

export type NeighbourKind = 'snowflake' | 'nanoseconds';

function kindOf(sample: readonly string[]): NeighbourKind | undefined {
  const numbers = [...new Set(sample)]
    .filter((text) => text.length === 19 && IDS_OF_TODAY.test(text))
    .slice(0, MOST_LOOKED_AT)
    .map(BigInt);
  if (numbers.length < ENOUGH_NUMBERS) return undefined;
  // Clocks count in steps of 100 ns or 1 us, so nanoseconds end in zeros; ids end in any digit.
  if (numbers.every((number) => number % 100n === 0n)) return 'nanoseconds';
  // Ten bits of an id name the machine, so many ids share few values there. In a time these bits are random.
  const machines = new Set(numbers.map((number) => (number >> MACHINE_SHIFT) & MACHINE_MASK));
  return machines.size * 2 <= numbers.length ? 'snowflake' : 'nanoseconds';
}

/** Whether the neighbours of a 19-digit number are ids or nanoseconds; undefined if they do not show it. */
export const neighbourKind = sampleFact(kindOf);

/** A common divisor of fewer distinct instants means nothing. */
const ENOUGH_INSTANTS = 3;

/** The greatest common divisor of the distances between distinct instants, in ticks. Undefined if there are fewer than three. */
export function commonStep(distinct: ArrayLike<bigint>): bigint | undefined {
  const first = distinct[0];
  if (first === undefined || distinct.length < ENOUGH_INSTANTS) return undefined;
  let common = 0n;
  for (let at = 1; at < distinct.length; at++) {
    const distance = (distinct[at] as bigint) - first;
    if (common === 0n || distance % common !== 0n) common = gcd(common, distance < 0n ? -distance : distance);
  }
  return common;
}

/**
 * The interval to which a writer rounds, in ticks: the common step of its instants. Undefined if that is below a second, which nobody
 * rounds to. For few instants that are far apart, it may be a multiple of the true interval.
 */
export function roundingOf(instants: readonly bigint[]): bigint | undefined {
  const step = commonStep([...new Set(instants)]);
  return step !== undefined && step >= TICKS_PER_SECOND ? step : undefined;
}

/** Intervals of agents: mdsd writes 60, 300 and 900 s, depending on priority (Priority.cc). */
export const AGENT_STEPS: readonly bigint[] = [900n, 300n, 60n].map((seconds) => seconds * TICKS_PER_SECOND);

/** The ticks of a WAD or MDS PartitionKey, prefixed or not. */
function agentTicks(partitionKey: string): bigint | undefined {
  const prefixed = cutPrefixedKey(partitionKey);
  if (prefixed !== undefined) return BigInt(prefixed.ticksText);
  return partitionKey.length === 19 && isDigits(partitionKey) ? BigInt(partitionKey) : undefined;
}

const agentDivisor = sampleFact((sample) =>
  roundingOf(sample.map(agentTicks).filter((ticks) => ticks !== undefined)),
);

/** The rounding of an agent, as a sample of its PartitionKeys shows it; one minute if they do not show it. */
export function sampleStep(sample: readonly string[] | undefined): bigint {
  return agentStep(agentDivisor(sample));
}

/**
 * Whether a sample shows whole minutes that are not all midnight. Then a key at midnight was also written by an agent, and is not a day
 * that somebody wrote as ticks.
 */
export function showsMinutes(sample: readonly string[] | undefined): boolean {
  const divisor = agentDivisor(sample);
  return divisor !== undefined && divisor % TICKS_PER_MINUTE === 0n && divisor % TICKS_PER_DAY !== 0n;
}

/** The rounding of an agent whose instants have this common divisor; one minute if there is none. */
export function agentStep(divisor: bigint | undefined): bigint {
  if (divisor === undefined) return TICKS_PER_MINUTE;
  return AGENT_STEPS.find((step) => divisor % step === 0n) ?? TICKS_PER_MINUTE;
}
