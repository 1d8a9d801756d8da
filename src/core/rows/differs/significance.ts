/*
 * Tests of whether two samples differ by more than chance. All p-values are two-sided.
 */

/** How many rows are selected and how many are not, of all rows or of those that have a certain value. */
export interface Counts {
  readonly selected: number;
  readonly rest: number;
}

export const sizeOf = ({ selected, rest }: Counts): number => selected + rest;

export function sumOf(list: readonly Counts[]): Counts {
  let [selected, rest] = [0, 0];
  for (const each of list) {
    selected += each.selected;
    rest += each.rest;
  }
  return { selected, rest };
}

/** The counts of the rows that lack a value, from those of the rows that have it. */
export const without = (having: Counts, sizes: Counts): Counts => ({
  selected: sizes.selected - having.selected,
  rest: sizes.rest - having.rest,
});

/** ln n! by n; the list grows when a larger n is needed. */
const logFactorials = [0];

function logFactorial(n: number): number {
  for (let at = logFactorials.length; at <= n; at++)
    logFactorials.push((logFactorials[at - 1] as number) + Math.log(at));
  return logFactorials[n] as number;
}

/** ln of the number of ways to choose k of n. */
const logWays = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/** Terms smaller than this share of the sum do not change it. */
const NEGLIGIBLE = 1e-16;

/**
 * Fisher's exact test: the chance that `sizes.selected` rows taken at random hold at least as many, or at most as few, of the rows that
 * have a value. It is twice the smaller tail, and exact however few rows there are.
 */
export function fisher(having: Counts, sizes: Counts): number {
  const [all, total] = [sizeOf(sizes), sizeOf(having)];
  // Few rows with the value are as unusual as many without it, so only the upper tail is summed.
  if (having.selected * all < total * sizes.selected) return fisher(without(having, sizes), sizes);
  let k = having.selected;
  const first = logWays(total, k) + logWays(all - total, sizes.selected - k) - logWays(all, sizes.selected);
  let sum = 1;
  for (let term = 1; term > sum * NEGLIGIBLE; k++) {
    // The ratio of neighbouring terms of the hypergeometric distribution.
    term *= ((total - k) * (sizes.selected - k)) / ((k + 1) * (all - total - sizes.selected + k + 1));
    sum += term;
  }
  return Math.min(1, 2 * Math.exp(first + Math.log(sum)));
}

/** A statistic, and the chance of one at least as large if nothing differs. */
export interface TestResult {
  readonly statistic: number;
  readonly p: number;
}

/** Below this expected count, the distribution of G is not that of chi-square (Cochran). */
const LEAST_EXPECTED = 5;

/**
 * The G-test (likelihood ratio) of whether values are equally frequent in both parts. Values of which fewer than five rows are expected in
 * a part are counted together. Undefined if there are too few rows for the test.
 */
export function gTest(
  values: readonly Counts[],
  sizes: Counts,
): (TestResult & { readonly df: number }) | undefined {
  const all = sizeOf(sizes);
  const share = Math.min(sizes.selected, sizes.rest) / all;
  const isFew = (each: Counts): boolean => sizeOf(each) * share < LEAST_EXPECTED;
  const cells = values.filter((each) => !isFew(each)).sort((a, b) => sizeOf(b) - sizeOf(a));
  const few = sumOf(values.filter(isFew));
  // If they are too few even together, they join the smallest value.
  cells.push(isFew(few) ? sumOf([few, ...cells.splice(-1)]) : few);
  const df = cells.length - 1;
  if (df < 1) return undefined;
  let statistic = 0;
  for (const cell of cells)
    for (const part of ['selected', 'rest'] as const)
      if (cell[part] > 0)
        statistic += 2 * cell[part] * Math.log((cell[part] * all) / (sizeOf(cell) * sizes[part]));
  return { statistic, df, p: chiSquareTail(df, statistic) };
}

/**
 * Mann-Whitney: whether the rows of one part have greater values than those of the other. `statistic`: the share of pairs in which
 * the selected row has the greater value, ties counted half, 0..1. By the normal distribution, with its correction for ties.
 * @param ranks how many rows have each value, values ascending
 */
export function rankTest(ranks: readonly Counts[]): TestResult | undefined {
  let [below, greater, ties] = [0, 0, 0];
  for (const each of ranks) {
    greater += each.selected * (below + each.rest / 2);
    ties += sizeOf(each) ** 3 - sizeOf(each);
    below += each.rest;
  }
  const { selected, rest } = sumOf(ranks);
  const all = selected + rest;
  const variance = ((selected * rest) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return undefined;
  // The continuity correction of half a pair: U is a whole number, but the normal distribution is continuous.
  const z = Math.max(0, Math.abs(greater - (selected * rest) / 2) - 0.5) / Math.sqrt(variance);
  return { statistic: greater / (selected * rest), p: chiSquareTail(1, z ** 2) };
}

/**
 * Cramer's V of a table with two rows, 0..1, less what chance alone gives on average (Bergsma 2013). The two parts are weighted as in all
 * rows, even if a sample has more of one.
 * @param share selected rows of all rows, 0..1
 */
export function cramersV(values: readonly Counts[], sizes: Counts, share: number): number {
  let sum = 0;
  for (const { selected, rest } of values) {
    const [p, q] = [selected / sizes.selected, rest / sizes.rest];
    const mean = share * p + (1 - share) * q;
    if (mean > 0) sum += (p - q) ** 2 / mean;
  }
  const byChance = (values.length - 1) * (1 / sizes.selected + 1 / sizes.rest);
  return Math.min(1, Math.sqrt(share * (1 - share) * Math.max(0, sum - byChance)));
}

/** Holm's correction: gives each p-value of a list the value that it has among `tried` tests. */
export function holm(ps: readonly number[], tried: number): (p: number) => number {
  const corrected = new Map<number, number>();
  let most = 0;
  for (const [place, p] of ps.toSorted((a, b) => a - b).entries()) {
    most = Math.max(most, Math.min(1, p * (tried - place)));
    corrected.set(p, most);
  }
  return (p) => corrected.get(p) ?? 1;
}

/**
 * The upper tail of the chi-square distribution. A recurrence goes up from no degree of freedom (0) or from one (erfc); none of its terms
 * is negative, so no precision is lost.
 */
export function chiSquareTail(df: number, statistic: number): number {
  const x = statistic / 2;
  if (x <= 0) return 1;
  const first = (df % 2) / 2;
  let tail = first === 0 ? 0 : erfc(Math.sqrt(x));
  // ln of x^a e^-x / gamma(a + 1)
  let log = (first === 0 ? 0 : Math.log((4 * x) / Math.PI) / 2) - x;
  for (let a = first; a < df / 2; a++) {
    tail += Math.exp(log);
    log += Math.log(x / (a + 1));
  }
  return Math.min(1, tail);
}

const ERFC = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
  1.00002368, -1.26551223,
];

/** The complementary error function for z >= 0, with a relative error below 1.2e-7 (Numerical Recipes 6.2). */
function erfc(z: number): number {
  const t = 1 / (1 + z / 2);
  return t * Math.exp(ERFC.reduce((sum, each) => sum * t + each, 0) - z ** 2);
}
