/*
 * How one column differs between two groups of rows: its test, and the values or numbers that show the difference.
 */

import type { GroupLabel } from '../chart/chartTypes.ts';
import type { ColumnRef } from '../columns/columnRef.ts';
import type { Classes, NumberRanks } from './classes.ts';
import { type Counts, cramersV, fisher, gTest, rankTest, without } from './significance.ts';

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
  /** The compared rows. For a parameter: the rows of its template. */
  readonly compared: Counts;
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
  /** p-values of the classes, then of the numbers that many rows share. */
  readonly values: readonly number[];
  /** The p-values of all tests of the column: those of `values`, of `g` and of `rank`. */
  readonly ps: readonly number[];
}

export function testColumn(column: Classes, logs: Float64Array): TestedColumn {
  const {
    classes,
    numbers,
    sample: { sizes },
  } = column;
  if (classes.length < 2) return { column, sameAs: [], g: undefined, rank: undefined, values: [], ps: [] };
  const g = gTest(classes, sizes);
  const rank = numbers && rankTest(numbers.ranks);
  const values = [...classes, ...(numbers?.frequent ?? [])].map((each) => fisher(each, sizes, logs));
  const ps = [...values, ...[g, rank].flatMap((test) => (test === undefined ? [] : [test.p]))];
  return { column, sameAs: [], g, rank, values, ps };
}

/** @param corrected p-values of all tests of the column */
export function difference(tested: TestedColumn, corrected: Float64Array): Omit<Difference, 'follows'> {
  const { sameAs, g, rank } = tested;
  const { ref, classes, numbers, sample } = tested.column;
  const { sizes, all } = sample;
  const strengthOf = (each: readonly Counts[]): number =>
    cramersV(each, sizes, all.selected / (all.selected + all.rest));
  const strengthAlone = (each: Counts): number => strengthOf([each, without(each, sizes)]);
  const ofTenths = numbers && strengthOf(classes);
  const values = shownValues(
    tested,
    corrected,
    // Name a single number if it explains more than the tenths do.
    (number) => ofTenths !== undefined && strengthAlone(number) > ofTenths,
  );
  return {
    ref,
    sameAs,
    strength: ofTenths === undefined ? strengthOf(values) : Math.max(ofTenths, ...values.map(strengthAlone)),
    p: corrected.reduce((least, p) => Math.min(least, p), 1),
    compared: sizes,
    g: g && { statistic: g.statistic, df: g.df },
    values,
    numbers: rank && numbers && differingNumbers(numbers, rank.statistic),
  };
}

/** The values that differ most, then all others together. Parts of numbers are no values. */
function shownValues(
  { column: { classes, numbers, sample }, values: ps }: TestedColumn,
  corrected: Float64Array,
  isTelling: (number: Counts) => boolean,
): readonly DifferingValue[] {
  const { sizes } = sample;
  const named = [...classes, ...(numbers?.frequent ?? [])].flatMap(({ label, ...counts }, at) =>
    label === undefined || label.kind === 'others' ? [] : [{ label, ...counts, at }],
  );
  named.sort((a, b) => (ps[a.at] as number) - (ps[b.at] as number));
  const isQuantity = numbers !== undefined;
  const difference = (each: Counts): number =>
    Math.abs(each.selected / sizes.selected - each.rest / sizes.rest);
  const shown = named
    .slice(0, named.length === MOST_VALUES + 1 ? named.length : MOST_VALUES)
    .filter(({ at }, place) => (!isQuantity && place < 2) || (corrected[at] as number) < MOST_CHANCE)
    .filter(({ at, ...each }) => at < classes.length || isTelling(each))
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
