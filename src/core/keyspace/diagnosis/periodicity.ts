import { secondsText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { autocorrelation, confidenceOf, isSignificant, movingMean } from './statistics.ts';
import { cellsOf } from './view.ts';

const LEAST_COLUMNS = 48;
/** Times that a period must recur in what is seen. */
const LEAST_CYCLES = 6;
/** Correlation of the counts with themselves one period later. */
const LEAST_CORRELATION = 0.3;
/** Longer periods are the shape of the day or the week. */
const DAY_SHAPE_SECONDS = 6 * 3600;

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

/** All rows together rise and fall at a fixed distance: a job, a batch, a timer. The day's own shape is no finding. */
export const periodicity: DiagnosisRule = {
  id: 'periodicity',
  title: 'Periodicity',
  find: (view) => {
    const { active, columnTotals, cellSeconds } = view;
    const columns = active.to - active.from;
    if (!view.isWhole || columns < LEAST_COLUMNS) return [];
    // The square root evens out the noise of large and small counts (Anscombe).
    const roots = Float64Array.from(columnTotals.subarray(active.from, active.to), (count) =>
      Math.sqrt(count + 0.375),
    );
    const most = Math.floor(columns / LEAST_CYCLES);
    const slow = movingMean(roots, most);
    const correlations = autocorrelation(
      roots.map((root, at) => root - (slow[at] ?? 0)),
      most,
    );
    const lag = periodOf(correlations);
    const correlation = lag === undefined ? 0 : (correlations[lag] ?? 0);
    // Of counts without pattern a correlation is normal with variance 1 / columns.
    const lnP = -0.5 * correlation * correlation * columns;
    if (lag === undefined || correlation < LEAST_CORRELATION || !isSignificant(lnP, most)) return [];
    const seconds = lag * cellSeconds;
    if (seconds >= DAY_SHAPE_SECONDS) return [];
    return [
      {
        id: 'periodicity',
        title: `Period of ${secondsText(seconds)}`,
        sentence: `All rows together rise and fall every ${secondsText(seconds)}: counts correlate ${correlation.toFixed(2)} with themselves one period later, over ${Math.floor(columns / lag)} periods.`,
        confidence: confidenceOf(lnP, most),
        severity: 'note',
        cells: [cellsOf(view, active)],
        advice:
          'A timer or a batch writes: plan its peak against the target, or let it start at different times.',
      },
    ];
  },
};
