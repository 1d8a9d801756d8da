import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { type HotLoad, hotLoad, hotRows } from './hotRows.ts';
import { phrase } from './phrase.ts';
import { confidenceOf } from './statistics.ts';
import {
  activeRows,
  arePassing,
  cellsOf,
  findingsOf,
  isNearTarget,
  meanRate,
  partitionTarget,
  rowsName,
} from './view.ts';

/**
 * Reports a prefix near the target of a partition, or far above the others. Writers differ, so small differences are not
 * reported.
 */
export const hotPrefix: DiagnosisRule = {
  title: 'Hot prefix',
  isBlind: (view) => view.rowsAre === 'prefix' && activeRows(view).length < 2,
  lacks: 'fewer than 2 prefixes have rows',
  find: (view) =>
    view.rowsAre === 'prefix' && view.labels.length > 1
      ? hotRows(view, {
          id: 'hot-prefix',
          title: 'Hot prefix',
          advice:
            'Spread its writers over more prefixes (a larger event volume), or add a factor to the key.',
        })
      : [],
};

/** With fewer rows, each hot partition is a finding of its own. */
const LEAST_HOT = 2;

/** Returns false if keys hold exact times: each partition then has one row, so none can be hot. */
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
function frontOf(view: DiagnosisView): readonly Finding[] {
  if (view.facts.front === 'none' || !arePassing(view) || !canBeHot(view)) return [];
  const rows = activeRows(view);
  const loads = rows.map((row) => hotLoad(view, row)).filter((load) => load !== undefined);
  const isFront = view.rowsAre === 'range' || (loads.length >= LEAST_HOT && takeTurns(loads));
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
export const hotFront: DiagnosisRule = {
  title: 'Hot partition of the moment',
  needs: 'every key',
  find: frontOf,
};

const ADVICE = 'Split the partition: add to its key what spreads writes, such as a prefix or a time bucket.';
const LEAST_ROWS = 200;
/** Share (0..1) of all rows below which a partition is no problem. Where time makes many partitions, a busy minute makes a larger one. */
const LEAST_SHARE = 0.08;

/** The largest partition among the entities read, if the rows of the map are not partitions. */
function largestOf(view: DiagnosisView): readonly Finding[] {
  const { partitions } = view.facts;
  const hot = partitions?.hot;
  if (partitions === undefined || hot === undefined || partitions.rows < LEAST_ROWS) return [];
  const { count, rows, largest, largestRows } = partitions;
  if (largestRows < rows * LEAST_SHARE) return [];
  return [
    {
      id: 'hot-partition',
      title: `Hot partition ${largest}`,
      sentence: phrase`Partition ${largest} holds ${shareText(largestRows / rows)} of ${countText(rows)} rows, ${numberText(hot.times)} times the median of ${countText(count)} partitions.`,
      confidence: confidenceOf(hot.lnP),
      ...(isNearTarget(view, meanRate(view, largestRows))
        ? { severity: 'fault', advice: ADVICE }
        : {
            severity: 'note',
            advice:
              'Its load is far below the target of one partition: its key can stay. Check what writes to it.',
          }),
      cells: [],
    },
  ];
}

/** Reports a partition near its target, or far above all others. */
export const hotPartition: DiagnosisRule = {
  title: 'Hot partition',
  lacks: 'partitions were not counted',
  isBlind: ({ facts, rowsAre }) => facts.partitions === undefined && rowsAre !== 'partition',
  find: (view) => {
    if (findingsOf(hotFront, view).length > 0) return [];
    return view.rowsAre === 'partition' && view.labels.length > 1
      ? hotRows(view, { id: 'hot-partition', title: 'Hot partition', advice: ADVICE })
      : largestOf(view);
  },
};
