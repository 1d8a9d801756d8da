import type { GroupLabel } from '../../entities/chart/chartTypes.ts';
import { groupLines, type ValueGroups, valueGroups } from '../../entities/chart/rowGroups.ts';
import { type ColumnRef, isIdName } from '../../entities/columns/columnRef.ts';
import { KIND_INSTANT, KIND_NUMBER } from '../../entities/columns/sortKey.ts';
import type { ValueColumn } from '../../entities/columns/valueColumn.ts';
import type { CellValue } from '../../entities/store/entityStore.ts';
import type { RowSample } from './sample.ts';
import { type Counts, sizeOf, sumOf } from './significance.ts';

/** Fewer rows than this tell nothing: as one side of a comparison, or as the rows of one value. Rarer values are counted together. */
export const LEAST_ROWS = 5;
/** A column with more values than this counts its rarer values together. */
export const MOST_CLASSES = 500;
/** Numbers with more distinct values are quantities, which are compared by their order. */
const MOST_FEW_NUMBERS = 30;
/** Into how many equal parts (tenths) numbers and times are divided. These parts are the first classes of a column. */
export const PARTS = 10;
/** Class number of a row that is left out, because its text has another template. */
export const NOT_COMPARED = 0xffff;

/** One value, or several that are counted together, with the number of rows that have it. */
export interface ValueClass extends Counts {
  /** Undefined: one of the tenths of the numbers. */
  readonly label: GroupLabel | undefined;
}

/** The rows of a sample, divided by their values in one column. */
export interface Classes {
  readonly ref: ColumnRef;
  /** The counted rows: all compared rows, or only those of one template. */
  readonly sample: RowSample;
  /** Class number by position among all compared rows, or NOT_COMPARED. */
  readonly codes: Uint16Array;
  readonly classes: readonly ValueClass[];
  /** Set if most values are numbers or times, compared by their order. */
  readonly numbers: Numbers | undefined;
}

export interface Numbers {
  /** How many rows have each distinct number, in ascending order of the numbers. */
  readonly ranks: readonly Counts[];
  readonly valueOf: (rank: number) => CellValue;
}

/**
 * Divides the rows of a sample by their values.
 * @param column has exactly the rows of the sample, in the same order
 */
export function classesOf(column: ValueColumn, sample: RowSample): Classes {
  const groups = valueGroups(column);
  const counts = countsOf(groups.groupCount, sample.sizes, groups.groupAt);
  const isName = column.ref.fact === 'hour' || column.ref.fact === 'prefix' || isIdName(column.ref.name);
  const { from, to } = isName ? { from: 0, to: 0 } : quantities(groups, counts);
  const ranks = counts.slice(from, to);
  const parts: readonly undefined[] = Array.from({ length: ranks.length === 0 ? 0 : PARTS });
  const sizes = Float64Array.from(counts, (each, group) => (group >= from && group < to ? 0 : sizeOf(each)));
  const large = sizes.filter((size) => size >= LEAST_ROWS).length;
  const { lineOf, labels } = groupLines(groups, sizes, Math.min(large, MOST_CLASSES));
  const classOf = lineOf.map((line) => parts.length + line);
  classOf.set(tenths(ranks), from);
  const codes = new Uint16Array(sample.rows.length);
  for (let at = 0; at < codes.length; at++) codes[at] = classOf[groups.groupAt(at)] as number;
  const named = [...parts, ...labels];
  const inClass = countsOf(named.length, sample.sizes, (at) => codes[at] as number);
  return {
    ref: column.ref,
    sample,
    codes,
    classes: inClass.map((each, at) => ({ label: named[at], ...each })),
    numbers:
      ranks.length === 0 ? undefined : { ranks, valueOf: (rank) => groups.labelOf(from + rank) as CellValue },
  };
}

/** How many rows of a sample have each number from 0 to `length` - 1. */
function countsOf(
  length: number,
  { selected, rest }: Counts,
  numberAt: (at: number) => number,
): readonly Counts[] {
  const counts = Array.from({ length }, () => ({ selected: 0, rest: 0 }));
  for (let at = 0; at < selected + rest; at++) {
    const each = counts[numberAt(at)] as (typeof counts)[number];
    if (at < selected) each.selected += 1;
    else each.rest += 1;
  }
  return counts;
}

/** The groups that are numbers, or times, if most rows have one and they are quantities; otherwise an empty range. */
function quantities({ ofKind }: ValueGroups, counts: readonly Counts[]) {
  const [numbers, instants] = [ofKind(KIND_NUMBER), ofKind(KIND_INSTANT)];
  const kind = numbers.to - numbers.from > instants.to - instants.from ? numbers : instants;
  const rows = (from: number, to: number): number => sizeOf(sumOf(counts.slice(from, to)));
  // The last group is that of the rows without a value.
  const isIt = kind.to - kind.from > MOST_FEW_NUMBERS && rows(kind.from, kind.to) > rows(0, -1) / 2;
  return isIt ? kind : { from: 0, to: 0 };
}

/** The tenth that each number is in. All tenths have about as many rows; equal numbers are in the same one. */
function tenths(ranks: readonly Counts[]): readonly number[] {
  const total = sizeOf(sumOf(ranks));
  let below = 0;
  return ranks.map((each) => {
    below += sizeOf(each);
    return Math.floor((PARTS * (below - sizeOf(each) / 2)) / total);
  });
}
