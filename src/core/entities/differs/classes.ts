import type { GroupLabel } from '../chart/chartTypes.ts';
import { type RowGroups, valueGroups } from '../chart/rowGroups.ts';
import type { ColumnRef } from '../columns/columnRef.ts';
import { KIND_INSTANT, KIND_NUMBER, newSortKey } from '../columns/sortKey.ts';
import { kindOf, rankOf, readKey, type ValueColumn, valuesOfKind } from '../columns/valueColumn.ts';
import type { RowSample } from './sample.ts';
import type { Counts } from './significance.ts';

/** Values of fewer rows count together: nothing can be said about each. */
const LEAST_ROWS = 5;
/** Of a column with more values, the others count together. */
const MOST_CLASSES = 500;
/** Numbers with more values are quantities: they are compared by their order. */
const MOST_FEW_NUMBERS = 30;
/** Number of equal parts (tenths) that numbers and times are divided into. They are the first classes of the column. */
export const PARTS = 10;
/** Class number of a row that is left out, because its text has another template. */
export const NOT_COMPARED = 0xffff;

/** A value that rows have, or several that count together. */
export interface ValueClass extends Counts {
  /** Undefined: a part of the numbers. */
  readonly label: GroupLabel | undefined;
}

/** The rows of a sample by the values of a column. */
export interface Classes {
  readonly ref: ColumnRef;
  /** The counted rows: all compared rows, or only those of one template. */
  readonly sample: RowSample;
  /** Class number by position among all compared rows, or NOT_COMPARED. */
  readonly codes: Uint16Array;
  readonly classes: readonly ValueClass[];
  /** Set if most values are numbers or times: by value, ascending, how many rows have it. */
  readonly numbers: NumberRanks | undefined;
}

type MutableCounts = { -readonly [Part in keyof Counts]: number };

export interface NumberRanks {
  readonly ranks: readonly Counts[];
  /** Numbers that many rows share. */
  readonly frequent: readonly ValueClass[];
  /** By rank. A time: seconds since 0001-01-01. */
  readonly numberAt: (rank: number) => number;
  readonly textAt: (rank: number) => string;
  readonly type: string;
}

/** Whether the numbers of a property are names of things, by its own name. */
export type IsIdName = (name: string) => boolean;

/** @param column of the rows of the sample */
export function classesOf(column: ValueColumn, sample: RowSample, isIdName: IsIdName): Classes {
  const { rows, sizes } = sample;
  const groups = valueGroups(column);
  const kind = quantities(column, rows.length, isIdName);
  const parts = kind && numberParts(column, kind, sizes);
  const partAt = (at: number): number => parts?.partOf(column.values[at] as number) ?? -1;
  const sizesOf = new Uint32Array(groups.groupCount);
  for (let at = 0; at < rows.length; at++) {
    if (partAt(at) >= 0) continue;
    const group = groups.groupAt(at);
    sizesOf[group] = (sizesOf[group] as number) + 1;
  }
  const { numbers: own, labels } = ownClasses(groups, sizesOf, parts === undefined ? 0 : PARTS);
  const codes = new Uint16Array(rows.length);
  const counts = labels.map((): MutableCounts => ({ selected: 0, rest: 0 }));
  for (let at = 0; at < rows.length; at++) {
    const part = partAt(at);
    const code = part >= 0 ? part : (own[groups.groupAt(at)] as number);
    codes[at] = code;
    (counts[code] as MutableCounts)[at < sizes.selected ? 'selected' : 'rest'] += 1;
  }
  const classes = labels.map((label, at) => ({ label, ...(counts[at] as Counts) }));
  return { ref: column.ref, sample, codes, classes, numbers: parts?.numbers };
}

