import { countIn, maskCount } from '../columns/rowMask.ts';
import type { RowMask } from '../order/timeColumn.ts';
import type { Counts } from './significance.ts';

/** Rows that are compared; more change no answer, they only make it slower. */
const MOST_ROWS = 25_000;

/** Rows to compare. */
export interface RowSample {
  /** Row numbers: first the selected rows, then the rest, each in the order of the store. */
  readonly rows: Uint32Array;
  /** Of `rows`. */
  readonly sizes: Counts;
  /** Of the store. */
  readonly all: Counts;
}

/** All rows, or a sample of `most`: half selected, half rest, if there are enough of both. The same rows for the same mask. `counted`: the rows that are compared at all; undefined: all. */
export function sampleRows(selection: Uint8Array, most = MOST_ROWS, counted?: RowMask): RowSample {
  // Rows that do not count are of neither part.
  const mask =
    counted === undefined ? selection : selection.map((part, row) => (counted[row] === 1 ? part : 2));
  const selected = maskCount(selection);
  const total = countIn(counted, mask.length);
  const all = { selected, rest: total - selected };
  const half = Math.min(all.selected, Math.max(Math.floor(most / 2), most - all.rest));
  const sizes = { selected: half, rest: Math.min(all.rest, most - half) };
  const rows = new Uint32Array(sizes.selected + sizes.rest);
  pick(mask, 1, all.selected, rows.subarray(0, sizes.selected));
  pick(mask, 0, all.rest, rows.subarray(sizes.selected));
  return { rows, sizes, all };
}

/** Knuth's multiplier, by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e3779b1;

/** Fills `rows` with as many rows of a part, one from each of equal stretches, at a place that follows no period of the data. */
function pick(mask: Uint8Array, part: number, size: number, rows: Uint32Array): void {
  let seen = 0;
  let next = 0;
  const placeOf = (at: number): number => {
    const [from, to] = [Math.floor((at * size) / rows.length), Math.floor(((at + 1) * size) / rows.length)];
    return from + ((Math.imul(at, SPREAD) >>> 7) % Math.max(1, to - from));
  };
  let wanted = placeOf(0);
  for (let row = 0; row < mask.length && next < rows.length; row++) {
    if (mask[row] !== part) continue;
    if (seen === wanted) {
      rows[next] = row;
      next += 1;
      wanted = placeOf(next);
    }
    seen += 1;
  }
}

/** The rows of a sample at some positions, ascending, but at most so many of each part: where they are, and a sample of them alone. */
export function within(
  { rows, sizes, all }: RowSample,
  positions: readonly number[],
  mostOfPart: number,
): { readonly positions: readonly number[]; readonly sample: RowSample } {
  const parts = [
    positions.filter((at) => at < sizes.selected),
    positions.filter((at) => at >= sizes.selected),
  ] as const;
  const [selected, rest] = parts.map((part) => {
    const count = Math.min(part.length, mostOfPart);
    return Array.from({ length: count }, (_, at) => part[Math.floor((at * part.length) / count)] as number);
  }) as [number[], number[]];
  const chosen = [...selected, ...rest];
  return {
    positions: chosen,
    sample: {
      rows: Uint32Array.from(chosen, (at) => rows[at] as number),
      sizes: { selected: selected.length, rest: rest.length },
      all: {
        selected: (all.selected * parts[0].length) / sizes.selected,
        rest: (all.rest * parts[1].length) / sizes.rest,
      },
    },
  };
}
