/**
 * Returns a generator of numbers in [0, 1) that gives the same sequence for a seed on every machine, so that models and samples
 * can be repeated. Not for secrets. Source: mulberry32 (T. Ettinger, public domain).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A random Poisson count with this mean (0 .. 1e9). Exact by multiplication up to 30. Above, the normal approximation with
 * continuity correction; its error is below the noise of any count that large.
 */
export function poisson(random: () => number, mean: number): number {
  if (mean <= 0) return 0;
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gaussian(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count++;
  return count;
}

/** A normally distributed number with mean 0 and standard deviation 1 (Box-Muller transform). */
export function gaussian(random: () => number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}
