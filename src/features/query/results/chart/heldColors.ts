import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** The number of colours that groups can have. */
const MOST = 7;

/** The key of the group that has each colour, by the index of the colour. */
export type ColorHolders = string[];

const holdersOfPlan = new WeakMap<RunState['plan'], Map<string, ColorHolders>>();

/** The holders of colours for a result and a split. They are kept as long as the result, even while no chart is visible. */
export function colorHolders({ plan }: RunState, split: RowGrouping | undefined): ColorHolders {
  const bySplit = holdersOfPlan.get(plan) ?? new Map<string, ColorHolders>();
  holdersOfPlan.set(plan, bySplit);
  const key = JSON.stringify(split ?? null);
  const holders = bySplit.get(key) ?? [];
  bySplit.set(key, holders);
  return holders;
}

/**
 * Identifies a group within a result and a split. The group of all others has no number in its key, because that changes as rows arrive.
 */
export function groupKey(label: GroupLabel): string {
  return label.kind === 'others' ? label.kind : JSON.stringify(label);
}

/**
 * The index of each group's colour. A group keeps its colour when others appear or the order changes. Only a group that is no longer in the
 * chart loses its colour to a new one, and only if no colour is free. Adds to `holders`.
 */
export function heldPlaces(labels: readonly GroupLabel[], holders: ColorHolders): readonly number[] {
  const keys = labels.map(groupKey);
  return keys.map((key, position) => {
    const held = holders.indexOf(key);
    if (held >= 0) return held;
    const free = holders.length < MOST ? holders.length : holders.findIndex((each) => !keys.includes(each));
    if (free < 0) return position;
    holders[free] = key;
    return free;
  });
}
