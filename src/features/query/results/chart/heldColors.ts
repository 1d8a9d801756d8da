import type { GroupLabel } from '../../../../core/entities/chart/chartTypes.ts';
import type { RowGrouping } from '../../../../core/keyspace/map/grouping.ts';
import type { RunState } from '../../../../state/run/runState.ts';

/** As many as there are colours of groups. */
const MOST = 7;

/** Which group has which colour, by the place of the colour. */
export type ColorHolders = string[];

const holdersOfPlan = new WeakMap<RunState['plan'], Map<string, ColorHolders>>();

/** The holders of a result and a split: as long as the result is there, also while no chart is in sight. */
export function colorHolders({ plan }: RunState, split: RowGrouping | undefined): ColorHolders {
  const bySplit = holdersOfPlan.get(plan) ?? new Map<string, ColorHolders>();
  holdersOfPlan.set(plan, bySplit);
  const key = JSON.stringify(split ?? null);
  const holders = bySplit.get(key) ?? [];
  bySplit.set(key, holders);
  return holders;
}

/** The key of a group in a result and a split. How many share the last one changes as rows arrive. */
export function groupKey(label: GroupLabel): string {
  return label.kind === 'others' ? label.kind : JSON.stringify(label);
}

/**
 * The place of each group's colour. A group keeps its colour when others appear or the order changes; only one that is not in
 * the chart gives its colour to a new one, and only when none is free. Adds to `holders`.
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
