/*
 * The unusual stretches of a map: where all rows together, or one row of the map, wrote too little or too much. What they are called
 * is said in `kinds.ts`.
 */
import type { DiagnosisView } from './finding.ts';
import { highOfAll, highOfRows } from './high.ts';
import { type Period, periodOf } from './periodicity.ts';
import { lowOfAll } from './quietOfAll.ts';
import { habitsOf, lowOfRows, lowsOf } from './quietOfRows.ts';
import { lnFalseDiscoveryLimit } from './scan.ts';
import type { Unusual } from './unusual.ts';
import { usualByNeighbours, usualByOthers } from './usual.ts';
import { activeRows, arePassing } from './view.ts';

export interface Stretches {
  readonly low: readonly Unusual[];
  readonly high: readonly Unusual[];
  readonly period: Period | undefined;
}

/** What was found in a map, for the kinds that share it. */
const known = new WeakMap<DiagnosisView, Stretches>();

/** All unusual stretches. */
export function stretchesOf(view: DiagnosisView): Stretches {
  const found = known.get(view) ?? look(view);
  known.set(view, found);
  return found;
}

function look(view: DiagnosisView): Stretches {
  const { active, columnTotals } = view;
  if (active.to <= active.from) return { low: [], high: [], period: undefined };
  const period = periodOf(view);
  const ofAll = usualByNeighbours(columnTotals.slice(active.from, active.to));
  const rows = activeRows(view);
  const writers = rows.length > 1 && !arePassing(view) ? rows : [];
  const ofEach = usualByOthers(view, writers);
  const lows = ofEach.map((usual, at) => lowsOf(view, writers[at] as number, usual));
  const habits = habitsOf(lows);
  const low = [
    ...lowOfAll(view, ofAll, period, rows, habits),
    ...(view.rowsAre === 'value' ? [] : lowOfRows(view, lows, ofEach, habits)),
  ];
  const highOf = highOfAll(view, ofAll, period);
  const high = highOf.length > 0 ? highOf : highOfRows(view, writers, ofEach);
  const looked = 2 * (1 + writers.length);
  const limit = lnFalseDiscoveryLimit(
    [...low, ...high].map(({ lnP }) => lnP),
    looked,
  );
  const isKept = ({ lnP }: Unusual) => lnP <= limit;
  // Beside a burst, what a row usually writes seems low.
  const isBesideBurst = ({ row, count }: Unusual) =>
    row !== undefined && count > 0 && high.some((one) => one.row === undefined || one.row === row);
  return {
    low: low.filter((one) => isKept(one) && !isBesideBurst(one)),
    high: high.filter(isKept),
    period,
  };
}
