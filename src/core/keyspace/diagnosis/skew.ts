import { countText, shareText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { gini, topShare } from './statistics.ts';
import { activeRows, cellsOf } from './view.ts';

const LEAST_ROWS = 8;
/** Rows of the table for each row of the map: below, chance alone makes the counts unequal. */
const LEAST_MEAN = 30;
/** Writers that differ by a factor of two or three have 0.3; 0.6 is one row in five with nearly all. */
const LEAST_GINI = 0.6;
const LEAST_TOP_SHARE = 0.5;
/** Without the largest one the others must still be unequal: one alone is hot, which another rule says. */
const LEAST_GINI_OF_REST = 0.4;

/** Rows are very unequal between prefixes (partitions, values) that are used at all. */
export const skew: DiagnosisRule = {
  id: 'skew',
  title: 'Skew (Gini and top share)',
  find: (view) => {
    const rows = activeRows(view);
    if (rows.length < LEAST_ROWS || view.total < rows.length * LEAST_MEAN || view.rowsAre === 'writer')
      return [];
    const totals = rows.map((row) => view.rowTotals[row] ?? 0);
    const top = Math.max(1, Math.round(rows.length / 10));
    const share = topShare(totals, top);
    const coefficient = gini(totals);
    if (coefficient < LEAST_GINI || share < LEAST_TOP_SHARE) return [];
    if (gini(totals.toSorted((a, b) => b - a).slice(1)) < LEAST_GINI_OF_REST) return [];
    const largest = rows
      .toSorted((a, b) => (view.rowTotals[b] ?? 0) - (view.rowTotals[a] ?? 0))
      .slice(0, top);
    return [
      {
        id: 'skew',
        title: 'Skewed load',
        sentence: `The ${top === 1 ? 'largest' : `${top} largest`} of ${countText(rows.length)} used ones ${top === 1 ? 'holds' : 'hold'} ${shareText(share)} of ${countText(view.total)} rows (Gini ${coefficient.toFixed(2)}; 0 is even, 1 all in one).`,
        confidence: Math.min(0.95, 0.7 + (coefficient - LEAST_GINI)),
        severity: 'note',
        cells: [
          cellsOf(
            view,
            view.active,
            largest.toSorted((a, b) => a - b),
          ),
        ],
        advice:
          'Check what the key is hashed from: a value with many more events than others needs a second part.',
      },
    ];
  },
};
