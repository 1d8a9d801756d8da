import { countText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { phrase } from './phrase.ts';
import { median, sumOf } from './statistics.ts';
import { activeRows, cellsOf, rowName, rowsNamed, totalWords } from './view.ts';

/** Least mean of entities per row. Below it, chance alone makes counts unequal. */
const LEAST_MEAN = 30;
/** With two to four rows there is no typical row. */
const FEW_ROWS = 5;
/**
 * The load is skewed if the largest rows, at most half of all, hold this share of it, and each has at least LEAST_TIMES the
 * median of the others.
 */
const LEAST_SHARE = 0.8;
const LEAST_SHARE_OF_TWO = 0.9;
const LEAST_TIMES = 4;

/** How many of the totals, largest first, hold most of all; 0 if they are not far above the others. */
function largestOf(totals: readonly number[]): number {
  const least = sumOf(totals) * (totals.length === 2 ? LEAST_SHARE_OF_TWO : LEAST_SHARE);
  let [many, held] = [0, 0];
  while (held < least) held += totals[many++] as number;
  const isApart = (totals[many - 1] as number) >= LEAST_TIMES * Math.max(1, median(totals.slice(many)));
  // One large row among many is hot, which another rule reports.
  const isHot = many === 1 && totals.length >= FEW_ROWS;
  return many * 2 <= totals.length && isApart && !isHot ? many : 0;
}

/** Partitions that follow each other in time differ by when the window begins and ends, and by the load over time. */
const areTimes = ({ rowsAre, facts: { front } }: DiagnosisView): boolean =>
  rowsAre === 'partition' && (front === 'upper' || front === 'lower');

/** Reports that entities are very unevenly spread over the prefixes (partitions, values) in use. */
export const skew: DiagnosisRule = {
  title: 'Skew',
  needs: 'every row',
  lacks: (view) =>
    activeRows(view).length < 2 || view.total < LEAST_MEAN || areTimes(view)
      ? 'too few rows, or each partition is a time'
      : undefined,
  find: (view) => {
    const rows = activeRows(view).toSorted(
      (a, b) => (view.rowTotals[b] as number) - (view.rowTotals[a] as number),
    );
    const isEnough = rows.length >= 2 && view.total >= rows.length * LEAST_MEAN;
    const totals = rows.map((row) => view.rowTotals[row] as number);
    const top = isEnough && view.rowsAre !== 'writer' && !areTimes(view) ? largestOf(totals) : 0;
    if (top === 0) return [];
    const largest = rows.slice(0, top).toSorted((a, b) => a - b);
    const share = shareText(sumOf(totals.slice(0, top)) / view.total);
    const isFew = rows.length < FEW_ROWS;
    return [
      {
        id: 'skew',
        title: isFew ? `${rowName(view, largest[0] as number)} holds ${share}` : `Skewed load`,
        sentence: phrase`The ${top === 1 ? 'largest' : `${top} largest`} of ${countText(rows.length)} with rows ${top === 1 ? 'holds' : 'hold'} ${share} of ${totalWords(view)}: ${rowsNamed(view, largest)}.`,
        confidence: 0.85,
        severity: 'note',
        cells: [cellsOf(view, view.active, largest)],
        advice:
          'Check what the key is made from: a value with many more events than others needs a second key part.',
      },
    ];
  },
};
