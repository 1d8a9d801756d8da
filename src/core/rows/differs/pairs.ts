import type { GroupLabel } from '../../entities/chart/chartTypes.ts';
import type { ColumnRef } from '../../entities/columns/columnRef.ts';
import type { Classes } from './classes.ts';
import type { DifferingValue } from './columnDifference.ts';
import type { RowSample } from './sample.ts';
import { type Counts, cramersV, fisher, sizeOf, without } from './significance.ts';
import type { Steps } from '../../steps.ts';

/** A value of one column and a value of another that rows have together. */
export interface DifferingPair extends Counts {
  readonly refs: readonly [ColumnRef, ColumnRef];
  readonly labels: readonly [GroupLabel, GroupLabel];
  /** Cramer's V of the rows with both values against all others, 0..1. */
  readonly strength: number;
  /**
   * The p-value, not corrected yet, of the weaker one of two tests: whether, among the rows with one value, those that also have the other
   * are selected more, or less, often.
   */
  readonly p: number;
}

/** How many values of all columns are tried in pairs, those that tell most. The number of pairs grows with its square. */
const MOST_VALUES = 72;
const MOST_VALUES_OF_COLUMN = 4;
/** The smallest share (0..1) of the selected rows that a pair or a template must have. With fewer rows it explains little. */
export const LEAST_SHARE = 0.1;
/** By this factor a pair must be stronger than each of its values, and have more selected rows than `expectedBoth`. */
const STRONGER = 1.25;

interface Candidate extends DifferingValue {
  readonly column: Classes;
  /** Class number of the value in its column. */
  readonly code: number;
}

/**
 * Pairs of values that tell the selected rows from the rest, where one value alone does not.
 * @yields after some hundred thousand rows
 */
export function* findPairs(
  columns: readonly Classes[],
  { sizes, share }: RowSample,
): Steps<{ readonly pairs: readonly DifferingPair[]; readonly tried: number }> {
  const strengthOf = (each: Counts): number => cramersV([each, without(each, sizes)], sizes, share);
  const isFew = ({ selected }: Counts): boolean => selected < LEAST_SHARE * sizes.selected;
  const candidates = columns
    .flatMap((column) =>
      column.classes
        .flatMap(({ label, ...counts }, code): readonly Candidate[] =>
          label === undefined || label.kind === 'others' || isFew(counts) || sizeOf(counts) === sizeOf(sizes)
            ? []
            : [{ label, ...counts, code, column }],
        )
        .sort((a, b) => b.selected - a.selected)
        .slice(0, MOST_VALUES_OF_COLUMN),
    )
    // Values that are common in the selection come first, because they are in many pairs, but not those that hardly any row lacks, because
    // they tell nothing.
    .sort((a, b) => spread(b, sizes) - spread(a, sizes))
    .slice(0, MOST_VALUES);
  const pairs: DifferingPair[] = [];
  let tried = 0;
  for (const [at, a] of candidates.entries()) {
    for (const b of candidates.slice(at + 1)) {
      if (a.column === b.column) continue;
      tried += 1;
      const selected = rowsOfBoth(a, b, 0, sizes.selected);
      if (isFew({ selected, rest: 0 })) continue;
      const both = { selected, rest: rowsOfBoth(a, b, sizes.selected, sizeOf(sizes)) };
      const strength = strengthOf(both);
      if (strength < STRONGER * Math.max(strengthOf(a), strengthOf(b))) continue;
      if (selected < STRONGER * expectedBoth(a, b, both.rest, sizes)) continue;
      // Each must add something to the other.
      const p = Math.max(fisher(both, a), fisher(both, b));
      pairs.push({ refs: [a.column.ref, b.column.ref], labels: [a.label, b.label], ...both, strength, p });
    }
    yield undefined;
  }
  return { pairs: pairs.sort((a, b) => b.strength - a.strength), tried };
}

/** How many selected rows would have both values if these occurred together as they do in the rest. */
function expectedBoth(a: Counts, b: Counts, rest: number, sizes: Counts): number {
  if (a.rest === 0 || b.rest === 0) return 0;
  const together = (rest * sizes.rest) / (a.rest * b.rest);
  return (together * a.selected * b.selected) / sizes.selected;
}

/** How much a value can tell: 0 if all rows have it, or none. */
function spread({ selected, rest }: Counts, sizes: Counts): number {
  const [p, q] = [selected / sizes.selected, rest / sizes.rest];
  return p * (1 - Math.min(p, q));
}

function rowsOfBoth(a: Candidate, b: Candidate, from: number, to: number): number {
  const [first, second] = [a.column.codes, b.column.codes];
  let count = 0;
  for (let at = from; at < to; at++) if (first[at] === a.code && second[at] === b.code) count += 1;
  return count;
}
