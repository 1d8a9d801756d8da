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
/** A pair, or a template, of fewer of the selected rows explains little. */
export const LEAST_SHARE = 0.1;
/** A pair must be so much stronger than each of its values, and than they are if each counts by itself. */
const STRONGER = 1.25;

interface Candidate extends Counts {
  readonly column: Classes;
  readonly label: GroupLabel;
  readonly strength: number;
  /** By position: a bit for each selected row, then one for each other row, each part in words of its own. */
  readonly bits: Uint32Array;
}

/**
 * Pairs of values that tell the selected rows from the rest, where one value alone does not.
 * @yields after the pairs of each value
 */
export function* findPairs(
  columns: readonly Classes[],
  { sizes, all }: RowSample,
  logs: Float64Array,
): Generator<undefined, { readonly pairs: readonly DifferingPair[]; readonly tried: number }, undefined> {
  const share = all.selected / (all.selected + all.rest);
  const strengthOf = (each: Counts): number => cramersV([each, without(each, sizes)], sizes, share);
  const candidates = chosen(columns, sizes, strengthOf);
  const selectedWords = Math.ceil(sizes.selected / 32);
  const pairs: DifferingPair[] = [];
  let tried = 0;
  for (const [at, a] of candidates.entries()) {
    yield undefined;
    for (const b of candidates.slice(at + 1)) {
      if (a.column === b.column) continue;
      tried += 1;
      const both = {
        selected: bitsOfBoth(a.bits, b.bits, 0, selectedWords),
        rest: bitsOfBoth(a.bits, b.bits, selectedWords, a.bits.length),
      };
      if (both.selected < LEAST_SHARE * sizes.selected) continue;
      const strength = strengthOf(both);
      if (strength < STRONGER * Math.max(a.strength, b.strength)) continue;
      if (both.selected < STRONGER * expectedBoth(a, b, both.rest, sizes)) continue;
      // Each must add something to the other.
      const p = Math.max(fisher(both, a, logs), fisher(both, b, logs));
      pairs.push({ refs: [a.column.ref, b.column.ref], labels: [a.label, b.label], ...both, strength, p });
    }
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
  return frequent.map(({ column, code, label, ...counts }) => ({
    column,
    label: label as GroupLabel,
    selected: counts.selected,
    rest: counts.rest,
    strength: strengthOf(counts),
    bits: bitsOf(column.codes, code, sizes),
  }));
}

/** How much a value can tell: 0 if all rows have it, or none. */
function spread({ selected, rest }: Counts, sizes: Counts): number {
  const [p, q] = [selected / sizes.selected, rest / sizes.rest];
  return p * (1 - Math.min(p, q));
}

function bitsOf(codes: Uint16Array, code: number, sizes: Counts): Uint32Array {
  const selectedWords = Math.ceil(sizes.selected / 32);
  const bits = new Uint32Array(selectedWords + Math.ceil(sizes.rest / 32));
  for (let at = 0; at < codes.length; at++) {
    if (codes[at] !== code) continue;
    const place = at < sizes.selected ? at : selectedWords * 32 + at - sizes.selected;
    bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
  }
  return bits;
}

function bitsOfBoth(a: Uint32Array, b: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    // Bits of a word, added in parallel (Warren, Hacker's Delight 5-1).
    let word = (a[at] as number) & (b[at] as number);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
