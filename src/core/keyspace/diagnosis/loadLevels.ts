import type { DiagnosisView } from './finding.ts';
import { type HighLevel, highLevelIn } from './highLevel.ts';
import type { Stretch } from './rhythm.ts';
import { activeCounts, arePassing } from './view.ts';

/** Of what is more on the upper level, this share must come from many rows, and from rows that wrote on the lower one too. */
const LEAST_SHARED = 0.5;
/** A rate outside below this share of that inside is silence. */
const SILENT_SHARE = 0.01;
/** A row must rise so many times more than a quarter of all rows do at most: else it is the shape of the day, not its own. */
const LEAST_OWN_TIMES = 2;

interface Rates {
  readonly inside: number;
  readonly outside: number;
}

function ratesOf(view: DiagnosisView, row: number, { from, to }: Stretch): Rates {
  const counts = activeCounts(view, row);
  const sum = (part: Uint32Array) => part.reduce((total, count) => total + count, 0);
  const inside = sum(counts.subarray(from, to));
  return { inside: inside / (to - from), outside: (sum(counts) - inside) / (counts.length - (to - from)) };
}

/** A level of all together: not of one row, which is named itself, and not one that others make by their silence. */
export function levelOfAll(view: DiagnosisView, rows: readonly number[]): HighLevel | undefined {
  const { active, columnTotals } = view;
  const level = highLevelIn(columnTotals.slice(active.from, active.to), active.to - active.from);
  if (level === undefined || rows.length === 1 || arePassing(view)) return level;
  let [most, silent, sum] = [0, 0, 0];
  for (const row of rows) {
    const { inside, outside } = ratesOf(view, row, level);
    const more = Math.max(0, inside - outside);
    sum += more;
    most = Math.max(most, more);
    if (outside <= SILENT_SHARE * inside) silent += more;
  }
  const least = LEAST_SHARED * sum;
  return sum - most >= least && sum - silent >= least ? level : undefined;
}

/** A level of one row, which the rows beside it do not share. */
export function levelOfRow(view: DiagnosisView, row: number, rows: readonly number[]): HighLevel | undefined {
  const counts = activeCounts(view, row);
  const level = highLevelIn(Float64Array.from(counts), counts.length * rows.length);
  if (level === undefined) return undefined;
  const rises = rows
    .filter((other) => other !== row)
    .map((other) => {
      const { inside, outside } = ratesOf(view, other, level);
      return inside / Math.max(1e-9, outside);
    })
    .toSorted((a, b) => a - b);
  const common = rises[Math.floor(rises.length / 4)] ?? 0;
  return level.times >= LEAST_OWN_TIMES * common ? level : undefined;
}
