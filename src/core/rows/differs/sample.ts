import type { RowMask } from '../../entities/order/timeColumn.ts';
import { type Counts, sizeOf } from './significance.ts';

/** The rows that are compared: all, or a sample that stands for them. */
export interface RowSample {
  /** Row numbers: first the selected rows, then the rest, each in the order of the store. */
  readonly rows: Uint32Array;
  /** How many of `rows` are selected, and how many are not. */
  readonly sizes: Counts;
  /** The same of all rows that the sample stands for. */
  readonly all: Counts;
  /** The share of selected rows in `all`, 0..1. */
  readonly share: number;
}

/**
 * Takes all rows, or a sample of `most` rows: half of them selected, if there are enough of both. The same mask always gives the same rows.
 * @param counted limits which rows are compared; undefined: all
 */
export function sampleRows(mask: Uint8Array, most: number, counted?: RowMask): RowSample {
  const [selected, rest] = [1, 0].map((part) => {
    const rows = new Uint32Array(mask.length);
    let count = 0;
    for (let row = 0; row < mask.length; row++)
      if (mask[row] === part && (counted === undefined || counted[row] === 1)) rows[count++] = row;
    return rows.subarray(0, count);
  }) as [Uint32Array, Uint32Array];
  const half = Math.min(selected.length, Math.max(Math.floor(most / 2), most - rest.length));
  const all = { selected: selected.length, rest: rest.length };
  return joined(thinned(selected, half), thinned(rest, most - half), all);
}

/** Takes the rows of a sample at some positions (ascending), at most `mostOfPart` from each side (selected, rest). */
export function within(
  { rows, sizes, all }: RowSample,
  positions: Uint32Array,
  mostOfPart: number,
): RowSample & { readonly positions: Uint32Array } {
  const border = positions.findIndex((at) => at >= sizes.selected);
  const selected = positions.subarray(0, border);
  const rest = positions.subarray(border);
  const chosen = joined(thinned(selected, mostOfPart), thinned(rest, mostOfPart), {
    selected: (all.selected * selected.length) / sizes.selected,
    rest: (all.rest * rest.length) / sizes.rest,
  });
  return { ...chosen, positions: chosen.rows, rows: chosen.rows.map((at) => rows[at] as number) };
}

function joined(selected: Uint32Array, rest: Uint32Array, all: Counts): RowSample {
  const rows = Uint32Array.from([...selected, ...rest]);
  const sizes = { selected: selected.length, rest: rest.length };
  return { rows, sizes, all, share: all.selected / sizeOf(all) };
}

/** Knuth's multiplier (2^32 divided by the golden ratio): it spreads neighbouring numbers. */
const SPREAD = 0x9e3779b1;

/** Thins a list to `most` entries: one from each of equal stretches, at a scattered place, so that a period in the data cannot bias it. */
function thinned(list: Uint32Array, most: number): Uint32Array {
  if (list.length <= most) return list;
  const endOf = (at: number): number => Math.floor((at * list.length) / most);
  return Uint32Array.from({ length: most }, (_, at) => {
    const from = endOf(at);
    return list[from + ((Math.imul(at, SPREAD) >>> 7) % (endOf(at + 1) - from))] as number;
  });
}
