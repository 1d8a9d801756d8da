import { countText, rowCountWords, secondsText, shareText } from '../../words.ts';
import { besideExpectation, lnDepth } from './depth.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { edgeBand, lnDrop, sharpened, usualSteps } from './edges.ts';
import { emptyRuns } from './gapForAll.ts';
import type { Spread } from './ownNull.ts';
import { phrase } from './phrase.ts';
import { isUnseenNight } from './quiet.ts';
import { areEven, isWeekend, knownColumns, mayBeNight, recurs, type ColumnRange } from './rhythm.ts';
import { confidenceOf, isSignificant, summing } from './statistics.ts';
import { cellsOf } from './view.ts';

/** A drop leaves at most this share of the rate beside it. */
const MOST_LEFT = 0.3;
/** Drops of fewer columns must also be deeper than drops elsewhere. */
const FEW_COLUMNS = 3;
const MOST_COLUMNS = 700;
const LEAST_SIDE = 2;
/** A drop must miss at least this many rows. */
const LEAST_MISSING = 30;
const MOST_ALONE = 3;
/** How far an edge can be off, as a share of the drop: the widths that are tried differ by a sixth. */
const EDGE_SHARE = 1 / 6;
/** Widths to try, each about a sixth wider than the previous one, so that some width meets both edges of any drop. */
const WIDTHS = widths();

function widths(): readonly number[] {
  const all: number[] = [];
  for (let width = 1; width <= MOST_COLUMNS; width = Math.max(width + 1, Math.round(width * 1.16)))
    all.push(width);
  return all;
}

interface Drop extends ColumnRange {
  readonly count: number;
  /** Rows expected by the rate of the quieter side. */
  readonly expected: number;
  readonly lnP: number;
}

function dropsOf(totals: Float64Array): readonly Drop[] {
  const columns = totals.length;
  const sum = summing(totals);
  const found: Drop[] = [];
  const stepsOf = new Map<number, Spread>();
  const beside = besideExpectation(totals);
  for (const width of WIDTHS) {
    if (width > columns / 3) break;
    const side = Math.max(LEAST_SIDE, Math.ceil(width / 3));
    const band = edgeBand(width);
    const steps = stepsOf.get(band) ?? usualSteps(sum, columns, band);
    stepsOf.set(band, steps);
    for (let from = side; from + width + side <= columns; from++) {
      const to = from + width;
      const count = sum(from, to);
      const expected = Math.min(sum(from - side, from), sum(to, to + side)) * (width / side);
      if (count > expected * MOST_LEFT || expected - count < LEAST_MISSING) continue;
      const bySteps = lnDrop(sum, { from, to }, columns, steps);
      if (bySteps === undefined || !isSignificant(bySteps, columns * WIDTHS.length)) continue;
      const lnP = width < FEW_COLUMNS ? Math.max(bySteps, lnDepth(beside, { from, to })) : bySteps;
      if (isSignificant(lnP, columns * WIDTHS.length)) found.push({ from, to, count, expected, lnP });
    }
  }
  return found;
}

