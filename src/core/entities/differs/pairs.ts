import { inBlocks } from '../../inBlocks.ts';
import type { GroupLabel } from '../chart/chartTypes.ts';
import type { ColumnRef } from '../columns/columnRef.ts';
import type { Classes } from './classes.ts';
import type { RowSample } from './sample.ts';
import { type Counts, cramersV, fisher, without } from './significance.ts';

/** Two values of two columns that rows have together. */
export interface DifferingPair extends Counts {
  readonly refs: readonly [ColumnRef, ColumnRef];
  readonly labels: readonly [GroupLabel, GroupLabel];
  /** Cramer's V of the pair and all other rows, 0..1. */
  readonly strength: number;
  /** That each of the two says more of the rows which have the other; not corrected yet. */
  readonly p: number;
}

/** Values that are paired: the most frequent of the selection, of all columns. Pairs grow with their square. */
const MOST_VALUES = 72;
const MOST_VALUES_OF_COLUMN = 4;
/** Smallest share (0..1) of the selected rows for a pair or a template. With fewer rows it explains little. */
export const LEAST_SHARE = 0.1;
/** A pair must be so much stronger than each of its values, and than they are if each counts by itself. */
const STRONGER = 1.25;

interface Candidate extends Counts {
  readonly column: Classes;
  /** Class number of the value in its column. */
  readonly code: number;
  readonly label: GroupLabel;
  readonly strength: number;
}

/**
 * Pairs of values that tell the selected rows from the rest, where one value alone does not.
 * @yields after a few thousand rows
 */
export function* findPairs(
  columns: readonly Classes[],
  { sizes, all }: RowSample,
  logs: Float64Array,
): Generator<undefined, { readonly pairs: readonly DifferingPair[]; readonly tried: number }, undefined> {
  const share = all.selected / (all.selected + all.rest);
  const strengthOf = (each: Counts): number => cramersV([each, without(each, sizes)], sizes, share);
  const candidates = chosen(columns, sizes, strengthOf);
  const together = yield* rowsOfBoth(candidates, sizes);
  const pairs: DifferingPair[] = [];
  let tried = 0;
  for (const [at, a] of candidates.entries())
    for (const [place, b] of candidates.entries()) {
      if (place <= at || a.column === b.column) continue;
      tried += 1;
      const both = { selected: together.selected(at, place), rest: together.rest(at, place) };
      if (both.selected < LEAST_SHARE * sizes.selected) continue;
      const strength = strengthOf(both);
      if (strength < STRONGER * Math.max(a.strength, b.strength)) continue;
      if (both.selected < STRONGER * expectedBoth(a, b, both.rest, sizes)) continue;
      // Each must add something to the other.
      const p = Math.max(fisher(both, a, logs), fisher(both, b, logs));
      pairs.push({ refs: [a.column.ref, b.column.ref], labels: [a.label, b.label], ...both, strength, p });
    }
  return { pairs: pairs.sort((a, b) => b.strength - a.strength), tried };
}

/** Selected rows that have both values if these go together as they do in the rest. */
function expectedBoth(a: Counts, b: Counts, rest: number, sizes: Counts): number {
  if (a.rest === 0 || b.rest === 0) return 0;
  const together = (rest * sizes.rest) / (a.rest * b.rest);
  return (together * a.selected * b.selected) / sizes.selected;
}

function chosen(
  columns: readonly Classes[],
  sizes: Counts,
  strengthOf: (each: Counts) => number,
): readonly Candidate[] {
  const found = columns.flatMap((column) =>
    column.classes
      .map((each, code) => ({ ...each, code, column }))
      .filter(
        ({ label, selected, rest }) =>
          label !== undefined &&
          label.kind !== 'others' &&
          selected >= LEAST_SHARE * sizes.selected &&
          selected + rest < sizes.selected + sizes.rest,
      )
      .sort((a, b) => b.selected - a.selected)
      .slice(0, MOST_VALUES_OF_COLUMN),
  );
  // Common values are in many pairs; those that hardly any row lacks tell nothing.
  const frequent = found.toSorted((a, b) => spread(b, sizes) - spread(a, sizes)).slice(0, MOST_VALUES);
  return frequent.map((each) => ({ ...each, label: each.label as GroupLabel, strength: strengthOf(each) }));
}

/** How much a value can tell: 0 if all rows have it, or none. */
function spread({ selected, rest }: Counts, sizes: Counts): number {
  const [p, q] = [selected / sizes.selected, rest / sizes.rest];
  return p * (1 - Math.min(p, q));
}

/**
 * Counts the rows that have both of two candidates. Pass the lower candidate number first.
 * @yields after a few thousand rows
 */
function* rowsOfBoth(candidates: readonly Candidate[], sizes: Counts) {
  const width = candidates.length;
  const counts = { selected: new Uint32Array(width ** 2), rest: new Uint32Array(width ** 2) };
  const present = new Uint8Array(width);
  yield* inBlocks(sizes.selected + sizes.rest, (from, to) => {
    for (let row = from; row < to; row++) {
      let size = 0;
      for (let at = 0; at < width; at++) {
        const { column, code } = candidates[at] as Candidate;
        if (column.codes[row] === code) present[size++] = at;
      }
      const part = row < sizes.selected ? counts.selected : counts.rest;
      for (let a = 0; a < size; a++)
        for (let b = a + 1; b < size; b++) {
          const cell = (present[a] as number) * width + (present[b] as number);
          part[cell] = (part[cell] as number) + 1;
        }
    }
  });
  const of = (part: Uint32Array) => (a: number, b: number) => part[a * width + b] as number;
  return { selected: of(counts.selected), rest: of(counts.rest) };
}
