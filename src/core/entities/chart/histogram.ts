import type { RowMask } from '../order/timeColumn.ts';
import type { HistogramAnswer, HistogramBin } from './chartTypes.ts';
import { IS_NUMBER, LeftOutRows, type NumberColumn, STEP } from './numberColumn.ts';
import type { Steps } from '../../steps.ts';

/** The most bars that a reader can tell apart. */
const MOST_BINS = 60;

/** Widths that people read: 1, 2 or 5 with zeros. */
function binWidth(span: number, isWhole: boolean): number {
  const least = Math.max(span / MOST_BINS, Number.MIN_VALUE);
  const decade = 10 ** Math.floor(Math.log10(least));
  const width = [1, 2, 5, 10].map((count) => count * decade).find((each) => each >= least) ?? least;
  return isWhole ? Math.max(1, width) : width;
}

/** Edges of bins from below the least number to above the greatest, in order. Never more than a few beyond MOST_BINS. */
export function binEdges(least: number, greatest: number, isWhole: boolean): readonly number[] {
  const span = greatest - least;
  if (span === 0 || !Number.isFinite(span)) {
    // One bin is enough; if the range is too wide for a Double, its two halves are.
    return span === 0 ? [least, nextUp(least)] : [least, 0, Number.POSITIVE_INFINITY];
  }
  const width = binWidth(span, isWhole);
  const first = Math.floor(least / width);
  const last = Math.floor(greatest / width) + 1;
  const edges: number[] = [];
  // Multiples, because sums would drift. Far from zero, adding 1 to `first` can round to `first` again, so the loop counts from 0, and
  // equal edges are left out.
  for (let at = 0; at <= last - first && edges.length <= MOST_BINS + 3; at++) {
    const edge = (first + at) * width;
    if (edges.at(-1) !== edge) edges.push(edge);
  }
  if ((edges[0] as number) > least) edges[0] = least;
  if ((edges.at(-1) as number) <= greatest) edges.push(nextUp(greatest));
  return edges;
}

/** The next number, as the end of a bin that includes this one. */
function nextUp(value: number): number {
  const step = Math.max(Math.abs(value) * Number.EPSILON, Number.MIN_VALUE);
  return Number.isInteger(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value + 1 : value + step;
}

function isIn(mask: RowMask, row: number): boolean {
  return mask === undefined || mask[row] === 1;
}

/**
 * The distribution of the numbers: how many rows each bin has. The bins are made for all rows that count, selected (`mask`) or not.
 * @yields after a few thousand rows
 */
export function* histogram(numbers: NumberColumn, mask: RowMask, counted?: RowMask): Steps<HistogramAnswer> {
  const { values, distinct, reasons, majors, whole } = numbers;
  const rowCount = Math.min(numbers.rowCount, mask?.length ?? numbers.rowCount);
  const leftOut = new LeftOutRows(numbers);
  const sizes = new Uint32Array(distinct);
  const selected = new Uint32Array(distinct);
  for (let row = 0; row < rowCount; row++) {
    if (isIn(counted, row)) {
      const value = values[row] as number;
      const isSelected = isIn(mask, row);
      if (reasons[value] === IS_NUMBER) {
        sizes[value] = (sizes[value] as number) + 1;
        if (isSelected) selected[value] = (selected[value] as number) + 1;
      } else if (isSelected) leftOut.add(value);
    }
    if (row % STEP === STEP - 1) yield undefined;
  }
  const answer = { leftOut: leftOut.list(), rowCount };
  const first = sizes.findIndex((size) => size > 0);
  if (first < 0) return { bins: [], ...answer };
  const last = sizes.findLastIndex((size) => size > 0);
  let isWhole = true;
  for (let value = first; value <= last; value++) if (sizes[value] !== 0) isWhole &&= whole[value] === 1;
  const edges = binEdges(majors[first] as number, majors[last] as number, isWhole);
  const bins: HistogramBin[] = [];
  let value = first;
  for (let bin = 0; bin + 1 < edges.length; bin++) {
    const to = edges[bin + 1] as number;
    let [rows, all] = [0, 0];
    for (; (majors[value] as number) < to; value++) {
      rows += selected[value] as number;
      all += sizes[value] as number;
    }
    bins.push({ from: edges[bin] as number, to, rows, all });
  }
  return { bins, ...answer };
}
