import { secondsText, shareText } from '../../words.ts';
import type { DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { isSure } from './scan.ts';
import { confidenceOf, sumOf, summing } from './statistics.ts';
import { cellsOf } from './view.ts';

export const LEAST_COLUMNS = 48;
/** A period must recur this often on the map. */
const LEAST_CYCLES = 6;
/** Periods of about six hours and more are the shape of the day or the week. */
const DAY_SHAPE_SECONDS = 5.5 * 3600;
/**
 * Frequencies are measured in units of 1 / PARTS of a period per map. Each is compared with BESIDE others on each side, one
 * period per map apart.
 */
const PARTS = 40;
const BESIDE = 4;
/**
 * Pulses also have power at multiples of their frequency. So their own frequency is the lowest integer fraction of the
 * strongest one that has at least this share of its power.
 */
const LEAST_MULTIPLE = 0.3;

/** Least distance from peak to trough, as a share of the mean. Less is not worth planning for. */
const LEAST_AMPLITUDE = 0.3;
/** Once the mean profile of a period is subtracted, at most this share of the variation of the counts is left. */
const MOST_LEFT = 0.75;
/** Counts are evenly timed if they vary around their mean profile by less than this share of the variance of Poisson counts. */
const LEAST_REST = 0.5;
/**
 * Evenly timed counts are a batch job only if at most MOST_PULSES of the columns are high, and the highest mean exceeds the
 * lowest by at least LEAST_RISE times the lowest.
 */
const MOST_PULSES = 0.5;
const LEAST_RISE = 1.2;
/** Columns are empty up to this share of the mean: a late writer or a key that is not rounded leaves single rows in them. */
const EMPTY = 0.02;
/** A period of fewer columns than this may really be several shorter ones: for pulses, and for other shapes. */
const SHORT = { pulses: 2.9, others: 8 };
/**
 * A period is rounded to whole columns if the rounded one has at least `share` of its power. A multiple of a period counts as
 * whole if it is at most `near` columns away from a whole number.
 */
const WHOLE = { share: 0.9, near: 0.15 };

/** A period of the load: a job, a batch, a timer. */
export interface Period {
  readonly seconds: number;
  /** True if it may really be several shorter periods that the columns are too wide to show. */
  readonly isCoarse: boolean;
  /** Highest minus lowest mean of a phase, as a share of the mean of all columns. */
  readonly amplitude: number;
  /** Logarithm of the probability that counts without a period show one. */
  readonly lnP: number;
}

/**
 * Square roots of the counts minus their moving mean over `most` columns on each side: without slow changes, and with the same
 * noise everywhere.
 */
function leveled(counts: Float64Array, most: number): Float64Array {
  // The square root makes the noise of large and small counts equal (Anscombe).
  const roots = counts.map((count) => Math.sqrt(count + 0.375));
  const sum = summing(roots);
  return roots.map((root, at) => {
    const [from, to] = [Math.max(0, at - most), Math.min(roots.length, at + most + 1)];
    return root - sum(from, to) / (to - from);
  });
}

/** Returns the power at a frequency, which is given in units of 1 / PARTS of a period per map. */
function powersOf(values: Float64Array): (frequency: number) => number {
  const known = new Map<number, number>();
  const powerAt = (frequency: number): number => {
    const angle = (2 * Math.PI * frequency) / (PARTS * values.length);
    const [turn, lift] = [Math.cos(angle), Math.sin(angle)];
    let [x, y, cosine, sine] = [1, 0, 0, 0];
    for (let at = 0; at < values.length; at++) {
      cosine += (values[at] as number) * x;
      sine += (values[at] as number) * y;
      [x, y] = [x * turn - y * lift, x * lift + y * turn];
    }
    return cosine ** 2 + sine ** 2;
  };
  return (frequency) => {
    const power = known.get(frequency) ?? powerAt(frequency);
    known.set(frequency, power);
    return power;
  };
}

/** The frequency from `low` to `high` at which a value is highest. */
function highest(valueAt: (frequency: number) => number, low: number, high: number, step: number): number {
  const all = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => low + at * step);
  const values = all.map(valueAt);
  return all[values.indexOf(Math.max(...values))] ?? low;
}

