import { poisson, seededRandom } from '../seededRandom.ts';
import { beyondByDefinition, mean, spreadByDefinition, sum } from './byDefinition.fixture.ts';
import { lnAbove } from './statistics.ts';

/*
 * Finds the two levels of `highLevel.ts` by their definition: plain lists, every sum computed again, every pair of edges tried. The search
 * by blocks and the places of bands are part of the definition; everything else is what the comments there promise.
 */

interface Range {
  readonly from: number;
  readonly to: number;
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** ln of the likelihood of Poisson counts with the mean of each part, without the factorials. */
function likelihood(parts: readonly (readonly number[])[]): number {
  return sum(parts.map((part) => (sum(part) === 0 ? 0 : sum(part) * Math.log(mean(part)) - sum(part))));
}

function split(counts: readonly number[], { from, to }: Range) {
  return { inside: counts.slice(from, to), outside: [...counts.slice(0, from), ...counts.slice(to)] };
}

function likeliest(counts: readonly number[]): Range | undefined {
  const columns = counts.length;
  const isAllowed = ({ from, to }: Range) => {
    const share = (to - from) / (columns + 2);
    return to - from >= 4 && share >= 0.04 && share <= 2 / 3;
  };
  const best = (ranges: readonly Range[]): Range | undefined => {
    const judged = ranges.filter(isAllowed).flatMap((one) => {
      const { inside, outside } = split(counts, one);
      return mean(inside) > mean(outside) ? [{ one, lnP: likelihood([inside, outside]) }] : [];
    });
    const most = Math.max(...judged.map(({ lnP }) => lnP));
    return judged.find(({ lnP }) => lnP === most)?.one;
  };
  const blocks = Math.min(48, columns);
  const borders = range(0, blocks + 1).map((at) => Math.round((at * columns) / blocks));
  const near = (at: number) => {
    const reach = Math.ceil(columns / 48);
    return range(Math.max(0, at - reach), Math.min(columns, at + reach) + 1);
  };
  let found = best(borders.flatMap((from) => borders.map((to) => ({ from, to }))));
  for (const _turn of [1, 2]) {
    if (found === undefined) return undefined;
    const { from, to } = found;
    const first = best(near(from).map((at) => ({ from: at, to })))?.from ?? from;
    found = best(near(to).map((at) => ({ from: first, to: at })));
  }
  return found;
}

/** Bands of `width` columns, or of 30 rows at this rate, as multiples of the rate. The last one ends with the part. */
function bands(part: readonly number[], rate: number, least: number): readonly number[] {
  const width = Math.min(part.length, Math.max(least, Math.ceil(30 / rate)));
  return range(0, Math.ceil(part.length / width)).map((at) => {
    const start = Math.min(at * width, part.length - width);
    return mean(part.slice(start, start + width)) / rate;
  });
}

function variance(multiples: readonly number[]): number {
  if (multiples.length < 3) return 0;
  const logs = multiples.map((one) => Math.log(one + 1 / 60));
  return sum(logs.map((log) => (log - mean(logs)) ** 2)) / (logs.length - 1) - 1 / 30;
}

interface Parts {
  readonly inside: readonly number[];
  readonly low: number;
  readonly times: number;
  /** The parts before and after the level that tell their own, each from its far end to the level. */
  readonly told: readonly { readonly isBefore: boolean; readonly counts: readonly number[] }[];
}

/** Without the column at the edge, unless the rate rises before it. */
function withoutEdge(counts: readonly number[]): readonly number[] {
  if (counts.length < 6) return counts;
  const isRise = lnAbove(counts.at(-2) ?? 0, (1.2 * sum(counts.slice(-6, -2))) / 4) <= Math.log(1e-3);
  return isRise ? counts : counts.slice(0, -1);
}

function areSteady({ inside, low, times, told }: Parts): boolean {
  // Bands go from left to right, also behind the level.
  const parts = told.map(({ isBefore, counts }) =>
    isBefore ? withoutEdge(counts) : withoutEdge(counts).toReversed(),
  );
  const half = Math.sqrt(times);
  const high = mean(inside);
  const beside = parts.flatMap((part) => bands(part, low, 1)).toSorted((a, b) => a - b);
  const quarter = beside[Math.floor(beside.length / 4)] ?? 0;
  if (beside.length < 3 || quarter < 1 / half || (beside.at(-1) ?? 0) > half) return false;
  if (bands(inside, high, 1).some((band) => band < 1 / half)) return false;
  const wide = bandOf(inside);
  const varied = Math.max(
    variance(parts.flatMap((part) => bands(part, low, wide))),
    variance(bands(inside, high, wide)),
  );
  return Math.log(times) ** 2 >= 16 * varied;
}

function bandOf(inside: readonly number[]): number {
  return Math.min(12, Math.max(1, Math.round(inside.length / 6)));
}

function lnEdges(counts: readonly number[], { from, to }: Range, { low, times, told }: Parts, band: number) {
  const steps = range(1, Math.floor(counts.length / band)).flatMap((at) => {
    const place = at * band;
    if (Math.abs(place - from) < band || Math.abs(place - to) < band) return [];
    const [left, right] = [counts.slice(place - band, place), counts.slice(place, place + band)];
    const step = Math.log((sum(right) + 0.5) / (sum(left) + 0.5));
    return [step, -step];
  });
  const { deviation, freedom } = spreadByDefinition(steps, 2 / Math.max(1, low * band), 'above');
  const spread = { deviation, freedom: Math.max(2, freedom / 2) };
  const edges = told.map((part) => ({
    upper: sum(part.isBefore ? counts.slice(from, from + band) : counts.slice(to - band, to)),
    lower: sum(part.counts.slice(-band)),
  }));
  const isSharp = edges.every(
    ({ upper, lower }) => Math.log((upper + 0.5) / (lower + 0.5)) >= 0.7 * Math.log(times),
  );
  return isSharp ? sum(edges.map(({ upper }) => beyondByDefinition(upper, low * band, spread))) : undefined;
}

/** By wide bands, or by fine ones; two ways to look have twice the chance. */
function lnBoth(counts: readonly number[], found: Range, parts: Parts): number | undefined {
  const wide = Math.min(bandOf(parts.inside), ...parts.told.map((part) => part.counts.length));
  const fine = Math.max(1, Math.floor(counts.length / 48));
  const ofWide = lnEdges(counts, found, parts, wide);
  const ofFine = fine < wide ? lnEdges(counts, found, parts, fine) : undefined;
  if (ofWide === undefined || ofFine === undefined) return ofWide;
  return Math.min(0, Math.min(ofWide, ofFine) + Math.log(2));
}

/** The level of counts, or none, as `highLevelIn` describes it. */
export function highLevelByDefinition(all: readonly number[], places: number) {
  const counts = all.slice(1, -1);
  const found = all.length < 24 ? undefined : likeliest(counts);
  if (found === undefined) return undefined;
  const { from, to } = found;
  const { inside, outside } = split(counts, found);
  const low = mean(outside);
  const times = mean(inside) / low;
  if (times < 3 || sum(inside) - low * inside.length < 50) return undefined;
  const told = [
    { isBefore: true, counts: counts.slice(0, from) },
    { isBefore: false, counts: counts.slice(to).toReversed() },
  ].filter((part) => low * part.counts.length >= 10);
  const parts = { inside, low, times, told };
  const lnP = areSteady(parts) ? lnBoth(counts, found, parts) : undefined;
  if (lnP === undefined || lnP + Math.log(Math.max(1, places)) > Math.log(1e-3)) return undefined;
  const isHigh = (count = 0) => count > low * Math.sqrt(times);
  const first = from === 0 && isHigh(all[0]) ? 0 : from + 1;
  const last = to === counts.length && isHigh(all.at(-1)) ? all.length : to + 1;
  return { from: first, to: last, count: sum(all.slice(first, last)), times, lnP };
}

/** Counts with a level or nearly so, by seed: most are at a border of what counts as one. */
export function levelCase(seed: number): { readonly counts: readonly number[]; readonly places: number } {
  const random = seededRandom(seed * 7331 + 5);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const columns = pick([23, 24, 25, 26, 30, 36, 49, 50, 51, 60, 72, 98, 100, 122, 146]);
  const low = pick([0, 0.2, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 40, 100]);
  const times = pick([2.8, 3, 3.2, 4, 5, 8, 20]);
  const width = Math.max(
    1,
    Math.round(columns * pick([0.04, 0.05, 0.08, 0.1, 0.2, 0.4, 0.6, 0.66, 0.7])) + pick([-1, 0, 0, 1]),
  );
  const from = pick([
    0,
    1,
    2,
    3,
    5,
    7,
    columns - width - pick([0, 1, 2, 3, 5, 7]),
    Math.floor(random() * (columns - width)),
  ]);
  const ramp = pick([0, 0, 0, 1, 2, 4]);
  // The last two columns before an edge: a morning, or a level that changes in the middle of a column.
  const [near, far] = [pick([0, 0, 0.4, 0.55, 0.7]), pick([0, 0, 0.1, 0.25, 0.4])];
  const isMirrored = random() < 0.5;
  const noise = pick(['none', 'little', 'chance', 'rough']);
  const [silentFrom, silent] = [Math.floor(random() * columns), pick([0, 0, 0, 1, 2, 6])];
  const [peakAt, peak] = [Math.floor(random() * columns), pick([1, 1, 1, 1.3, 1.7, 2, 4])];
  const drift = pick([0, 0, 0.1, 0.3]);
  const cut = pick([1, 1, 0.6, 0.1]);
  const heightAt = (outside: number, isEdge: boolean) => {
    if (isEdge && (outside === 1 || outside === 2)) return times ** (outside === 1 ? near : far);
    return 1 + (times - 1) * (outside === 0 ? 1 : Math.max(0, 1 - outside / (ramp + 1)));
  };
  const ends = new Set([0, columns - 1]);
  const counts = range(0, columns).map((at) => {
    const outside = Math.max(0, from - at, at - (from + width - 1));
    const height = heightAt(outside, near > 0 && at < from !== isMirrored);
    const bump = at === peakAt ? peak : 1;
    const isSilent = at >= silentFrom && at < silentFrom + silent;
    const end = ends.has(at) ? cut : 1;
    const rate = low * height * bump * end * Math.exp(drift * Math.sin(at / 9));
    if (isSilent) return 0;
    if (noise === 'chance') return poisson(random, rate);
    if (noise === 'rough') return poisson(random, rate * Math.exp(0.8 * (random() - 0.5)));
    const whole = rate < 1 ? Number(at % Math.round(1 / Math.max(0.05, rate)) === 0) : Math.round(rate);
    return noise === 'none' ? whole : whole + Number(at % 3 === 0);
  });
  return { counts, places: pick([0.5, 1, columns, 1000, 1e6]) };
}
