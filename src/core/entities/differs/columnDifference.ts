/*
 * How one column differs between two groups of rows: its test, and the values or numbers that show the difference.
 */

import type { GroupLabel } from '../chart/chartTypes.ts';
import type { ColumnRef } from '../columns/columnRef.ts';
import type { Classes, NumberRanks } from './classes.ts';
import type { RowSample } from './sample.ts';
import { type Counts, cramersV, fisher, gTest, rankTest } from './significance.ts';

/** A value, or several, and how many rows of the sample have it. */
export interface DifferingValue extends Counts {
  readonly label: GroupLabel;
}

/** A number or time of the data. */
interface Quantile {
  readonly text: string;
  /** A time: seconds since 0001-01-01. */
  readonly number: number;
}

/** p5, p25, p50, p75 and p95, by nearest rank: values that rows have. */
export type Quantiles = readonly Quantile[];

/** How the numbers, or times, of the selected rows differ from those of the rest. */
export interface DifferingNumbers {
  readonly type: string;
  readonly selected: Quantiles;
  readonly rest: Quantiles;
  /** Share of the pairs of a selected and another row in which the selected one has the greater number, 0..1. */
  readonly greater: number;
}

/** A column of which the selected rows have other values than the rest. */
export interface Difference {
  readonly ref: ColumnRef;
  /** Columns that hold the same rows. */
  readonly sameAs: readonly ColumnRef[];
  /** A column of the selection's filters, or of a key its prefix or time, that this follows from, so it explains nothing; undefined: none. */
  readonly follows: ColumnRef | undefined;
  /** Cramer's V, 0..1. */
  readonly strength: number;
  /** The chance to find as much in any column of rows selected at random. */
  readonly p: number;
  /** The statistic of the G-test and its degrees of freedom; undefined: too few rows, each value was tested by itself. */
  readonly g: { readonly statistic: number; readonly df: number } | undefined;
  /** The values that differ most, and the others together. */
  readonly values: readonly DifferingValue[];
  readonly numbers: DifferingNumbers | undefined;
}

/** A difference that chance alone makes so rarely, in any column, is shown. */
export const MOST_CHANCE = 0.01;
/** Values that are named; the others count together. */
const MOST_VALUES = 5;
/** A value that differs by a smaller part of what the first one does is one of the others. */
const LEAST_PART = 0.1;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** A column, and the chance of each thing that was tested in it, not corrected. */
export interface TestedColumn {
  readonly column: Classes;
  readonly sameAs: readonly ColumnRef[];
  readonly g: ReturnType<typeof gTest>;
  readonly rank: ReturnType<typeof rankTest>;
  /** p-values of the classes, in their order. */
  readonly values: readonly number[];
  /** The p-values of all tests of the column: those of `values`, of `g` and of `rank`. */
  readonly ps: readonly number[];
}

export function testColumn(column: Classes, { sizes }: RowSample, logs: Float64Array): TestedColumn {
  const { classes, numbers } = column;
  if (classes.length < 2) return { column, sameAs: [], g: undefined, rank: undefined, values: [], ps: [] };
  const g = gTest(classes, sizes);
  const rank = numbers && rankTest(numbers.ranks);
  const values = classes.map((each) => fisher(each, sizes, logs));
  const ps = [...values, ...[g, rank].flatMap((test) => (test === undefined ? [] : [test.p]))];
  return { column, sameAs: [], g, rank, values, ps };
}

/** @param corrected p-values of all tests of the column */
export function difference(
  { column, sameAs, g, rank, values }: TestedColumn,
  corrected: Float64Array,
  { sizes, all }: RowSample,
): Omit<Difference, 'follows'> {
  const { ref, classes, numbers } = column;
  const shown = shownValues(column, values, corrected, sizes);
  const share = all.selected / (all.selected + all.rest);
  return {
    ref,
    sameAs,
    strength: cramersV(numbers === undefined ? shown : classes, sizes, share),
    p: corrected.reduce((least, p) => Math.min(least, p), 1),
    g: g && { statistic: g.statistic, df: g.df },
    values: shown,
    numbers: rank && numbers && differingNumbers(numbers, rank.statistic),
  };
}

/** The values that differ most, then all others together. Parts of numbers are no values. */
function shownValues(
  { classes }: Classes,
  ps: readonly number[],
  corrected: Float64Array,
  sizes: Counts,
): readonly DifferingValue[] {
  const named = classes.flatMap(({ label, ...counts }, at) =>
    label === undefined || label.kind === 'others' ? [] : [{ label, ...counts, at }],
  );
  named.sort((a, b) => (ps[a.at] as number) - (ps[b.at] as number));
  const isQuantity = classes[0]?.label === undefined;
  const difference = (each: Counts): number =>
    Math.abs(each.selected / sizes.selected - each.rest / sizes.rest);
  const shown = named
    .slice(0, named.length === MOST_VALUES + 1 ? named.length : MOST_VALUES)
    .filter(({ at }, place) => (!isQuantity && place < 2) || (corrected[at] as number) < MOST_CHANCE)
    .sort((a, b) => difference(b) - difference(a))
    .filter((each, _, [first]) => first !== undefined && difference(each) >= LEAST_PART * difference(first));
  const list = shown.map(({ label, selected, rest }): DifferingValue => ({ label, selected, rest }));
  if (isQuantity) return list;
  const rare = classes.find(({ label }) => label?.kind === 'others')?.label;
  const groups = named.length - shown.length + (rare?.kind === 'others' ? rare.groups : 0);
  const sum = (part: keyof Counts): number => list.reduce((left, each) => left - each[part], sizes[part]);
  return groups === 0
    ? list
    : [...list, { label: { kind: 'others', groups }, selected: sum('selected'), rest: sum('rest') }];
}

function differingNumbers(numbers: NumberRanks, greater: number): DifferingNumbers {
  const of = (part: keyof Counts): Quantiles => {
    const total = numbers.ranks.reduce((sum, each) => sum + each[part], 0);
    return QUANTILES.map((quantile) => {
      let left = Math.max(1, Math.ceil(quantile * total));
      const rank = numbers.ranks.findIndex((each) => (left -= each[part]) <= 0);
      return { text: numbers.textAt(rank), number: numbers.numberAt(rank) };
    });
  };
  return { type: numbers.type, selected: of('selected'), rest: of('rest'), greater };
}