/** The period that stands out, in columns, and the natural logarithm of the probability that it is chance. */
function waveIn(values: Float64Array): { readonly period: number; readonly lnP: number } | undefined {
  const { length } = values;
  const [low, high] = [LEAST_CYCLES * PARTS, (length * PARTS) / 2];
  const powerAt = powersOf(values);
  const lnPAt = (frequency: number): number => {
    // A strictly regular wave has no power at these frequencies; one that swings irregularly has about as much.
    const beside = Array.from({ length: 2 * BESIDE + 1 }, (_, at) => frequency + (at - BESIDE) * PARTS)
      .filter((other) => other !== frequency && other > 0 && other < high)
      .map(powerAt);
    const ratio = powerAt(frequency) / Math.max(sumOf(beside), Number.MIN_VALUE);
    return Math.log(length / 2 - LEAST_CYCLES) - beside.length * Math.log1p(ratio);
  };
  const near = PARTS / 2;
  const rough = highest((frequency) => (isSure(lnPAt(frequency)) ? powerAt(frequency) : 0), low, high, near);
  const top = highest(powerAt, Math.max(low, rough - near), Math.min(high, rough + near), 1);
  const lnP = lnPAt(top);
  if (!isSure(lnP)) return undefined;
  const most = Math.floor(top / low);
  const fractions = Array.from({ length: most }, (_, at) => Math.round(top / (most - at)));
  const isOne = (one: number) => powerAt(one) >= LEAST_MULTIPLE * powerAt(top) && lnPAt(one) < 0;
  const found = fractions.find(isOne) ?? top;
  // A whole number of columns is likelier than a fraction close to it.
  const period = (length * PARTS) / found;
  const whole = Math.round(period);
  const isWhole = powerAt((length * PARTS) / whole) >= WHOLE.share * powerAt(found);
  return { period: isWhole ? whole : period, lnP };
}

/** The period of all rows together; the daily cycle does not count. */
export function periodOf({ active, columnTotals, cellSeconds }: DiagnosisView): Period | undefined {
  const counts = columnTotals.slice(active.from, active.to);
  const { length } = counts;
  if (length < LEAST_COLUMNS) return undefined;
  const values = leveled(counts, Math.floor(length / LEAST_CYCLES));
  const wave = waveIn(values);
  if (wave === undefined || wave.period * cellSeconds >= DAY_SHAPE_SECONDS) return undefined;
  const { period, lnP } = wave;
  const cycles = Array.from(
    { length: Math.floor(length / LEAST_CYCLES / period) },
    (_, at) => (at + 1) * period,
  );
  const cycle = cycles.find((one) => Math.abs(one - Math.round(one)) <= WHOLE.near) ?? period;
  const phases = Math.round(cycle);
  const phaseOf = (at: number) => Math.floor(((at % cycle) / cycle) * phases);
  /** The mean of the values in each phase, and the sum of the squared deviations from these means. */
  const folded = (of: Float64Array) => {
    const own = Array.from({ length: phases }, (_, phase) =>
      of.filter((_value, at) => phaseOf(at) === phase),
    );
    const means = own.map((ones) => sumOf(ones) / ones.length);
    return { means, rest: sumOf(of.map((value, at) => (value - (means[phaseOf(at)] as number)) ** 2)) };
  };
  const { means, rest } = folded(counts);
  const mean = sumOf(counts) / length;
  const [high, low] = [Math.max(...means), Math.min(...means)];
  const amplitude = (high - low) / mean;
  const highShare = counts.filter((count) => count > (high + low) / 2).length / length;
  const arePulses = highShare <= MOST_PULSES && amplitude >= LEAST_RISE * (low / mean);
  // A timer beats against the width of the columns: some columns have one row more than others, at intervals that depend on
  // that width and are no period of the load. Such counts vary less than Poisson counts, and most columns have a row.
  const isRough = rest / (mean * (length - phases)) >= LEAST_REST;
  // Key times rounded to slightly more than a column leave one empty now and then.
  const isComb = highShare > MOST_PULSES && low < EMPTY * mean;
  // The shape of a day also has power at multiples of its frequency, but these explain little of it.
  const isClear =
    amplitude >= LEAST_AMPLITUDE &&
    folded(values).rest <= MOST_LEFT * sumOf(values.map((value) => value ** 2));
  if (!isClear || !(isRough || arePulses) || isComb) return undefined;
  const isCoarse = period < (arePulses ? SHORT.pulses : SHORT.others);
  return { seconds: (isCoarse ? cycle : period) * cellSeconds, isCoarse, amplitude, lnP };
}

export function periodFinding(view: DiagnosisView, period: Period): Finding {
  const { active, cellSeconds } = view;
  const { lnP, amplitude, isCoarse, seconds } = period;
  const every = secondsText(seconds);
  const times = Math.floor(((active.to - active.from) * cellSeconds) / seconds);
  return {
    id: 'periodicity',
    title: `Period of ${every}${isCoarse ? ' or a part of it' : ''}`,
    sentence: phrase`The load rises and falls every ${every}${isCoarse ? ` or a fraction of that, which columns of ${secondsText(cellSeconds)} cannot show` : ''}, by ${shareText(amplitude)} of its mean, over ${times} periods.`,
    confidence: confidenceOf(lnP),
    severity: 'note',
    cells: [cellsOf(view, active)],
    advice:
      'A timer or a batch job writes. If its peak is near the target, let its writers start at different times.',
  };
}