/** The class of each group: the largest ones have their own, all others the last. @param first classes that are parts of numbers */
function ownClasses(
  groups: RowGroups,
  sizes: Uint32Array,
  first: number,
): { readonly numbers: Uint16Array; readonly labels: readonly (GroupLabel | undefined)[] } {
  const known = [...sizes.keys()].filter((group) => (sizes[group] as number) > 0);
  known.sort((a, b) => (sizes[b] as number) - (sizes[a] as number) || a - b);
  const own = known.slice(0, MOST_CLASSES).filter((group) => (sizes[group] as number) >= LEAST_ROWS);
  const others = known.length - own.length;
  const numbers = new Uint16Array(groups.groupCount).fill(first + own.length);
  for (const [at, group] of own.entries()) numbers[group] = first + at;
  const labels: (GroupLabel | undefined)[] = Array.from({ length: first }, () => undefined);
  labels.push(...own.map(groups.labelOf));
  if (others > 0) labels.push({ kind: 'others', groups: others });
  return { numbers, labels };
}

/** The numbers, or the times, of a column whose values are compared by their order, as most are quantities; undefined: each by itself. */
function quantities(
  column: ValueColumn,
  rowCount: number,
  isIdName: IsIdName,
): { readonly from: number; readonly to: number } | undefined {
  const { ref, values, distinct } = column;
  if (ref.fact === 'hour' || ref.fact === 'prefix' || isIdName(ref.name)) return undefined;
  const [numbers, instants] = [valuesOfKind(column, KIND_NUMBER), valuesOfKind(column, KIND_INSTANT)];
  const kind = numbers.to - numbers.from > instants.to - instants.from ? numbers : instants;
  if (kind.to - kind.from <= MOST_FEW_NUMBERS) return undefined;
  let [present, inKind] = [0, 0];
  for (let at = 0; at < rowCount; at++) {
    const value = values[at] as number;
    if (value < distinct) present += 1;
    if (value >= kind.from && value < kind.to) inKind += 1;
  }
  return inKind > present / 2 ? kind : undefined;
}

/** Numbers, or times, in parts of about as many rows each. Equal numbers are in one part. `partOf` is -1: the value is no number. */
function numberParts(
  column: ValueColumn,
  { from, to }: { readonly from: number; readonly to: number },
  sizes: Counts,
): { readonly partOf: (value: number) => number; readonly numbers: NumberRanks } {
  const firstRank = rankOf(column, from);
  const ranks: MutableCounts[] = [];
  /** By rank: its first value. */
  const firsts: number[] = [];
  for (let value = from; value < to; value++) {
    if (rankOf(column, value) - firstRank < ranks.length) continue;
    ranks.push({ selected: 0, rest: 0 });
    firsts.push(value);
  }
  let total = 0;
  for (let at = 0; at < sizes.selected + sizes.rest; at++) {
    const value = column.values[at] as number;
    if (value < from || value >= to) continue;
    const counts = ranks[rankOf(column, value) - firstRank] as MutableCounts;
    counts[at < sizes.selected ? 'selected' : 'rest'] += 1;
    total += 1;
  }
  const parts = new Uint8Array(ranks.length);
  let below = 0;
  for (const [rank, { selected, rest }] of ranks.entries()) {
    parts[rank] = Math.floor((PARTS * (below + (selected + rest) / 2)) / total);
    below += selected + rest;
  }
  const key = newSortKey();
  const shown = (rank: number) => column.reader.valueOf(column.references[firsts[rank] as number] as number);
  const many: number[] = [];
  // Only numbers: one exact time that many rows share would explain nothing.
  if (kindOf(column, from) === KIND_NUMBER)
    for (const [rank, { selected, rest }] of ranks.entries())
      if (selected + rest >= LEAST_ROWS) many.push(rank);
  const sizeOf = ({ selected, rest }: Counts): number => selected + rest;
  const frequent = many
    .map(
      (rank): ValueClass => ({
        label: { kind: 'value', text: '', ...shown(rank) },
        ...(ranks[rank] as Counts),
      }),
    )
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, MOST_CLASSES);
  return {
    partOf: (value) =>
      value < from || value >= to ? -1 : (parts[rankOf(column, value) - firstRank] as number),
    numbers: {
      ranks,
      frequent,
      numberAt: (rank) => {
        readKey(column, column.reader.keyOf, firsts[rank] as number, key);
        return key.major;
      },
      textAt: (rank) => shown(rank)?.text ?? '',
      type: shown(0)?.type ?? '',
    },
  };
}
