import { countText, shareText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { median } from './statistics.ts';

const LEAST_WRITERS = 5;
const LEAST_ROWS = 1000;
const LEAST_SHARE = 0.08;
const LEAST_TIMES = 12;

/** One writer (identity in the RowKey) with far more rows than the others. */
export const unevenWriters: DiagnosisRule = {
  id: 'uneven-writers',
  title: 'Uneven writers',
  find: ({ facts }) => {
    const writers = (facts.writers ?? []).filter(({ rows }) => rows > 0);
    const total = writers.reduce((sum, { rows }) => sum + rows, 0);
    if (writers.length < LEAST_WRITERS || total < LEAST_ROWS) return [];
    const middle = Math.max(1, median(writers.map(({ rows }) => rows)));
    const [top] = writers.toSorted((a, b) => b.rows - a.rows);
    if (top === undefined || top.rows < total * LEAST_SHARE || top.rows < middle * LEAST_TIMES) return [];
    return [
      {
        id: 'uneven-writers',
        title: 'Uneven writers',
        sentence: `${top.label} wrote ${shareText(top.rows / total)} of ${countText(total)} rows, ${countText(top.rows / middle)} times the median of ${countText(writers.length)} writers.`,
        confidence: 0.85,
        severity: 'fault',
        cells: [],
        advice: 'Look at what that machine logs: a loop of errors, or a level that was left too fine.',
      },
    ];
  },
};
