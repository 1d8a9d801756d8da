import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import { countText, secondsText } from '../../words.ts';
import { columnsOfTime, columnsTime } from '../map/cellGrid.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { phrase } from './phrase.ts';
import { FUTURE_TOLERANCE_TICKS, MOST_ALONE, rowName, rowsName, rowsNamed } from './view.ts';

/** Fewer rows may be test rows. */
const LEAST_ROWS = 3;

type FutureRow = NonNullable<DiagnosisView['facts']['future']>[number];

/**
 * The future rows of a list of keys, of which only the cells are known: those in columns that begin after now and the
 * tolerance.
 */
function ofCells({ grid }: DiagnosisView, nowTicks: bigint): readonly FutureRow[] {
  const columns = columnsOfTime(grid, { from: grid.from, to: nowTicks + FUTURE_TOLERANCE_TICKS });
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

function findingOf(view: DiagnosisView, found: readonly FutureRow[], nowTicks: bigint): Finding {
  const sum = countText(found.reduce((all, { rows }) => all + rows, 0));
  const latest = found.reduce((last, { latestTicks }) => (latestTicks > last ? latestTicks : last), nowTicks);
  const rows = found.map(({ row }) => row);
  const [first] = rows as [number];
  const [where, who] =
    rows.length === 1
      ? [view.labels[first] as string, `${rowName(view, first)} has ${sum} rows with`]
      : [`${rows.length} ${rowsName(view)}`, `${sum} rows in ${rowsNamed(view, rows)} have`];
  return {
    id: 'future-keys',
    title: `Keys in the future in ${where}`,
    sentence: phrase`${who} a key time in the future, up to ${latest}, ${secondsText(Number((latest - nowTicks) / TICKS_PER_SECOND))} from now.`,
    confidence: 0.9,
    severity: 'fault',
    cells: [{ rows, from: nowTicks, to: latest + 1n }],
    advice: 'Check the clock of that writer; queries up to now miss these rows.',
  };
}

/** Reports keys whose time is ahead of the clock: the writer's clock is wrong, or the time is a due time. */
export const futureKeys: DiagnosisRule = {
  title: 'Clock-skewed writer',
  lacks: ({ facts }) => (facts.nowTicks === undefined ? 'the current time is not known' : undefined),
  find: (view) => {
    const { nowTicks, future } = view.facts;
    if (nowTicks === undefined) return [];
    const found = (future ?? ofCells(view, nowTicks))
      .filter(({ rows }) => rows >= LEAST_ROWS)
      .toSorted((a, b) => a.row - b.row);
    const groups = found.length > MOST_ALONE ? [found] : found.map((one) => [one]);
    return groups.map((group) => findingOf(view, group, nowTicks));
  },
};
