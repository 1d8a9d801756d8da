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
const LEAST_EDGE = 2;

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
  const width = Math.max(LEAST_EDGE, Math.ceil((to - from) / 6));
  const mean = (start: number, end: number) => {
    if (start < active.from || end > active.to) return undefined;
    return columnTotals.subarray(start, end).reduce((sum, count) => sum + count, 0) / (end - start);
  };
  const sides = [
    { inner: mean(from - width, from), outer: mean(from - 2 * width, from - width) },
    { inner: mean(to, to + width), outer: mean(to + width, to + 2 * width) },
  ];
  const steps = ((to - from) / 2 + width / 2) / width;
  const rate = Math.min(...sides.map(({ inner = 0 }) => inner));
  const lines = sides.map(({ inner = 0, outer }) =>
    outer === undefined ? 0 : inner - Math.max(0, outer - inner) * steps,
  );
  return { rate, continued: Math.max(0, Math.min(rate, ...lines)) };
}

/** A stretch in which nobody wrote, between stretches in which all did: an ingestion outage. */
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
    const gaps = emptyRuns(view)
      .map((gap) => {
        const { rate, continued } = edgesOf(view, gap);
        const columns = gap.to - gap.from;
        const sure = Math.max(rate / NIGHT, continued / FALL) * columns;
        return { ...gap, expected: rate * columns, lnP: -sure / dispersion };
      })
      .filter(({ lnP }) => isSignificant(lnP, places));
    if (gaps.length > MOST_GAPS) return [];
    return gaps.map((gap) => {
      const cells = cellsOf(view, gap);
      return {
        id: 'gap-for-all',
        title: 'Gap for all',
        sentence: `No row at all from ${secondText(cells.from)} to ${secondText(cells.to)} (${secondsText((gap.to - gap.from) * view.cellSeconds)}); by the rate at its edges about ${countText(gap.expected)} were to be expected.`,
        confidence: confidenceOf(gap.lnP, places),
        severity: 'fault',
        cells: [cells],
        advice:
          'Every writer stopped at once: look for an ingestion outage, expired credentials or throttling then.',
      };
    });
  },
};
