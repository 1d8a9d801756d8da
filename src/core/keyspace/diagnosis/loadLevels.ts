import type { DiagnosisView } from './finding.ts';
import { type HighLevel, highLevelIn } from './highLevel.ts';
import type { ColumnRange } from './rhythm.ts';
import { activeCounts, arePassing } from './view.ts';

/**
 * Least share of the additional load that comes from more than the largest row, and from rows that also wrote on the lower level.
 */
const LEAST_SHARED = 0.5;
/** Below this share of the rate inside, the rate outside counts as silence. */
const SILENT_SHARE = 0.01;
/** A row must rise by this multiple of what a quarter of the other rows reach. Otherwise the rise is the shape of the day. */
const LEAST_OWN_TIMES = 2;

interface Rates {
  readonly inside: number;
  readonly outside: number;
}

function ratesOf(view: DiagnosisView, row: number, { from, to }: ColumnRange): Rates {
  const counts = activeCounts(view, row);
  const sum = (part: Uint32Array) => part.reduce((total, count) => total + count, 0);
  const inside = sum(counts.subarray(from, to));
  return { inside: inside / (to - from), outside: (sum(counts) - inside) / (counts.length - (to - from)) };
}

/**
 * A high level of all rows together. Not one that a single row makes, which is named itself, nor one of rows that were silent
 * before.
 */
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

/** A high level of one row that the other rows do not share. */
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
