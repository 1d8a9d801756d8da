/*
 * Where all rows together, or one row of the map, wrote too much: bursts, and levels that last.
 */
import { isSharp } from './edges.ts';
import type { DiagnosisView } from './finding.ts';
import type { Period } from './periodicity.ts';
import { LEAST_ASKED } from './quietOfAll.ts';
import { type Deviation, deviations, unusual } from './scan.ts';
import { named, type Unusual } from './unusual.ts';
import { recurs, type Usual } from './usual.ts';

/** With more than this, all rows, or one row, are used in bursts. */
const MOST_OF_ALL = 8;
const MOST_OF_ONE = 2;
/** A high stretch has at least this multiple of the usual rate, and this many rows; a long one at least this multiple. */
const LEAST_TIMES = 4;
const LEAST_LEVEL_TIMES = 3;
const LEAST_HIGH = 50;
/** Fewer columns do not show what is usual. */
export const LEAST_COLUMNS = 16;
/** A high stretch wider than this share of the columns is a level. */
const LEVEL_SHARE = 1 / 8;
/** High stretches of single rows are looked for in this many of the largest rows. */
const MOST_ROWS = 200;
/** Parts of a level, and of the time outside, in which the rate must stay on its side of the middle. */
const PARTS = 8;

function highOf(
  view: DiagnosisView,
  usual: Usual,
  most: number,
  period?: Period,
): readonly (Deviation & { readonly lnP: number; readonly isLevel: boolean })[] {
  const columns = usual.counts.length;
  if (columns < LEAST_COLUMNS) return [];
  const found = deviations(usual, 'high').filter(
    (one) => one.ratio <= LEAST_ASKED || !recurs(view, usual, one, period?.seconds),
  );
  return unusual(found, most)
    .map((one) => ({ ...one, isLevel: one.to - one.from > columns * LEVEL_SHARE }))
    .filter(
      ({ count, expected, isLevel }) =>
        count >= LEAST_HIGH && count >= expected * (isLevel ? LEAST_LEVEL_TIMES : LEAST_TIMES),
    )
    .filter((one) => isSharp(usual.written, columns, one, one.expected / (one.to - one.from)))
    .filter((one) => !one.isLevel || isSteady(usual, one));
}

/** Whether the rate is high in all parts of a long stretch and low everywhere else: a lasting level, not a daily peak. */
function isSteady({ counts, written }: Usual, { from, to, count }: Deviation): boolean {
  const columns = counts.length;
  const inside = count / (to - from);
  const outside = (written(0, columns) - count) / (columns - (to - from));
  const middle = Math.sqrt(inside * outside);
  const ratesIn = (first: number, last: number): readonly number[] => {
    const width = Math.max(1, Math.ceil((last - first) / PARTS));
    const rates: number[] = [];
    for (let at = first; at + width <= last; at += width) rates.push(written(at, at + width) / width);
    return rates;
  };
  const beside = [...ratesIn(0, from - 1), ...ratesIn(to + 1, columns)];
  return (
    beside.length > 0 &&
    (beside.toSorted((a, b) => a - b)[beside.length >> 2] as number) * middle >= outside * outside &&
    ratesIn(from + 1, to - 1).every((rate) => rate > middle) &&
    beside.every((rate) => rate < middle)
  );
}

export function highOfAll(view: DiagnosisView, usual: Usual, period: Period | undefined): readonly Unusual[] {
  return highOf(view, usual, MOST_OF_ALL, period).map((one) => ({
    ...named(view, one),
    isLevel: one.isLevel,
  }));
}

export function highOfRows(
  view: DiagnosisView,
  rows: readonly number[],
  usual: readonly Usual[],
): readonly Unusual[] {
  const largest = [...rows.keys()]
    .sort(
      (a, b) => (view.rowTotals[rows[b] as number] as number) - (view.rowTotals[rows[a] as number] as number),
    )
    .slice(0, MOST_ROWS);
  return largest.flatMap((at) =>
    highOf(view, usual[at] as Usual, MOST_OF_ONE).map((one) => ({
      ...named(view, one, rows[at]),
      isLevel: one.isLevel,
    })),
  );
}
