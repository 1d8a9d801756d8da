/**
 * A seeded random source. The same seed gives the same numbers on every machine.
 * @typedef {object} Random
 * @property {() => number} next a number in [0, 1)
 * @property {(limit: number) => number} below a whole number in [0, limit), limit at most 2^32
 * @property {(from: number, to: number) => number} between a whole number in [from, to)
 * @property {<T>(items: readonly T[]) => T} pick one of the items, which must not be empty
 * @property {(mean: number) => number} count a random count with this mean (Poisson)
 * @property {() => number} normal a normal value with mean 0 and standard deviation 1
 */

/**
 * Hashes a name (FNV-1a, 32 bit), so that each table gets random numbers of its own.
 * @param {string} text
 * @returns {number} 0 .. 2^32 - 1
 */
function hashText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash;
}

/**
 * @param {number} seed a whole number, 0 .. 2^32 - 1
 * @param {string} stream the name of the stream, usually the table
 * @returns {Random}
 */
export function createRandom(seed, stream) {
  let state = (seed ^ hashText(stream)) >>> 0;

  // mulberry32 (public domain, Tommy Ettinger). Its 32 bits of state are enough for demo rows.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  /** @param {number} limit */
  const below = (limit) => Math.floor(next() * limit);

  return {
    next,
    below,
    between: (from, to) => from + below(to - from),
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from.');
      return item;
    },
    // Knuth's method, which is fast for the small means used here.
    count: (mean) => {
      const limit = Math.exp(-mean);
      let drawn = 0;
      for (let product = next(); product > limit; product *= next()) drawn += 1;
      return drawn;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/**
 * A random GUID of version 4.
 * @param {Random} random
 * @returns {string} lower case, with dashes
 */
export function randomGuid(random) {
  const hex = Array.from({ length: 32 }, () => random.below(16).toString(16));
  hex[12] = '4';
  hex[16] = (8 + random.below(4)).toString(16);
  const text = hex.join('');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
