/*
 * Tests of whether two samples differ by more than chance. All p-values are two-sided.
 */

/** The natural logarithms of 0! to n!. */
export function logFactorials(n: number): Float64Array {
  const logs = new Float64Array(n + 1);
  for (let i = 2; i <= n; i++) logs[i] = (logs[i - 1] as number) + Math.log(i);
  return logs;
}

/** How rows fall into two parts, with or without something. */
export interface Counts {
  readonly selected: number;
  readonly rest: number;
}

/** Counts the rows without a value, from the rows that have it. */
export const without = (having: Counts, sizes: Counts): Counts => ({
  selected: sizes.selected - having.selected,
  rest: sizes.rest - having.rest,
});

/** Terms smaller than this share of the sum do not change it. */
const NEGLIGIBLE = 1e-16;

/**
 * Fisher's exact test: how likely a random part of `sizes.selected` rows holds as many or as few of the rows that have a value. Twice
 * the smaller tail. Exact however few rows there are. @param logs of 0! to (all rows)!
 */
export function fisher(having: Counts, sizes: Counts, logs: Float64Array): number {
  const all = sizes.selected + sizes.rest;
  const total = having.selected + having.rest;
  const log = (n: number): number => logs[n] as number;
  const chooseRows = log(all) - log(sizes.selected) - log(sizes.rest);
  const { selected } = having;
  const first =
    log(total) -
    log(selected) -
    log(having.rest) +
    log(all - total) -
    log(sizes.selected - selected) -
    log(sizes.rest - having.rest) -
    chooseRows;
  const isMany = selected * all >= total * sizes.selected;
  const step = isMany ? 1 : -1;
  let sum = 1;
  let term = 1;
  for (let k = selected; term > sum * NEGLIGIBLE; k += step) {
    // The ratio of neighbouring terms of the hypergeometric distribution.
    term *= isMany
      ? ((total - k) * (sizes.selected - k)) / ((k + 1) * (all - total - sizes.selected + k + 1))
      : (k * (all - total - sizes.selected + k)) / ((total - k + 1) * (sizes.selected - k + 1));
    sum += term;
  }
  return Math.min(1, 2 * Math.exp(first + Math.log(sum)));
}

/** A statistic and the chance of one as large where nothing differs. */
export interface TestResult {
  readonly statistic: number;
  readonly p: number;
}

/** Below this expected count, the distribution of G is not that of chi-square (Cochran). */
const LEAST_EXPECTED = 5;

/**
 * The G-test (likelihood ratio) of whether values are as frequent in one part as in the other. Values of which fewer than five rows are
 * expected in a part count together. Undefined: too few rows for it.
 */
export function gTest(
  values: readonly Counts[],
  sizes: Counts,
): (TestResult & { readonly df: number }) | undefined {
  const all = sizes.selected + sizes.rest;
  const share = Math.min(sizes.selected, sizes.rest) / all;
  const isFew = ({ selected, rest }: Counts): boolean => (selected + rest) * share < LEAST_EXPECTED;
  const few = values.filter(isFew).reduce(plus, { selected: 0, rest: 0 });
  const cells = values.filter((each) => !isFew(each));
  if (!isFew(few)) cells.push(few);
  else {
    // What is left joins the smallest.
    const least = cells.sort((a, b) => b.selected + b.rest - a.selected - a.rest).pop();
    if (least !== undefined) cells.push(plus(least, few));
  }
  if (cells.length < 2) return undefined;
  let g = 0;
  for (const cell of cells)
    for (const part of ['selected', 'rest'] as const) {
      const expected = ((cell.selected + cell.rest) * sizes[part]) / all;
      if (cell[part] > 0) g += 2 * cell[part] * Math.log(cell[part] / expected);
    }
  const df = cells.length - 1;
  return { statistic: g, df, p: gammaTail(df / 2, g / 2) };
}

function plus(a: Counts, b: Counts): Counts {
  return { selected: a.selected + b.selected, rest: a.rest + b.rest };
}

/**
 * Mann-Whitney: whether the rows of one part have greater values than those of the other. `statistic`: the share of pairs in which
 * the selected row has the greater value, ties counted half, 0..1. By the normal distribution, with its correction for ties.
 * @param ranks how many rows have each value, values ascending
 */
export function rankTest(ranks: readonly Counts[]): TestResult | undefined {
  let [below, greater, ties] = [0, 0, 0];
  let [selected, rest] = [0, 0];
  for (const each of ranks) {
    const size = each.selected + each.rest;
    greater += each.selected * (below + each.rest / 2);
    ties += size ** 3 - size;
    below += each.rest;
    selected += each.selected;
    rest += each.rest;
  }
  const all = selected + rest;
  const variance = ((selected * rest) / 12) * (all + 1 - ties / (all * (all - 1)));
  if (!(variance > 0)) return undefined;
  // Half a pair: U is a whole number, the normal distribution is continuous.
  const z = Math.max(0, Math.abs(greater - (selected * rest) / 2) - 0.5) / Math.sqrt(variance);
  return { statistic: greater / (selected * rest), p: gammaTail(0.5, z ** 2 / 2) };
}

/**
 * Cramer's V of a table of two rows, 0..1, without what chance alone gives on average (Bergsma 2013). The two parts weigh as they do in all
 * rows, also where a sample has more of one. @param share selected rows of all rows, 0..1
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

/** Holm's correction: p-values as they count among so many that were tried. In the order of the input. */
export function holm(ps: readonly number[], tried: number): Float64Array {
  const order = ps.map((_, at) => at).sort((a, b) => (ps[a] as number) - (ps[b] as number));
  const corrected = new Float64Array(ps.length);
  let most = 0;
  for (const [place, at] of order.entries()) {
    most = Math.max(most, Math.min(1, (ps[at] as number) * (tried - place)));
    corrected[at] = most;
  }
  return corrected;
}

const MOST_STEPS = 10_000;
const TINY = 1e-300;

/**
 * The regularized upper incomplete gamma function Q(a, x): the tail of chi-square is Q(df / 2, chi-square / 2). A series where x is small,
 * else a continued fraction (Numerical Recipes 6.2). @param a a multiple of 0.5, above 0
 */
export function gammaTail(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < MOST_STEPS && term > sum * NEGLIGIBLE; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  let b = x + 1 - a;
  let c = 1 / TINY;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < MOST_STEPS; n++) {
    const factor = n * (a - n);
    b += 2;
    d = 1 / (factor * d + b || TINY);
    c = b + factor / c || TINY;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < NEGLIGIBLE * 10) break;
  }
  return front * fraction;
}

/** ln gamma of a multiple of 0.5: gamma(a) = (a - 1) gamma(a - 1), down to gamma(1) = 1 or gamma(0.5) = sqrt(pi). */
function logGamma(a: number): number {
  let log = a % 1 === 0 ? 0 : Math.log(Math.PI) / 2;
  for (let factor = a - 1; factor > 0; factor--) log += Math.log(factor);
  return log;
}
