import { countText, secondsText, secondText } from '../words.ts';
import type { DiagnosisRule } from './finding.ts';
import { rowName } from './view.ts';

/** Fewer may be a test row. */
const LEAST_ROWS = 3;
const TICKS_PER_SECOND = 10_000_000n;

/** Keys whose time lies ahead of the clock: their writer's clock is wrong, or the time is a due time. */
export const futureKeys: DiagnosisRule = {
  id: 'future-keys',
  title: 'Clock-skewed writer (future keys)',
  find: (view) => {
    const { nowTicks, future = [] } = view.facts;
    if (nowTicks === undefined) return [];
    return future
      .filter(({ rows }) => rows >= LEAST_ROWS)
      .map(({ row, rows, latestTicks }) => ({
        id: 'future-keys',
        title: `Keys of the future in ${view.labels[row] ?? row}`,
        sentence: `${rowName(view, row)} has ${countText(rows)} rows whose key lies after now, up to ${secondText(latestTicks)}, ${secondsText(Number((latestTicks - nowTicks) / TICKS_PER_SECOND))} ahead.`,
        confidence: 0.9,
        severity: 'fault',
        cells: [{ rows: [row], from: nowTicks, to: latestTicks + 1n }],
        advice: 'Check the clock of that writer; queries up to now miss these rows.',
      }));
  },
};
