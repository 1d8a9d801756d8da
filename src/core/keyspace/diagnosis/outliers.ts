/**
 * What is known of writers before their counts are seen: rates differ by half (deviation of the logarithm), which weighs as
 * much as so many counts.
 */
const USUAL_DEVIATION = 0.4;
const USUAL_WEIGHT = 10;

/** Chance, after correction for how many there are, at which one still counts as far above the others. */
const LN_ALPHA = Math.log(1e-3);
/** At this multiple of the median and above, the first chance will do. */
const CLEAR_TIMES = 9;
const LN_ALPHA_CLEAR = Math.log(5e-3);
/** Below this multiple of the median nothing is hot, however even the others are. */
const LEAST_TIMES = 4;
/** At most so many, and no more than a fifth of all: else the load is skewed, and none stands out. */
const MOST_OUTLIERS = 5;
const LEAST_VALUES = 5;
/** A table of GUIDs has a million partitions, and none of them is large. */
const MOST_VALUES = 20_000;

/** A count far above the others. */
export interface Outlier {
  /** Its place among the values. */
  readonly index: number;
  /** Multiple of the median of all that are not outliers. */
  readonly times: number;
  /** Natural logarithm of the chance that the largest of so many lies that high. */
  readonly lnP: number;
}

/**
 * Counts (above 0) that stand out above the others, the largest first. Compared are logarithms, since rates of writers differ
 * by factors: with the mean and the deviation of the others, and with what is known of writers beforehand (moderated t,
 * G. Smyth 2004). Several do not hide each other: the largest is taken away and the next one tested (generalized ESD,
 * B. Rosner 1983).
 */
export function upperOutliers(values: readonly number[]): readonly Outlier[] {
  if (values.length < LEAST_VALUES || values.length > MOST_VALUES) return [];
  const order = values.map((_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  // Half a row more: one row less or more matters to small counts only.
  const logs = order.map((at) => Math.log((values[at] ?? 0) + 0.5));
  const most = Math.min(MOST_OUTLIERS, Math.floor(values.length / 5));
  const steps: Outlier[] = [];
  let found = 0;
  for (let at = 0; at < most; at++) {
    const rest = logs.slice(at + 1);
    const middle = values[order[at + 1 + (rest.length >> 1)] ?? 0] ?? 0;
    const index = order[at] ?? 0;
    const times = (values[index] ?? 0) / Math.max(1, middle);
    const lnP = Math.min(0, lnChance(logs[at] ?? 0, rest) + Math.log(rest.length + 1));
    steps.push({ index, times, lnP });
    if (times >= LEAST_TIMES && lnP <= (times >= CLEAR_TIMES ? LN_ALPHA_CLEAR : LN_ALPHA)) found = at + 1;
  }
  // One beside another that is as high is as sure as that one.
  return steps
    .slice(0, found)
    .map((step, at) => ({ ...step, lnP: Math.min(...steps.slice(at, found).map(({ lnP }) => lnP)) }));
}

/** ln of the chance of a value this high, by the others of its kind. */
function lnChance(value: number, others: readonly number[]): number {
  const { length } = others;
  const mean = others.reduce((sum, other) => sum + other, 0) / length;
  const squares = others.reduce((sum, other) => sum + (other - mean) ** 2, 0);
  const freedom = USUAL_WEIGHT + length - 1;
  const variance = (USUAL_WEIGHT * USUAL_DEVIATION ** 2 + squares) / freedom;
  return lnStudentAbove((value - mean) / Math.sqrt(variance * (1 + 1 / length)), freedom);
}

/**
 * ln P(T >= t) of Student's t, an upper bound; 0 where t is not above 1. By Wallace's normal deviate (1959, error below 0.2 %
 * of it) and Mills' ratio.
 */
export function lnStudentAbove(t: number, freedom: number): number {
  if (t <= 1) return 0;
  const scale = (8 * freedom + 1) / (8 * freedom + 3);
  const z = scale * Math.sqrt(freedom * Math.log1p((t * t) / freedom));
  return z <= 1 ? 0 : -0.5 * z * z - Math.log(z * Math.sqrt(2 * Math.PI));
}
