import { countText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { phrase } from './phrase.ts';
import { gini, sumOf } from './statistics.ts';
import { activeRows, cellsOf, rowName, rowsNamed, totalWords } from './view.ts';

const LEAST_ROWS = 8;
/** Least mean of entities per row. Below it, chance alone makes counts unequal. */
const LEAST_MEAN = 30;
/** Writers that differ by a factor of two or three give 0.3; 0.6 is one row in five with nearly everything. */
const LEAST_GINI = 0.6;
const LEAST_TOP_SHARE = 0.5;
/** The rows must still be unequal without the largest one. One alone is hot, which another rule reports. */
const LEAST_GINI_OF_REST = 0.4;

/** With two to four rows there is no typical row, so the share of the largest is reported instead. */
const FEW_ROWS = 5;
/** If up to half of the rows hold this share, and each has this multiple of the others, the load is on these. */
const LARGE_SHARE = 0.8;
const LARGE_OF_TWO = 0.9;
const LEAST_STEP = 4;

/** The share of the first `top` values. */
function shareOf(values: readonly number[], top: number): number {
  return sumOf(values.slice(0, top)) / sumOf(values);
}

/** How many rows are clearly larger than the rest; 0 if there is no such step. */
function largeOnes(totals: readonly number[]): number {
  const sum = sumOf(totals);
  const isFew = totals.length < FEW_ROWS;
  let held = 0;
  let best = 0;
  let step = LEAST_STEP;
  for (let at = 0; at < Math.floor(totals.length / 2); at++) {
    held += totals[at] as number;
    const times = (totals[at] as number) / Math.max(1, totals[at + 1] as number);
    const least = totals.length === 2 ? LARGE_OF_TWO : LARGE_SHARE;
    // One large row among many is hot, which another rule reports.
    if (held < sum * least || times < step || (at === 0 && !isFew)) continue;
    step = times;
    best = at + 1;
  }
  return best;
}

/** How many of the largest rows to name, by the Gini coefficient; 0 if the load is not that unequal. */
function topOf(totals: readonly number[]): number {
  if (totals.length < LEAST_ROWS) return 0;
  const top = Math.max(1, Math.round(totals.length / 10));
  if (gini(totals) < LEAST_GINI || shareOf(totals, top) < LEAST_TOP_SHARE) return 0;
  return gini(totals.slice(1)) < LEAST_GINI_OF_REST ? 0 : top;
}

/** Partitions that follow each other in time differ by when the window begins and ends, and by the load over time. */
const areTimes = ({ rowsAre, facts: { front } }: DiagnosisView): boolean =>
  rowsAre === 'partition' && (front === 'upper' || front === 'lower');

/** Reports that entities are very unevenly spread over the prefixes (partitions, values) in use. */
export const skew: DiagnosisRule = {
  title: 'Skew (Gini and top share)',
  needs: 'every row',
  isBlind: (view) => activeRows(view).length < 2 || view.total < LEAST_MEAN || areTimes(view),
  lacks: 'too few rows, or each partition is a time',
  find: (view) => {
    const rows = activeRows(view).toSorted(
      (a, b) => (view.rowTotals[b] as number) - (view.rowTotals[a] as number),
    );
    if (rows.length < 2 || view.total < rows.length * LEAST_MEAN) return [];
    if (view.rowsAre === 'writer' || areTimes(view)) return [];
    const totals = rows.map((row) => view.rowTotals[row] as number);
    const top = topOf(totals) || largeOnes(totals);
    if (top === 0) return [];
    const largest = rows.slice(0, top).toSorted((a, b) => a - b);
    const share = shareOf(totals, top);
    const coefficient = gini(totals);
    const isFew = rows.length < FEW_ROWS;
    return [
      {
        id: 'skew',
        title: isFew ? `${rowName(view, largest[0] as number)} holds ${shareText(share)}` : `Skewed load`,
        sentence: phrase`The ${top === 1 ? 'largest' : `${top} largest`} of ${countText(rows.length)} with rows ${top === 1 ? 'holds' : 'hold'} ${shareText(share)} of ${totalWords(view)} (Gini ${coefficient.toFixed(2)}; 0: even, 1: all in one): ${rowsNamed(view, largest)}.`,
        confidence: Math.min(0.95, 0.7 + Math.max(0, coefficient - LEAST_GINI, share - LARGE_SHARE)),
        severity: 'note',
        cells: [cellsOf(view, view.active, largest)],
        advice:
          'Check what the key is made from: a value with many more events than others needs a second key part.',
      },
    ];
  },
};
