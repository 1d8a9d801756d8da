import { TICKS_PER_DAY, TICKS_PER_MINUTE, TICKS_PER_SECOND } from '../../time/ticks.ts';
import { isDigits } from '../base/digits.ts';
import { cutPrefixedKey } from './prefixedKey.ts';
import { sampleFact } from '../base/sampleFact.ts';
import { gcd } from '../../bigints.ts';

/** A sample needs this many distinct instants before their common divisor means anything. */
const ENOUGH = 3;

/**
 * The interval to which a writer rounds: the common divisor of the differences between its instants. Undefined if fewer than
 * three instants differ, or if the divisor is less than a second, which nobody rounds to. A few instants that are far apart may
 * show a multiple of the true interval.
 */
export function roundingOf(instants: readonly bigint[]): bigint | undefined {
  const distinct = [...new Set(instants)];
  const first = distinct[0];
  if (first === undefined || distinct.length < ENOUGH) return undefined;
  const divisor = distinct.reduce(
    (common, ticks) => gcd(common, ticks > first ? ticks - first : first - ticks),
    0n,
  );
  return divisor >= TICKS_PER_SECOND ? divisor : undefined;
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