/** Keeps the most significant of the drops that overlap; of equals, the longest. */
function withoutOverlaps(drops: readonly Drop[]): readonly Drop[] {
  const kept: Drop[] = [];
  for (const drop of drops.toSorted((a, b) => a.lnP - b.lnP || b.to - b.from - (a.to - a.from))) {
    if (kept.every(({ from, to }) => drop.to <= from || drop.from >= to)) kept.push(drop);
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

/** A drop with the edges where the counts fall and rise. */
function withEdges(totals: Float64Array, drop: Drop): Drop {
  const width = drop.to - drop.from;
  const rate = drop.expected / width;
  const { from, to } = sharpened(totals, drop, rate, Math.max(1, Math.round(width * EDGE_SHARE)));
  return { ...drop, from, to, count: summing(totals)(from, to), expected: rate * (to - from) };
}

function findingOf(view: DiagnosisView, drops: readonly Drop[], isRegular: boolean): Finding {
  const cells = drops.map((drop) => cellsOf(view, drop));
  const counted = drops.reduce((sum, { count }) => sum + count, 0);
  const expected = drops.reduce((sum, drop) => sum + drop.expected, 0);
  const left = shareText(counted / expected);
  const [first] = cells;
  const from = first?.from ?? 0n;
  const to = first?.to ?? 0n;
  const seconds = secondsText(Number(to - from) / 10_000_000);
  const times = drops.length === 1 ? '' : `${drops.length} times, the first `;
  return {
    id: 'drop-for-all',
    title:
      drops.length > 1
        ? `${drops.length} ${isRegular ? 'regular quiet times' : 'drops for all'}`
        : isRegular
          ? 'Regular quiet time'
          : `Drop for all to ${left}`,
    sentence: phrase`All together wrote ${left} of what they wrote just before and after, ${times}from ${from} to ${to} (${seconds}): ${rowCountWords(counted)} instead of about ${countText(expected)}${isRegular ? '. It recurs with the day or the week' : ''}.`,
    confidence: Math.min(...drops.map(({ lnP }) => confidenceOf(lnP, view.columnTotals.length))),
    severity: isRegular ? 'note' : 'fault',
    cells,
    advice: isRegular
      ? 'Working hours or a timer: no outage.'
      : 'Most writers stopped, or most of what they wrote was lost: look for throttling, a network fault or a restart then.',
  };
}

/** The note for a drop as long as a night, if the map shows no other day at these hours. */
function quiet(view: DiagnosisView, drop: Drop): Finding {
  const found = findingOf(view, [drop], false);
  const seconds = secondsText((drop.to - drop.from) * view.cellSeconds);
  return {
    ...found,
    title: `Quiet for ${seconds}`,
    sentence: phrase`${found.sentence} It may be a night or an outage: the map shows no other day at these hours.`,
    severity: 'note',
    advice: 'Compare with the same hours of another day before you call it an outage.',
  };
}

/** Reports a time in which all rows together have far fewer entities than just before and after, but not none. */
export const dropForAll: DiagnosisRule = {
  title: 'Drop for all',
  isBlind: ({ active }) => active.to - active.from < 4 * FEW_COLUMNS,
  find: (view) => {
    const { active, columnTotals } = view;
    const gaps = emptyRuns(view);
    const isGap = (drop: ColumnRange) => {
      const empty = gaps.reduce(
        (sum, gap) => sum + Math.max(0, Math.min(gap.to, drop.to) - Math.max(gap.from, drop.from)),
        0,
      );
      // If half of the columns are empty, `gapForAll` reports it.
      return empty >= (drop.to - drop.from) / 2;
    };
    const drops = withoutOverlaps(dropsOf(columnTotals.slice(active.from, active.to)))
      .map((drop) => ({ ...drop, from: drop.from + active.from, to: drop.to + active.from }))
      .filter((drop) => !isGap(drop));
    const isRegular = (drop: Drop) => {
      const usual = drop.expected / (drop.to - drop.from);
      const isQuiet = (column: number) => (columnTotals[column] as number) <= usual / 2;
      const rhythm = { active, known: knownColumns(view), isQuiet };
      return (
        areEven(drops) ||
        isWeekend(view, drop) ||
        recurs(view, drop, rhythm) ||
        mayBeNight(view, drop, rhythm)
      );
    };
    const regular = drops.filter(isRegular);
    const others = drops.filter((drop) => !regular.includes(drop));
    const nights = others.filter((drop) => isUnseenNight(view, drop));
    const odd = others.filter((drop) => !nights.includes(drop)).map((drop) => withEdges(columnTotals, drop));
    return [
      ...nights.map((drop) => quiet(view, withEdges(columnTotals, drop))),
      ...(odd.length > MOST_ALONE
        ? [findingOf(view, odd, false)]
        : odd.map((drop) => findingOf(view, [drop], false))),
      ...(regular.length > 0 ? [findingOf(view, regular, true)] : []),
    ];
  },
};
