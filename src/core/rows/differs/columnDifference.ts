/*
 * How one column differs between two groups of rows: its tests, and the values or numbers that show the difference.
 */

import type { GroupLabel } from '../../entities/chart/chartTypes.ts';
import type { ColumnRef } from '../../entities/columns/columnRef.ts';
import { instantKey, numberKey } from '../../entities/columns/sortKey.ts';
import { type Classes, LEAST_ROWS, MOST_CLASSES, type Numbers, type ValueClass } from './classes.ts';
import { type Counts, cramersV, fisher, gTest, rankTest, sizeOf, sumOf, without } from './significance.ts';

/** One value, or several together, and how many rows of the sample have it. */
export interface DifferingValue extends Counts {
  readonly label: GroupLabel;
}

/** A number or time that some row has. */
interface Quantile {
  readonly text: string;
  /** The number itself; of a time the seconds since 0001-01-01. */
  readonly number: number;
}

/** The 5th, 25th, 50th, 75th and 95th percentile by nearest rank, so that each is a value of some row. */
export type Quantiles = readonly Quantile[];

/** How the numbers, or times, of the selected rows differ from those of the rest. */
export interface DifferingNumbers {
  readonly type: string;
  readonly selected: Quantiles;
  readonly rest: Quantiles;
  /** Share (0..1) of all pairs of a selected row and another row in which the selected one has the greater number; ties count half. */
  readonly greater: number;
}

/** A column in which the selected rows have other values than the rest. */
export interface Difference {
  readonly ref: ColumnRef;
  /** Columns that divide the rows in the same way as this one. */
  readonly sameAs: readonly ColumnRef[];
  /**
   * The column that this difference follows from, so that it explains nothing new: one that the selection filters by, or one that it only
   * repeats (see `repeats`), such as the prefix or the time in a key. Undefined: none.
   */
  readonly follows: ColumnRef | undefined;
  /** Cramer's V, 0..1. */
  readonly strength: number;
  /** The chance (0..1) to find a difference as large in any column if the rows had been selected at random. */
  readonly p: number;
  /** The compared rows. For a parameter: the rows of its template. */
  readonly compared: Counts;
  /** The G-test over all values; undefined if there are too few rows for it, so that only single values were tested. */
  readonly g: ReturnType<typeof gTest>;
  /** The values that differ most, and the others together. */
  readonly values: readonly DifferingValue[];
  readonly numbers: DifferingNumbers | undefined;
}

/** A difference is shown if chance alone would make it, in any column, with less than this probability. */
export const MOST_CHANCE = 0.01;
/** How many values are named; the others are counted together. */
const MOST_VALUES = 5;
/** A value is counted with the others if its difference is a smaller part than this of the largest one. */
const LEAST_PART = 0.1;
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Corrects a p-value for all the tests that were tried. */
type Corrected = (p: number) => number;

/** A column with the results of its tests. */
export interface TestedColumn extends Classes {
  readonly sameAs: ColumnRef[];
  /** The p-values of all its tests, not corrected: of each value, of all values together (G-test), and of the order of numbers. */
  readonly ps: readonly number[];
  readonly difference: (corrected: Corrected) => Omit<Difference, 'follows'>;
}

export function testColumn(column: Classes): TestedColumn {
  const { ref, sample, classes, numbers } = column;
  const { sizes, share } = sample;
  const sameAs: ColumnRef[] = [];
  const isVaried = classes.length > 1;
  const g = isVaried ? gTest(classes, sizes) : undefined;
  const rank = numbers && rankTest(numbers.ranks);
  const tested = isVaried ? [...classes, ...(numbers ? sharedNumbers(numbers) : [])] : [];
  const values = tested.map((each) => ({ ...each, p: fisher(each, sizes) }));
  const ps = [...values, g, rank].flatMap((test) => test?.p ?? []);
  const strengthOf = (each: readonly Counts[]): number => cramersV(each, sizes, share);
  const strengthAlone = (each: Counts): number => strengthOf([each, without(each, sizes)]);
  const ofTenths = numbers && strengthOf(classes);
  return {
    ...column,
    sameAs,
    ps,
    difference: (corrected) => {
      // Name a single number if it explains more than the tenths do.
      const named = values.filter((each, at) => at < classes.length || strengthAlone(each) > (ofTenths ?? 0));
      const shown = shownValues(column, named, corrected);
      return {
        ref,
        sameAs,
        strength:
          ofTenths === undefined ? strengthOf(shown) : Math.max(ofTenths, ...shown.map(strengthAlone)),
        p: Math.min(1, ...ps.map(corrected)),
        compared: sizes,
        g,
        values: shown,
        numbers: rank && numbers && differingNumbers(numbers, rank.statistic),
      };
    },
  };
}

/** Single numbers that at least LEAST_ROWS rows share. */
function sharedNumbers({ ranks, valueOf }: Numbers): readonly ValueClass[] {
  // That many rows share one exact time would explain nothing.
  if (valueOf(0).type === 'Edm.DateTime') return [];
  return [...ranks.entries()]
    .filter(([, each]) => sizeOf(each) >= LEAST_ROWS)
    .sort(([, a], [, b]) => sizeOf(b) - sizeOf(a))
    .slice(0, MOST_CLASSES)
    .map(([rank, each]) => ({ label: { kind: 'value', ...valueOf(rank) }, ...each }));
}

/** The values that differ most, then all others together. The tenths of numbers are not among them. */
function shownValues(
  { classes, numbers, sample: { sizes } }: Classes,
  values: readonly (ValueClass & { readonly p: number })[],
  corrected: Corrected,
): readonly DifferingValue[] {
  const named = values
    .flatMap(({ label, ...each }) =>
      label === undefined || label.kind === 'others' ? [] : [{ label, ...each }],
    )
    .sort((a, b) => a.p - b.p);
  const differenceOf = (each: Counts): number =>
    Math.abs(each.selected / sizes.selected - each.rest / sizes.rest);
  const shown = named
    .slice(0, named.length === MOST_VALUES + 1 ? named.length : MOST_VALUES)
    .filter(({ p }, place) => (numbers === undefined && place < 2) || corrected(p) < MOST_CHANCE)
    .sort((a, b) => differenceOf(b) - differenceOf(a))
    .filter((each, _, [first = each]) => differenceOf(each) >= LEAST_PART * differenceOf(first))
    .map(({ label, selected, rest }): DifferingValue => ({ label, selected, rest }));
  const rare = classes.at(-1)?.label;
  const groups = named.length - shown.length + (rare?.kind === 'others' ? rare.groups : 0);
  return numbers !== undefined || groups === 0
    ? shown
    : [...shown, { label: { kind: 'others', groups }, ...without(sumOf(shown), sizes) }];
}

function differingNumbers({ ranks, valueOf }: Numbers, greater: number): DifferingNumbers {
  const total = sumOf(ranks);
  const of = (part: keyof Counts): Quantiles =>
    QUANTILES.map((quantile) => {
      let left = Math.max(1, Math.ceil(quantile * total[part]));
      const { text } = valueOf(ranks.findIndex((each) => (left -= each[part]) <= 0));
      return { text, number: (instantKey(text) ?? numberKey(text))?.major ?? 0 };
    });
  return { type: valueOf(0).type, selected: of('selected'), rest: of('rest'), greater };
}
