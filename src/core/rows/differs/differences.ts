import type { ColumnRef } from '../../entities/columns/columnRef.ts';
import type { EntityStore } from '../../entities/store/entityStore.ts';
import { type Difference, MOST_CHANCE, type TestedColumn } from './columnDifference.ts';
import { followsFrom, names, repeats } from './follows.ts';
import { type DifferingPair, findPairs } from './pairs.ts';
import { columnsOf, readColumns } from './readColumns.ts';
import { LEAST_ROWS } from './classes.ts';
import { sampleRows } from './sample.ts';
import { type Counts, holm } from './significance.ts';
import type { Steps } from '../../steps.ts';

/** What tells the selected rows from the rest. */
export interface Differences {
  /** How many rows there are in all. */
  readonly all: Counts;
  /** How many rows were compared: all, or a sample. */
  readonly compared: Counts;
  /** The strongest first, but those that follow from another column after all others. */
  readonly differences: readonly Difference[];
  /** Strongest first. */
  readonly pairs: readonly DifferingPair[];
  /** Columns that do not differ by more than chance. */
  readonly same: readonly ColumnRef[];
  /** Columns in which hardly any two rows share a value. */
  readonly unique: readonly ColumnRef[];
  /** How many values, numbers and pairs were tested. Each p-value is corrected for this number. */
  readonly tried: number;
  /** How many properties were not compared, because too many others occur in more rows. */
  readonly leftOut: number;
}

/** How many rows are compared at most. With more rows the answers stay the same but take longer. */
const MOST_ROWS = 10_000;
const MOST_PAIRS = 3;

export const NO_DIFFERENCES: Differences = {
  all: { selected: 0, rest: 0 },
  compared: { selected: 0, rest: 0 },
  differences: [],
  pairs: [],
  same: [],
  unique: [],
  tried: 0,
  leftOut: 0,
};

/**
 * Compares selected rows with the rest, column by column.
 * @param mask by row: 1 if it is selected
 * @param filtered columns that the selection filters by
 * @yields after a few thousand rows or values
 */
export function* findDifferences(
  store: EntityStore,
  mask: Uint8Array,
  filtered: readonly ColumnRef[],
): Steps<Differences> {
  const sample = sampleRows(mask, MOST_ROWS, store.countedRows());
  const { rows, sizes, all } = sample;
  const { refs, leftOut } = columnsOf(store, filtered);
  const none = { ...NO_DIFFERENCES, all, compared: sizes, leftOut };
  if (sizes.selected < LEAST_ROWS || sizes.rest < LEAST_ROWS) return none;
  const { columns, unique } = yield* readColumns(store, mask, refs, sample);

  const keyTimes = store.times('key');
  const secondsAt = (at: number): number => keyTimes.secondsAt(rows[at] as number);
  const roots = filtered.map((ref) => ({ ref, column: columns.find((each) => names(each, ref)) }));
  const rootOf = (column: TestedColumn): ColumnRef | undefined =>
    roots.find((root) => followsFrom(column, root.ref, root.column, secondsAt))?.ref;
  const followed = columns.map((column) => ({ column, follows: rootOf(column) }));
  const alone = followed.filter(({ column, follows }) => column.sample === sample && follows === undefined);
  const { pairs, tried: triedPairs } = yield* findPairs(
    alone.map(({ column }) => column),
    sample,
  );

  const ps = columns.flatMap((each) => each.ps);
  const tried = ps.length + triedPairs;
  const corrected = holm([...ps, ...pairs.map(({ p }) => p)], tried);
  const found = followed.map((each) => ({ ...each, ...each.column.difference(corrected) }));
  const differing = found.filter(({ p }) => p < MOST_CHANCE).sort((a, b) => b.strength - a.strength);
  const differences = differing.map(({ column, follows, ...each }): Difference => {
    const source = differing.find((other) => repeats(column, other.column, secondsAt));
    return { ...each, follows: follows ?? source?.follows ?? source?.ref };
  });
  return {
    ...none,
    differences: differences.sort(
      (a, b) => Number(a.follows !== undefined) - Number(b.follows !== undefined),
    ),
    pairs: pairs
      .map((pair) => ({ ...pair, p: corrected(pair.p) }))
      .filter(({ p }) => p < MOST_CHANCE)
      .slice(0, MOST_PAIRS),
    same: found.filter(({ p }) => p >= MOST_CHANCE).flatMap(({ ref, sameAs }) => [ref, ...sameAs]),
    unique,
    tried,
  };
}
