import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { countText, secondsText } from '../../words.ts';
import { columnsOfTime, columnsTime } from '../map/cellGrid.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { rowName, rowsName, rowsNamed } from './view.ts';

/** Fewer rows may be test rows. */
const LEAST_ROWS = 3;

/** Clocks of well-kept machines differ by less than this, 5 min. */
const TOLERANCE_TICKS = 300n * TICKS_PER_SECOND;
const MOST_ALONE = 3;

type FutureRow = NonNullable<DiagnosisView['facts']['future']>[number];

/** The columns that begin after now, for a list of keys, of which only the cells are known. */
function ofCells({ grid }: DiagnosisView, nowTicks: bigint): readonly FutureRow[] {
  const columns = columnsOfTime(grid, { from: grid.from, to: nowTicks + TOLERANCE_TICKS });
  return Array.from({ length: grid.rowCount }, (_, row) => {
    let rows = 0;
    let last = columns.to;
    for (let column = columns.to; column < grid.columnCount; column++) {
      const count = grid.counts[row * grid.columnCount + column] as number;
      rows += count;
      if (count > 0) last = column + 1;
    }
    return { row, rows, latestTicks: columnsTime(grid, { from: 0, to: last }).to };
  });
}

function alone(view: DiagnosisView, { row, rows, latestTicks }: FutureRow, nowTicks: bigint): Finding {
  return {
    id: 'future-keys',
    title: `Keys of the future in ${view.labels[row] as string}`,
    sentence: phrase`${rowName(view, row)} has ${countText(rows)} rows with a key time after now, up to ${latestTicks}, ${aheadText(latestTicks, nowTicks)} ahead.`,
    confidence: 0.9,
    severity: 'fault',
    cells: [{ rows: [row], from: nowTicks, to: latestTicks + 1n }],
    advice: ADVICE,
  };
}

function together(view: DiagnosisView, found: readonly FutureRow[], nowTicks: bigint): Finding {
  const sum = found.reduce((all, { rows }) => all + rows, 0);
  const latest = found.reduce((last, { latestTicks }) => (latestTicks > last ? latestTicks : last), nowTicks);
  const rows = found.map(({ row }) => row).toSorted((a, b) => a - b);
  return {
    id: 'future-keys',
    title: `Keys of the future in ${found.length} ${rowsName(view)}`,
    sentence: phrase`${countText(sum)} rows in ${rowsNamed(view, rows)} have a key time after now, up to ${latest}, ${aheadText(latest, nowTicks)} ahead.`,
    confidence: 0.9,
    severity: 'fault',
    cells: [{ rows, from: nowTicks, to: latest + 1n }],
    advice: ADVICE,
  };
}

function aheadText(ticks: bigint, nowTicks: bigint): string {
  return secondsText(Number((ticks - nowTicks) / TICKS_PER_SECOND));
}

const ADVICE = 'Check the clock of that writer; queries up to now miss these rows.';

/** Reports keys whose time is ahead of the clock: the writer's clock is wrong, or the time is a due time. */
export const futureKeys: DiagnosisRule = {
  title: 'Clock-skewed writer (future keys)',
  isBlind: ({ facts: { nowTicks } }) => nowTicks === undefined,
  find: (view) => {
    const { nowTicks, future } = view.facts;
    if (nowTicks === undefined) return [];
    const found = (future ?? ofCells(view, nowTicks)).filter(({ rows }) => rows >= LEAST_ROWS);
    if (found.length > MOST_ALONE) return [together(view, found, nowTicks)];
    return found.map((one) => alone(view, one, nowTicks));
  },
};
