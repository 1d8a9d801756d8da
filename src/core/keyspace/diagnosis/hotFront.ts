import { countText, shareText } from '../words.ts';
import type { DiagnosisView, Finding } from './finding.ts';
import { type HotLoad, hotLoad, partitionTarget } from './hotRows.ts';
import { phrase } from './phrase.ts';
import { activeRows, arePassing, cellsOf, rowsName } from './view.ts';

/** Fewer hot partitions are each a finding of their own. */
const LEAST_ROWS = 2;

/** Ranges of exact times hold partitions of a row each: none of them is hot. */
function canBeHot({ rowsAre, facts, cellSeconds }: DiagnosisView): boolean {
  return rowsAre !== 'range' || ((facts.roundingTicks ?? 1n) > 1n && cellSeconds >= 1);
}

/** Whether each hot row begins where the one before in key order ends, or ends where that begins. */
function takeTurns(loads: readonly HotLoad[]): boolean {
  return loads.every(({ from, to }, at) => {
    const before = loads[at - 1];
    return before === undefined || from >= before.to - 1 || to <= before.from + 1;
  });
}

/**
 * The hot partitions of a moving front as one finding: it is one cause, however many partitions it passes through. None where the
 * rows do not take turns.
 */
export function hotFront(view: DiagnosisView): readonly Finding[] {
  if (!arePassing(view) || !canBeHot(view)) return [];
  const rows = activeRows(view);
  const loads = rows.map((row) => hotLoad(view, row)).filter((load) => load !== undefined);
  const isFront = view.rowsAre === 'range' || (loads.length >= LEAST_ROWS && takeTurns(loads));
  if (loads.length === 0 || !isFront) return [];
  const peak = loads.reduce((most, load) => (load.max > most.max ? load : most));
  const cells = loads.map((load) => cellsOf(view, load, [load.row]));
  const from = cells.reduce((first, one) => (one.from < first ? one.from : first), cells[0]?.from ?? 0n);
  const to = cells.reduce((last, one) => (one.to > last ? one.to : last), cells[0]?.to ?? 0n);
  return [
    {
      id: 'hot-partition',
      title: 'Hot partition of the moment',
      sentence: phrase`All rows of a moment go to one partition: it reached ${shareText(peak.max / peak.target)} of the target of ${countText(partitionTarget(view))} entities/s, in ${countText(loads.length)} of ${countText(rows.length)} ${rowsName(view)} one after another, between ${from} and ${to}.`,
      confidence: peak.max >= peak.target ? 0.95 : 0.8,
      severity: 'fault',
      cells,
      advice: 'Put a prefix before the time: rows of one moment then go to several partitions.',
    },
  ];
}
