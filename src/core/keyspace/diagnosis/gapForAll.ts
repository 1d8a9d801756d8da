import { countText, secondsText, secondText } from '../words.ts';
import type { DiagnosisRule, DiagnosisView } from './finding.ts';
import { confidenceOf, isSignificant, neighbourDispersion } from './statistics.ts';
import { cellsOf } from './view.ts';

/** More gaps than this are the rhythm of the writers. */
const MOST_GAPS = 3;
/**
 * A night is no outage: where the rate falls to zero as a parabola, a gap has a quarter of the rate at its edges. So a gap must
 * be too long for a sixteenth of that rate, or for what the fall towards it leads to, and half of that again.
 */
const NIGHT = 16;
const FALL = 2.5;
/** The same where only one side tells. */
const OPEN_FALL = 6;
const LEAST_EDGE = 2;
/** Agents send every few minutes: what is younger may still be on its way. */
const USUAL_LATE_SECONDS = 600;
const TICKS_PER_SECOND = 10_000_000n;

interface Gap {
  readonly from: number;
  readonly to: number;
}

function emptyRuns(view: DiagnosisView): readonly Gap[] {
  const { columnTotals, active } = view;
  const gaps: Gap[] = [];
  let from = -1;
  for (let column = active.from; column < active.to; column++) {
    if (columnTotals[column] === 0) from = from < 0 ? column : from;
    else if (from >= 0) {
      gaps.push({ from, to: column });
      from = -1;
    }
  }
  return gaps;
}

interface Edges {
  /** Rows a column, at the quieter edge. */
  readonly rate: number;
  /** What the rates beside it, continued in a straight line, come to in the gap's middle; at most `rate`. */
  readonly continued: number;
}

function edgesOf({ columnTotals, active }: DiagnosisView, { from, to }: Gap): Edges {
  // Of a gap longer than all the rest, what there is.
  const most = Math.floor((active.to - active.from) / 4);
  const width = Math.max(LEAST_EDGE, Math.min(most, Math.ceil((to - from) / 6)));
  const mean = (start: number, end: number) => {
    if (start < active.from || end > active.to) return undefined;
    return columnTotals.subarray(start, end).reduce((sum, count) => sum + count, 0) / (end - start);
  };
  const before = { inner: mean(from - width, from), outer: mean(from - 2 * width, from - width) };
  const after = { inner: mean(to, to + width), outer: mean(to + width, to + 2 * width) };
  // Up to now there is one side only.
  const sides = from >= active.to ? [before] : [before, after];
  const steps = ((to - from) / 2 + width / 2) / width;
  const rate = Math.min(...sides.map(({ inner = 0 }) => inner));
  const lines = sides.map(({ inner = 0, outer }) =>
    outer === undefined ? 0 : inner - Math.max(0, outer - inner) * steps,
  );
  return { rate, continued: Math.max(0, Math.min(rate, ...lines)) };
}

interface SureGap extends Gap {
  readonly expected: number;
  readonly lnP: number;
}

function sureGap(view: DiagnosisView, gap: Gap, dispersion: number): SureGap {
  const { rate, continued } = edgesOf(view, gap);
  const columns = gap.to - gap.from;
  const fall = gap.from >= view.active.to ? OPEN_FALL : FALL;
  const sure = Math.max(rate / NIGHT, continued / fall) * columns;
  return { ...gap, expected: rate * columns, lnP: -sure / dispersion };
}

/** From the last row up to now, where the map reaches that far; writers may be as late as they usually are. */
function gapUpToNow(view: DiagnosisView): Gap | undefined {
  const { facts, grid, active, cellSeconds } = view;
  if (facts.nowTicks === undefined || active.to <= active.from) return undefined;
  const lateSeconds = Math.max(USUAL_LATE_SECONDS, facts.lag?.p99Seconds ?? 0);
  const until = facts.nowTicks - BigInt(Math.ceil(lateSeconds)) * TICKS_PER_SECOND;
  const to = Math.min(grid.columnCount, Number((until - grid.from) / grid.bucketTicks));
  return (to - active.to) * cellSeconds > lateSeconds ? { from: active.to, to } : undefined;
}

/** A stretch in which nobody wrote, between stretches in which all did, or up to now: an ingestion outage. */
export const gapForAll: DiagnosisRule = {
  id: 'gap-for-all',
  title: 'Gap for all (ingestion outage)',
  find: (view) => {
    if (!view.isWhole) return [];
    const { active, columnTotals } = view;
    const places = active.to - active.from;
    const dispersion = neighbourDispersion(
      columnTotals.subarray(active.from, active.to).filter((count) => count > 0),
    );
    const isSure = ({ lnP }: SureGap) => isSignificant(lnP, places);
    const between = emptyRuns(view)
      .map((gap) => sureGap(view, gap, dispersion))
      .filter(isSure);
    const open = gapUpToNow(view);
    const last = open === undefined ? [] : [sureGap(view, open, dispersion)].filter(isSure);
    const gaps = [...(between.length > MOST_GAPS ? [] : between), ...last];
    return gaps.map((gap) => {
      const cells = cellsOf(view, gap);
      const isOpen = gap.from >= active.to;
      const seconds = secondsText((gap.to - gap.from) * view.cellSeconds);
      const when = isOpen
        ? `since ${secondText(cells.from)} (${seconds} and more)`
        : `from ${secondText(cells.from)} to ${secondText(cells.to)} (${seconds})`;
      return {
        id: 'gap-for-all',
        title: isOpen ? 'Nothing comes any more' : 'Gap for all',
        sentence: `No row at all ${when}; by the rate ${isOpen ? 'before it' : 'at its edges'} about ${countText(gap.expected)} were to be expected.`,
        confidence: confidenceOf(gap.lnP, places),
        severity: 'fault',
        cells: [cells],
        advice: isOpen
          ? 'Every writer stopped: look at ingestion, credentials and throttling now.'
          : 'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
      };
    });
  },
};
