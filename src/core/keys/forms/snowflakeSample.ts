import { sampleFact } from '../base/sampleFact.ts';

/** Fewer neighbours are not enough. */
const ENOUGH = 4;
/** Maximum number of neighbours to look at. */
const MOST = 64;
/** Of two readings of a number, a time after this is less likely. */
export const YEAR_2030 = 640_290_528_000_000_000n;
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
    .slice(0, MOST)
    .map(BigInt);
  if (numbers.length < ENOUGH) return undefined;
  // Clocks count in 100 ns or 1 us, so their numbers end in zeros; ids end in any digit.
  if (numbers.every((number) => number % 100n === 0n)) return 'nanoseconds';
  // Ten bits of an id name the machine, so many ids share a few values. In a time these bits are random.
  const machines = new Set(numbers.map((number) => (number >> MACHINE_SHIFT) & MACHINE_MASK));
  return machines.size * 2 <= numbers.length ? 'snowflake' : 'nanoseconds';
}

/** Whether the neighbours of a 19-digit number are ids or nanoseconds; undefined if they do not tell. */
export const neighbourKind = sampleFact(kindOf);
