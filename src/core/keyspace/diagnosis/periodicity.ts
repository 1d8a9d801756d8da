import { secondsText, shareText } from '../../words.ts';
import type { DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { isSure } from './scan.ts';
import { confidenceOf, sumOf, summing } from './statistics.ts';
import { cellsOf } from './view.ts';

export const LEAST_COLUMNS = 48;
/** A period must recur this often on the map. */
const LEAST_CYCLES = 6;
/** Least correlation of the counts with themselves one period later. */
const LEAST_CORRELATION = 0.3;
/** Longer periods are the shape of the day or the week. */
const DAY_SHAPE_SECONDS = 6 * 3600;

/** Least distance from peak to trough, as a share of the mean. Less is not worth planning for. */
const LEAST_AMPLITUDE = 0.3;
/** Least distance from peak to trough in standard deviations of Poisson counts. */
const LEAST_DEVIATIONS = 5;
/** Counts that vary less than this around their mean profile are evenly timed. */
const LEAST_REST = 0.5;
/** Evenly timed counts are a batch job only if less than half of the columns are high, and those are well above the lowest. */
const MOST_PULSES = 0.5;
const LEAST_RISE = 1.2;
const EMPTY = 0.02;
/** A shorter wave must be this much stronger than the wave of the whole period to be taken for the real period. */
const CLEARLY = 2.5;
/** Columns that a shorter period needs before it is reported. */
const LEAST_PART = 3;
/** From this many columns on, a period shows its shape. */
const FINE_COLUMNS = 8;

/**
 * The lags with a clear peak, the shortest first. A period of 2.4 columns almost recurs after 5 and 7 columns, and truly after 12: so the
 * first peak may be no period, and a later one is.
 */
function peaksOf(correlations: Float64Array): readonly number[] {
  const least = 0.8 * Math.max(...correlations.subarray(2));
  return Array.from(correlations.keys()).filter((lag) => {
    const here = correlations[lag] as number;
    const isPeak = here >= (correlations[lag - 1] as number) && here >= (correlations[lag + 1] ?? -1);
    return lag >= 2 && isPeak && here >= least;
  });
}

/** The mean counts over one period. */
interface Profile {
  /** Mean count at each column of the period. */
  readonly means: Float64Array;
  /** Highest minus lowest column, as a share of the mean. */
  readonly amplitude: number;
  readonly arePulses: boolean;
}

/** The profile of a period; undefined if it is too flat, or not caused by the load. */
function profileOf(counts: Float64Array, lag: number): Profile | undefined {
  const means = Float64Array.from({ length: lag }, (_, phase) => {
    const own = counts.filter((_count, at) => at % lag === phase);
    return sumOf(own) / own.length;
  });
  const mean = sumOf(counts) / counts.length;
  const [high, low] = [Math.max(...means), Math.min(...means)];
  const amplitude = (high - low) / mean;
  // In standard deviations of such means of Poisson counts.
  const deviations = (high - low) / Math.sqrt((2 * mean * lag) / counts.length);
  const squares = sumOf(counts.map((count, at) => (count - (means[at % lag] as number)) ** 2));
  const highShare = counts.filter((count) => count > (high + low) / 2).length / counts.length;
  const arePulses = highShare <= MOST_PULSES && amplitude >= LEAST_RISE * (low / mean);
  // A timer beats against the width of the columns: some have one row more than others, at a distance that changes with the width. Its
  // counts vary less than Poisson counts, and most columns have a row.
  const isRough = squares / (mean * (counts.length - lag)) >= LEAST_REST;
  // Key times rounded to slightly more than a column leave one empty now and then.
  const isComb = highShare > MOST_PULSES && low < EMPTY * mean;
  const isClear = amplitude >= LEAST_AMPLITUDE && deviations >= LEAST_DEVIATIONS;
  return isClear && (isRough || arePulses) && !isComb ? { means, amplitude, arePulses } : undefined;
}

/**
 * How often the profile repeats within the period: a timer of 7.5 columns hits the same columns only after 15. Decided by the
 * strongest wave, if it is clearly stronger than that of the whole period.
 */
function partsOf(means: Float64Array): number {
  const { length } = means;
  const powers = Array.from({ length: Math.floor(length / 2) }, (_, at) => {
    let [cosine, sine] = [0, 0];
    for (const [column, mean] of means.entries()) {
      const angle = (2 * Math.PI * (at + 1) * column) / length;
      cosine += mean * Math.cos(angle);
      sine += mean * Math.sin(angle);
    }
    return cosine ** 2 + sine ** 2;
  });
  const strongest = Math.max(...powers);
  return strongest >= CLEARLY * (powers[0] as number) ? powers.indexOf(strongest) + 1 : 1;
}

/** The period in columns, and whether it may really be several shorter periods that the columns are too wide to show. */
function periodIn({ means, arePulses }: Profile, lag: number) {
  const parts = partsOf(means);
  if (!arePulses) return { columns: lag, isCoarse: lag < FINE_COLUMNS || parts > 1 };
  const columns = lag / parts;
  return columns < LEAST_PART && columns < lag
    ? { columns: lag, isCoarse: true }
    : { columns, isCoarse: false };
}

/** A period that is not made of whole or half columns must fit so much better than the nearest that is. */
const BETTER = 1.05;
/** How far such a period may be from the first guess, and how finely it is looked for, in columns. */
const NEAR = 0.4;
const STEP = 0.005;

/** The mean correlation after 1, 2, ... `times` periods; between columns in proportion. */
function fitOf(period: number, times: number, correlations: Float64Array): number {
  let sum = 0;
  for (let time = 1; time <= times; time++) {
    const at = Math.floor(time * period);
    const part = time * period - at;
    sum += (correlations[at] as number) * (1 - part) + (correlations[at + 1] ?? 0) * part;
  }
  return sum / times;
}

/** A period as all its recurrences on the map show it: 9.6 columns recur almost after 19, and truly after 48. */
function corrected(period: number, correlations: Float64Array): number {
  const times = Math.floor((correlations.length - 1) / (period + NEAR));
  if (times < 2) return period;
  let [exact, best] = [period, fitOf(period, times, correlations) * BETTER];
  for (let by = -NEAR; by <= NEAR; by += STEP) {
    const fit = fitOf(period + by, times, correlations);
    if (fit > best) [exact, best] = [period + by, fit];
  }
  return exact;
}

/** The longest period that is looked for, in columns. */
const mostLag = (columns: number): number => Math.floor(columns / LEAST_CYCLES);

/** The correlation of the counts with themselves at lags 0 .. 2 * most, without changes that are slower than `most`. */
function correlationsOf(counts: Float64Array, most: number): Float64Array {
  // The square root makes the noise of large and small counts equal (Anscombe).
  const roots = counts.map((count) => Math.sqrt(count + 0.375));
  const sum = summing(roots);
  const values = roots.map((root, at) => {
    const [from, to] = [Math.max(0, at - most), Math.min(roots.length, at + most + 1)];
    return root - sum(from, to) / (to - from);
  });
  const product = (lag: number) =>
    sumOf(values.subarray(lag).map((value, at) => value * (values[at] as number)));
  const power = Math.max(product(0), Number.MIN_VALUE);
  return Float64Array.from({ length: 2 * most + 1 }, (_, lag) => product(lag) / power);
}

/** A period of the counts. */
interface Wave {
  /** Its length; a fraction where it does not end with a column. */
  readonly columns: number;
  readonly isCoarse: boolean;
  readonly amplitude: number;
  /** Of the counts with themselves one period later. */
  readonly correlation: number;
  /** Logarithm of the probability that counts without a period correlate so. */
  readonly lnP: number;
}

/** The shortest period of the counts that is clearly stronger than chance. */
function waveIn(counts: Float64Array): Wave | undefined {
  const most = mostLag(counts.length);
  const correlations = correlationsOf(counts, most);
  for (const lag of peaksOf(correlations.subarray(0, most + 1))) {
    const found = waveAt(lag, correlations, counts);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The period at a peak of the correlations; undefined if it is chance, a slow drift, or not caused by the load. */
function waveAt(lag: number, correlations: Float64Array, counts: Float64Array): Wave | undefined {
  const correlation = correlations[lag] as number;
  // A true period also recurs after twice the time; a drifting rate does not.
  const twice = Math.max(...[-1, 0, 1].map((by) => correlations[2 * lag + by] ?? 0));
  if (correlation < LEAST_CORRELATION || twice < correlation / 2) return undefined;
  // Without a pattern, a correlation is normal with variance 1 / columns, or more if neighbours are correlated (Bartlett).
  const last = correlations.findIndex((value) => value <= 0);
  const together = correlations
    .subarray(1, Math.min(lag, last < 0 ? lag : last))
    .reduce((sum, value) => sum + value * value, 0);
  const again = Math.min(correlation, twice);
  const lnP = (-0.5 * (correlation ** 2 + again ** 2) * counts.length) / (1 + 2 * together);
  if (!isSure(lnP + 2 * Math.log(mostLag(counts.length)))) return undefined;
  const profile = profileOf(counts, lag);
  if (profile === undefined) return undefined;
  const { columns, isCoarse } = periodIn(profile, lag);
  const { amplitude } = profile;
  return { columns: corrected(columns, correlations), isCoarse, amplitude, correlation, lnP };
}

/** A period of the load: a job, a batch, a timer. */
export interface Period extends Wave {
  readonly seconds: number;
}

/** The period of all rows together; the daily cycle does not count. */
export function periodOf({ active, columnTotals, cellSeconds }: DiagnosisView): Period | undefined {
  if (active.to - active.from < LEAST_COLUMNS) return undefined;
  const wave = waveIn(columnTotals.slice(active.from, active.to));
  const seconds = (wave?.columns ?? 0) * cellSeconds;
  return wave === undefined || seconds >= DAY_SHAPE_SECONDS ? undefined : { ...wave, seconds };
}

/** What is said of a period. */
export function periodFinding(view: DiagnosisView, period: Period): Finding {
  const { active, cellSeconds } = view;
  const { correlation, lnP, amplitude, isCoarse, seconds } = period;
  const columns = active.to - active.from;
  const every = secondsText(seconds);
  return {
    id: 'periodicity',
    title: `Period of ${every}${isCoarse ? ' or a part of it' : ''}`,
    sentence: phrase`The load rises and falls every ${every}${isCoarse ? ` or a fraction of that, which columns of ${secondsText(cellSeconds)} cannot show` : ''}, by ${shareText(amplitude)} of its mean: counts correlate ${correlation.toFixed(2)} with themselves one period later, over ${Math.floor((columns * cellSeconds) / seconds)} periods.`,
    confidence: confidenceOf(lnP + Math.log(mostLag(columns))),
    severity: 'note',
    cells: [cellsOf(view, active)],
    advice:
      'A timer or a batch job writes. If its peak is near the target, let its writers start at different times.',
  };
}
