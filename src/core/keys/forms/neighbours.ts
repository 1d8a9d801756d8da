import { startOf } from '../base/years.ts';
import { gcd } from '../../bigints.ts';
import { TICKS_PER_DAY, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';
import { cutPrefixedKey } from './prefixedKey.ts';

/*
 * What the other keys of a table say of a key: whether its numbers are times at all, which kind they are, and to what they are rounded.
 */

/** Keeps what a function says of each sample, because every scheme asks for every key of a column. A sample must not change afterwards. */
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

/** Fewer neighbours of an id are not enough. */
const ENOUGH_IDS = 5;
/** Maximum number of neighbours to look at. */
const MOST_LOOKED_AT = 64;
/** Share of the neighbours that must be times. */
const LEAST_TIMES = 0.8;
/** Random ids are spread over a century or more. */
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

/** Fewer numbers can all have a right check digit by chance. */
const ENOUGH_CHECKED = 6;
/** Fewer numbers of one width can begin this differently because several writers wrote them. */
const ENOUGH_RANDOM = 12;
/** Times of one writer begin with the same two digits, or a few pairs over a long span. Random numbers begin with any digits. */
const LEAST_FIRST_DIGITS = 4;
const LEAST_DIGIT_SPREAD = 5;
const LEAST_HEADS = 8;
/** At most this share of random numbers, or this many, begin with the same two digits. If more do, they are times among other numbers. */
const MOST_ALIKE_SHARE = 0.25;
const MOST_ALIKE = 4;

/** Whether numbers of one width begin with so many different digits as random numbers do. */
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
 * Whether the last digit is right as a check digit: of an article's 13 digits (EAN-13) or a bank card's 16 (ISO/IEC 7812, Luhn). By
 * chance, one in ten other numbers passes. Card numbers begin with 2 to 6, microseconds of today with 1.
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

/** Whether the numbers of a list are no times: random numbers, or numbers of articles or cards. */
export function areNoTimes(keys: readonly string[]): boolean {
  const distinct = [...new Set(keys)];
  return (
    (distinct.length >= ENOUGH_RANDOM && beginAtRandom(distinct)) ||
    (distinct.length >= ENOUGH_CHECKED && distinct.every(isChecked))
  );
}

/** The same for a sample, which must not change afterwards: the answer is kept. */
export const isSampleOfNoTimes = sampleFact(areNoTimes);

/** Fewer numbers of 19 digits are not enough. */
const ENOUGH_NUMBERS = 4;
/** Of two readings of a number, a time after this is less likely. */
export const YEAR_2030 = startOf(2030);
/** Ids and nanoseconds up to 2049. Inverted ticks of 1980 to 2060 begin with 25. */
const IDS_OF_TODAY = /^(?:1|2[0-4])\d+$/;
const MACHINE_SHIFT = 12n;
const MACHINE_MASK = 0x3ffn;

/** Ids within a millisecond are counted, and the counter is usually below this. */
const LOW_SEQUENCE = 8;

/** Whether the low bits of a number look like those of one of the first ids of a millisecond. */
export function isLowSequence(text: string, low: number): boolean {
  return (low & 0xfff) < LOW_SEQUENCE && !text.endsWith('00');
}

/** What kind of 19-digit numbers these are. */
export type NeighbourKind = 'snowflake' | 'nanoseconds';

function kindOf(sample: readonly string[]): NeighbourKind | undefined {
  const numbers = [...new Set(sample)]
    .filter((text) => text.length === 19 && IDS_OF_TODAY.test(text))
    .slice(0, MOST_LOOKED_AT)
    .map(BigInt);
  if (numbers.length < ENOUGH_NUMBERS) return undefined;
  // Clocks count in 100 ns or 1 us, so their numbers end in zeros; ids end in any digit.
  if (numbers.every((number) => number % 100n === 0n)) return 'nanoseconds';
  // Ten bits of an id name the machine, so many ids share a few values. In a time these bits are random.
  const machines = new Set(numbers.map((number) => (number >> MACHINE_SHIFT) & MACHINE_MASK));
  return machines.size * 2 <= numbers.length ? 'snowflake' : 'nanoseconds';
}

/** Whether the neighbours of a 19-digit number are ids or nanoseconds; undefined if they do not tell. */
export const neighbourKind = sampleFact(kindOf);

/** A sample needs this many distinct instants before their common divisor means anything. */
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
 * The interval to which a writer rounds, in ticks: the common step of its instants. Undefined if that is less than a second, which
 * nobody rounds to. A few instants that are far apart may show a multiple of the true interval.
 */
export function roundingOf(instants: readonly bigint[]): bigint | undefined {
  const step = commonStep([...new Set(instants)]);
  return step !== undefined && step >= TICKS_PER_SECOND ? step : undefined;
}

/** Intervals of agents: mdsd writes 60, 300 and 900 s, depending on priority (Priority.cc). */
const AGENT_STEPS: readonly bigint[] = [900n, 300n, 60n].map((seconds) => seconds * TICKS_PER_SECOND);

/** The ticks of a WAD or MDS PartitionKey, prefixed or not. */
function agentTicks(partitionKey: string): bigint | undefined {
  const prefixed = cutPrefixedKey(partitionKey);
  if (prefixed !== undefined) return BigInt(prefixed.ticksText);
  return partitionKey.length === 19 && isDigits(partitionKey) ? BigInt(partitionKey) : undefined;
}

const agentDivisor = sampleFact((sample) =>
  roundingOf(sample.map(agentTicks).filter((ticks) => ticks !== undefined)),
);

/** The agent's rounding, as a sample of its PartitionKeys shows it; 1 min if it shows none. */
export function sampleStep(sample: readonly string[] | undefined): bigint {
  return agentStep(agentDivisor(sample));
}

/**
 * Whether a sample contains whole minutes that are not all midnight. Then a key at midnight is also from an agent, and not a day
 * that somebody wrote as ticks.
 */
export function showsMinutes(sample: readonly string[] | undefined): boolean {
  const divisor = agentDivisor(sample);
  return divisor !== undefined && divisor % TICKS_PER_MINUTE === 0n && divisor % TICKS_PER_DAY !== 0n;
}

/** The agent's rounding for instants with this common divisor; 1 min if there is none. */
export function agentStep(divisor: bigint | undefined): bigint {
  if (divisor === undefined) return TICKS_PER_MINUTE;
  return AGENT_STEPS.find((step) => divisor % step === 0n) ?? TICKS_PER_MINUTE;
}
