import { secondsText, shareText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { phrase } from './phrase.ts';
import { autocorrelation, confidenceOf, isSignificant, movingMean } from './statistics.ts';
import { cellsOf } from './view.ts';

const LEAST_COLUMNS = 48;
/** Times that a period must recur in what is seen. */
const LEAST_CYCLES = 6;
/** Correlation of the counts with themselves one period later. */
const LEAST_CORRELATION = 0.3;
/** Longer periods are the shape of the day or the week. */
const DAY_SHAPE_SECONDS = 6 * 3600;

/** From peak to trough, of the mean: less is no load to plan for. */
const LEAST_AMPLITUDE = 0.3;
/** The same in deviations of Poisson counts. */
const LEAST_DEVIATIONS = 5;
/** Counts that vary less than this beside their profile come from even timers. */
const LEAST_REST = 0.5;
/** Of those a batch is told by less than half of the columns, which rise by more than what lies between them. */
const MOST_PULSES = 0.5;
const LEAST_RISE = 1.2;
const EMPTY = 0.02;

/** The shortest lag of a clear peak; undefined where there is none. */
function periodOf(correlations: Float64Array): number | undefined {
  let greatest = 0;
  for (let lag = 2; lag < correlations.length; lag++) greatest = Math.max(greatest, correlations[lag] ?? 0);
  let lowest = 1;
  for (let lag = 1; lag < correlations.length; lag++) {
    const here = correlations[lag] ?? 0;
    const isPeak = here >= (correlations[lag - 1] ?? 0) && here >= (correlations[lag + 1] ?? -1);
    // A slow change correlates at short lags as well, but does not fall in between.
    if (lag >= 2 && isPeak && here >= greatest * 0.8 && here - lowest >= LEAST_CORRELATION) return lag;
    lowest = Math.min(lowest, here);
  }
  return undefined;
}

/** How the mean profile of a period stands out of what is seen. */
interface Profile {
  /** From its lowest to its highest column, as a share of the mean. */
  readonly amplitude: number;
  /** The same in deviations of such a mean of Poisson counts. */
  readonly deviations: number;
  /** What is left of the counts' variance, as a share of that of Poisson counts. */
  readonly restDispersion: number;
  /** Share of columns above the middle between lowest and highest, and the lowest as a share of the mean. */
  readonly highShare: number;
  readonly lowest: number;
}

function profileOf(counts: Float64Array, lag: number): Profile {
  const sums = new Float64Array(lag);
  const cycles = new Float64Array(lag);
  for (let at = 0; at < counts.length; at++) {
    sums[at % lag] = (sums[at % lag] ?? 0) + (counts[at] ?? 0);
    cycles[at % lag] = (cycles[at % lag] ?? 0) + 1;
  }
  const means = sums.map((sum, phase) => sum / Math.max(1, cycles[phase] ?? 0));
  const mean = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
  const high = Math.max(...means);
  const low = Math.min(...means);
  const noise = Math.sqrt((2 * mean) / Math.max(1, counts.length / lag));
  const squares = counts.reduce((sum, count, at) => sum + (count - (means[at % lag] ?? 0)) ** 2, 0);
  const isHigh = (count: number) => count > (high + low) / 2;
  return {
    amplitude: (high - low) / Math.max(1e-9, mean),
    deviations: (high - low) / Math.max(1e-9, noise),
    restDispersion: squares / Math.max(1e-9, mean * Math.max(1, counts.length - lag)),
    highShare: counts.filter(isHigh).length / Math.max(1, counts.length),
    lowest: low / Math.max(1e-9, mean),
  };
}

/**
 * Whether a period is more than an even heartbeat against the width of the columns: that gives each timer one row more in some
 * columns than in others, in all of them nearly the same, at a distance that changes with the width. So its counts vary less
 * than Poisson ones; where a timer beats more often than every other column, most columns have its row, or at least one each
 * and at most twice as many.
 */
function isOfLoad(profile: Profile, cycles: number): boolean {
  if (profile.amplitude < LEAST_AMPLITUDE || profile.deviations < LEAST_DEVIATIONS || cycles < LEAST_CYCLES)
    return false;
  const arePulses = profile.highShare <= MOST_PULSES && profile.amplitude >= LEAST_RISE * profile.lowest;
  // Times rounded to little more than a column leave one empty now and then.
  const isComb = profile.highShare > MOST_PULSES && profile.lowest < EMPTY;
  return (profile.restDispersion >= LEAST_REST || arePulses) && !isComb;
}

/** All rows together rise and fall at a fixed distance: a job, a batch, a timer. The day's own shape is no finding. */
export const periodicity: DiagnosisRule = {
  id: 'periodicity',
  title: 'Periodicity',
  isBlind: ({ active }) => active.to - active.from < LEAST_COLUMNS,
  find: (view) => {
    const { active, columnTotals, cellSeconds } = view;
    const columns = active.to - active.from;
    if (columns < LEAST_COLUMNS) return [];
    const counts = columnTotals.slice(active.from, active.to);
    // The square root evens out the noise of large and small counts (Anscombe).
    const roots = counts.map((count) => Math.sqrt(count + 0.375));
    const most = Math.floor(columns / LEAST_CYCLES);
    const slow = movingMean(roots, most);
    const correlations = autocorrelation(
      roots.map((root, at) => root - (slow[at] ?? 0)),
      2 * most,
    );
    const lag = periodOf(correlations.subarray(0, most + 1));
    if (lag === undefined) return [];
    const correlation = correlations[lag] ?? 0;
    // What recurs, recurs twice as well: a rate that only wanders does not.
    const twice = Math.max(...[-1, 0, 1].map((by) => correlations[2 * lag + by] ?? 0));
    // Of counts without pattern a correlation is normal with variance 1 / columns; of such as go together with the next ones, more
    // (Bartlett).
    const last = correlations.findIndex((value) => value <= 0);
    const together = correlations
      .subarray(1, Math.min(lag, last < 0 ? lag : last))
      .reduce((sum, value) => sum + value * value, 0);
    const again = Math.max(0, Math.min(correlation, twice));
    const lnP = (-0.5 * (correlation ** 2 + again ** 2) * columns) / (1 + 2 * together);
    if (correlation < LEAST_CORRELATION || twice < correlation / 2 || !isSignificant(lnP, most)) return [];
    const seconds = lag * cellSeconds;
    const profile = profileOf(counts, lag);
    if (seconds >= DAY_SHAPE_SECONDS || !isOfLoad(profile, columns / lag)) return [];
    return [
      {
        id: 'periodicity',
        title: `Period of ${secondsText(seconds)}`,
        sentence: phrase`All rows together rise and fall every ${secondsText(seconds)}, by ${shareText(profile.amplitude)} of their mean: counts correlate ${correlation.toFixed(2)} with themselves one period later, over ${Math.floor(columns / lag)} periods.`,
        confidence: confidenceOf(lnP, most),
        severity: 'note',
        cells: [cellsOf(view, active)],
        advice:
          'A timer or a batch writes: plan its peak against the target, or let it start at different times.',
      },
    ];
  },
};
