import { countText, secondsText, secondText } from '../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { confidenceOf, isSignificant } from './statistics.ts';
import { activeCounts, activeRows, arePassing, cellsOf, rowName } from './view.ts';

const LEAST_ROWS = 20;
const LEAST_COLUMNS = 3;
/** Share of all that the others wrote that the silence must last. */
const LEAST_SHARE = 0.05;
/** More silent ones than this share of all are no exception. */
const MOST_SHARE = 0.5;

interface Silence {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly lnP: number;
  readonly expected: number;
}

/** How much more a row's counts vary than its share of the others' counts explains; at least 1. */
function dispersionOf(counts: readonly number[], exposures: readonly number[], rate: number): number {
  let sum = 0;
  let terms = 0;
  for (const [at, exposure] of exposures.entries()) {
    const expected = rate * exposure;
    if (expected <= 0) continue;
    sum += ((counts[at] ?? 0) - expected) ** 2 / expected;
    terms++;
  }
  return terms < 2 ? 1 : Math.max(1, sum / (terms - 1));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Rows that the others wrote meanwhile. */
  readonly exposure: number;
}

/** The stretch of zeros, after the first row, during which the others wrote most. */
function longestStretch(counts: readonly number[], exposures: readonly number[]): Stretch {
  let best: Stretch = { from: 0, to: 0, exposure: 0 };
  let start = counts.findIndex((count) => count > 0);
  let exposure = 0;
  for (let at = start; at <= counts.length; at++) {
    if (at < counts.length && counts[at] === 0) {
      exposure += exposures[at] ?? 0;
      continue;
    }
    if (exposure > best.exposure) best = { from: start, to: at, exposure };
    exposure = 0;
    start = at + 1;
  }
  return best;
}

/** The longest silence of a row, on a clock that ticks with the rows of all others: outages and nights stop it. */
function longestSilence(view: DiagnosisView, row: number): Silence | undefined {
  const { active, columnTotals } = view;
  const total = view.rowTotals[row] ?? 0;
  const counts = Array.from(activeCounts(view, row));
  const exposures = counts.map((count, at) => (columnTotals[active.from + at] ?? 0) - count);
  const all = exposures.reduce((sum, exposure) => sum + exposure, 0);
  if (all === 0 || total < LEAST_ROWS) return undefined;
  const { from, to, exposure } = longestStretch(counts, exposures);
  if (to - from < LEAST_COLUMNS || exposure < all * LEAST_SHARE || exposure >= all) return undefined;
  const isOutside = (_: number, at: number) => at < from || at >= to;
  const rate = total / (all - exposure);
  const dispersion = dispersionOf(counts.filter(isOutside), exposures.filter(isOutside), rate);
  // The longest of n + 1 gaps between n events among N: at most (n + 1) (1 - gap / N)^n (union bound over the gaps).
  const lnP = Math.log(total + 1) + (total / dispersion) * Math.log1p(-exposure / (all + total));
  return { row, from: active.from + from, to: active.from + to, lnP, expected: rate * exposure };
}

function findingOf(view: DiagnosisView, silence: Silence, places: number): Finding {
  const cells = cellsOf(view, silence, [silence.row]);
  const isOpen = silence.to >= view.active.to;
  const seconds = (silence.to - silence.from) * view.cellSeconds;
  const when = isOpen
    ? `has written nothing since ${secondText(cells.from)}`
    : `wrote nothing from ${secondText(cells.from)} to ${secondText(cells.to)} (${secondsText(seconds)})`;
  return {
    id: 'silent-prefix',
    title: `${rowName(view, silence.row)} ${isOpen ? 'is silent' : 'was silent'}`,
    sentence: `${rowName(view, silence.row)} ${when} while the others went on; by its share about ${countText(silence.expected)} rows were to be expected.`,
    confidence: confidenceOf(silence.lnP, places),
    severity: 'fault',
    cells: [cells],
    advice: 'A prefix belongs to a writer: check whether its machine or agent stopped.',
  };
}

/** A prefix (partition, writer) that wrote and then stopped, while the others went on. One that never wrote is no fault. */
export const silentPrefix: DiagnosisRule = {
  id: 'silent-prefix',
  title: 'Silent prefix',
  find: (view) => {
    const rows = activeRows(view);
    if (!view.isWhole || rows.length < 2 || view.rowsAre === 'value' || arePassing(view)) return [];
    const silences = rows.map((row) => longestSilence(view, row)).filter((silence) => silence !== undefined);
    const found = silences.filter(({ lnP }) => isSignificant(lnP, rows.length));
    if (found.length > rows.length * MOST_SHARE) return [];
    return found.map((silence) => findingOf(view, silence, rows.length));
  },
};
