import { countText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { type HotLoad, hotLoad } from './hotRows.ts';
import { phrase } from './phrase.ts';
import { activeRows, arePassing, cellsOf, partitionTarget, rowsName } from './view.ts';

/** With fewer rows, each hot partition is a finding of its own. */
const LEAST_ROWS = 2;

/** Exact times make partitions of one row each, and none of those can be hot. */
function canBeHot({ rowsAre, facts }: DiagnosisView): boolean {
  return rowsAre !== 'range' || (facts.roundingTicks ?? 1n) > 1n;
}

/** Whether each hot row begins where its neighbour in key order ends. */
function takeTurns(loads: readonly HotLoad[]): boolean {
  return loads.every(({ from, to }, at) => {
    const before = loads[at - 1];
    return before === undefined || from >= before.to - 1 || to <= before.from + 1;
  });
}

/** The hot partitions of a moving front as one finding, because they have one cause. Empty if the rows do not take turns. */
function find(view: DiagnosisView): readonly Finding[] {
  if (view.facts.front === 'none' || !arePassing(view) || !canBeHot(view)) return [];
  const rows = activeRows(view);
  const loads = rows.map((row) => hotLoad(view, row)).filter((load) => load !== undefined);
  const isFront = view.rowsAre === 'range' || (loads.length >= LEAST_ROWS && takeTurns(loads));
  if (loads.length === 0 || !isFront) return [];
  const peak = loads.reduce((most, load) => (load.max > most.max ? load : most));
  const cells = loads.map((load) => cellsOf(view, load, [load.row]));
  const { from, to } = cellsOf(view, {
    from: Math.min(...loads.map((load) => load.from)),
    to: Math.max(...loads.map((load) => load.to)),
  });
  return [
    {
      id: 'hot-partition',
      title: 'Hot partition of the moment',
      sentence: phrase`At any moment, all rows go to one partition. ${countText(loads.length)} of ${countText(rows.length)} ${rowsName(view)}, one after another, reached up to ${shareText(peak.max / peak.target)} of the target of ${countText(partitionTarget(view))} entities/s, between ${from} and ${to}.`,
      confidence: peak.max >= peak.target ? 0.95 : 0.8,
      severity: 'fault',
      cells,
      advice: 'Put a prefix before the time, so that rows of one moment go to several partitions.',
    },
  ];
}

/** Reports that the partition of the moment is hot. */
export const hotFront: DiagnosisRule = { title: 'Hot partition of the moment', needs: 'every key', find };
