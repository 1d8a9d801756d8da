/*
 * What is hot: a row of the map near the target of one partition, or one row, partition or writer with far more entities than the others.
 */
import { writerName } from '../../keys/forms/prefixedKey.ts';
import { countText, numberText, shareText } from '../../words.ts';
import type { DiagnosisRule, DiagnosisView, Finding } from './finding.ts';
import { upperOutliers, confidenceOf } from './statistics.ts';
import { phrase } from './phrase.ts';
import {
  activeCounts,
  activeRows,
  arePassing,
  cellsOf,
  findingsOf,
  isNearTarget,
  meanRate,
  MOST_ALONE,
  partitionTarget,
  rowName,
  rowNameInside,
  rowsName,
  rowsNamed,
  totalWords,
} from './view.ts';

/** From this share of the target on, a row is hot regardless of the others. */
const HOT_SHARE = 0.8;
/** With fewer entities in all there is no load to speak of. */
const LEAST_ROWS = 200;
/** Below this share of all entities a row or writer is no problem, however quiet the others are. */
const LEAST_SHARE = 0.02;
/**
 * The same limit for a partition. It is higher, because where each minute has a partition, a busy minute makes a larger one.
 */
const LEAST_SHARE_OF_PARTITION = 0.08;

const ADVICE = {
  prefix: 'Spread its writers over more prefixes (a larger event volume), or add a factor to the key.',
  partition: 'Split the partition: add to its key what spreads writes, such as a prefix or a time bucket.',
};

/**
 * A row near or above the target of a partition, the grid columns from the first to the last such cell, and its highest cell as
 * a share of the target.
 */
interface Load {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly ofTarget: number;
}

/** The rows near or above the target. None if columns are shorter than a second, which is too short for a rate. */
function loadsOf(view: DiagnosisView): readonly Load[] {
  const target = partitionTarget(view) * view.cellSeconds;
  const first = view.active.from;
  if (view.cellSeconds < 1) return [];
  const isHot = (count: number) => count >= target * HOT_SHARE;
  return activeRows(view).flatMap((row) => {
    const counts = activeCounts(view, row);
    const [from, to] = [counts.findIndex(isHot), counts.findLastIndex(isHot) + 1];
    return from < 0
      ? []
      : { row, from: first + from, to: first + to, ofTarget: Math.max(...counts) / target };
  });
}

const sureOf = (loads: readonly Load[]): number => (loads.some(({ ofTarget }) => ofTarget >= 1) ? 0.95 : 0.8);

/** " Front_IN_37 wrote all rows of prefix 37.": who wrote at least half of the rows, if that is known; else ''. */
function writerWords(view: DiagnosisView, row: number): string {
  const all = view.rowTotals[row] as number;
  const most = view.facts.writers?.find(({ group, rows }) => group === view.labels[row] && rows * 2 >= all);
  if (most === undefined) return '';
  const share = most.rows >= all ? 'all' : `${shareText(most.rows / all)} of the`;
  return ` ${writerName(most.label)} wrote ${share} rows of ${rowNameInside(view, row)}.`;
}

/** Rows of the map that are near the target of a partition, or else far above all others. */
function hotRows(view: DiagnosisView, kind: 'prefix' | 'partition'): readonly Finding[] {
  const loads = loadsOf(view);
  const id = `hot-${kind}` as const;
  const target = `the target of ${countText(partitionTarget(view))} entities/s`;
  const named = (row: number, more = '') => `Hot ${kind} ${view.labels[row] as string}${more}`;
  const ofAll = (row: number) => shareText((view.rowTotals[row] as number) / view.total);
  const ofLoads = (of: readonly Load[]) => ({
    id,
    confidence: sureOf(of),
    severity: 'fault' as const,
    cells: of.map((load) => cellsOf(view, load, [load.row])),
    advice: ADVICE[kind],
  });
  const [first] = loads;
  if (first === undefined) return besideOthers(view, kind);
  if (loads.length > MOST_ALONE) {
    const rows = loads.map(({ row }) => row);
    return [
      {
        ...ofLoads(loads),
        title: named(first.row, ` and ${loads.length - 1} more`),
        sentence: phrase`${loads.length} of ${activeRows(view).length} ${rowsName(view)} reached ${shareText(HOT_SHARE)} of ${target} or more: ${rowsNamed(view, rows)}.`,
      },
    ];
  }
  return loads.map((load) => {
    const { from, to } = cellsOf(view, load);
    const share = shareText(load.ofTarget);
    return {
      ...ofLoads([load]),
      title: named(load.row),
      figure: `${share} of target`,
      sentence: phrase`${rowName(view, load.row)} reached ${share} of ${target} between ${from} and ${to}; it holds ${ofAll(load.row)} of all rows.${writerWords(view, load.row)}`,
    };
  });
}

function besideOthers(view: DiagnosisView, kind: 'prefix' | 'partition'): readonly Finding[] {
  const rows = activeRows(view);
  const found =
    view.total < LEAST_ROWS ? [] : upperOutliers(rows.map((row) => view.rowTotals[row] as number));
  return found.flatMap(({ index, times, lnP }) => {
    const row = rows[index] as number;
    const share = (view.rowTotals[row] as number) / view.total;
    const peak = Math.max(...activeCounts(view, row)) / Math.max(1, view.cellSeconds);
    const isNear = isNearTarget(view, peak);
    const most = view.active.to - view.active.from === 1 ? 'About' : 'At most';
    return share < LEAST_SHARE
      ? []
      : {
          id: `hot-${kind}` as const,
          title: `Hot ${kind} ${view.labels[row] as string}`,
          figure: `${numberText(times)} × median`,
          sentence: phrase`${rowName(view, row)} holds ${shareText(share)} of ${totalWords(view)}, ${numberText(times)} times the median of the ${rows.length} with rows.${writerWords(view, row)}`,
          confidence: confidenceOf(lnP),
          severity: isNear ? 'fault' : 'note',
          cells: [cellsOf(view, view.active, [row])],
          advice: isNear
            ? `${ADVICE[kind]} Check who writes ${rowNameInside(view, row)}.`
            : `${most} ${numberText(peak)} rows/s, ${shareText(peak / partitionTarget(view))} of the target of one partition: its keys can stay.`,
        };
  });
}

/** A prefix near the target of a partition, or far above the others. Writers differ, so small differences are not reported. */
export const hotPrefix: DiagnosisRule = {
  title: 'Hot prefix',
  lacks: (view) =>
    view.rowsAre === 'prefix' && activeRows(view).length < 2 ? 'fewer than 2 prefixes have rows' : undefined,
  find: (view) => (view.rowsAre === 'prefix' && view.labels.length > 1 ? hotRows(view, 'prefix') : []),
};

/**
 * The partition that is being written at the moment is hot. There is one finding for all partitions of a moving front, because
 * they have one cause.
 */
export const hotFront: DiagnosisRule = {
  title: 'Hot partition of the moment',
  needs: 'every key',
  find: (view) => {
    const { rowsAre, facts } = view;
    if (facts.front === 'none' || !arePassing(view)) return [];
    const loads = loadsOf(view);
    // Partitions are a front if each begins where its neighbour in key order ends. A range is one only if times are rounded:
    // with exact times each partition has one row, and none can be hot.
    const areTurns = loads.every(({ from, to }, at) => {
      const before = loads[at - 1];
      return before === undefined || from >= before.to - 1 || to <= before.from + 1;
    });
    const isFront = rowsAre === 'range' ? (facts.roundingTicks ?? 1n) > 1n : loads.length > 1 && areTurns;
    if (!isFront || loads.length === 0) return [];
    const { from, to } = cellsOf(view, {
      from: Math.min(...loads.map((load) => load.from)),
      to: Math.max(...loads.map((load) => load.to)),
    });
    const most = shareText(Math.max(...loads.map(({ ofTarget }) => ofTarget)));
    return [
      {
        id: 'hot-partition',
        title: 'Hot partition of the moment',
        sentence: phrase`At any moment, all rows go to one partition. ${countText(loads.length)} of ${countText(activeRows(view).length)} ${rowsName(view)}, one after another, reached up to ${most} of the target of ${countText(partitionTarget(view))} entities/s, between ${from} and ${to}.`,
        confidence: sureOf(loads),
        severity: 'fault',
        cells: loads.map((load) => cellsOf(view, load, [load.row])),
        advice: 'Put a prefix before the time, so that rows of one moment go to several partitions.',
      },
    ];
  },
};

/** A partition near its target, or far above all others, on the map or beside it. */
export const hotPartition: DiagnosisRule = {
  title: 'Hot partition',
  lacks: ({ facts, rowsAre }) =>
    facts.partitions === undefined && rowsAre !== 'partition' ? 'partitions were not counted' : undefined,
  find: (view) => {
    const { partitions } = view.facts;
    if (findingsOf(hotFront, view).length > 0) return [];
    if (view.rowsAre === 'partition' && view.labels.length > 1) return hotRows(view, 'partition');
    if (partitions?.hot === undefined || partitions.rows < LEAST_ROWS) return [];
    const { count, rows, largest, largestRows, hot } = partitions;
    const isNear = isNearTarget(view, meanRate(view, largestRows));
    if (largestRows < rows * LEAST_SHARE_OF_PARTITION) return [];
    return [
      {
        id: 'hot-partition',
        title: `Hot partition ${largest}`,
        sentence: phrase`Partition ${largest} holds ${shareText(largestRows / rows)} of ${countText(rows)} rows, ${numberText(hot.times)} times the median of ${countText(count)} partitions.`,
        confidence: confidenceOf(hot.lnP),
        severity: isNear ? 'fault' : 'note',
        cells: [],
        advice: isNear
          ? ADVICE.partition
          : 'Its load is far below the target of one partition: its key can stay. Check what writes to it.',
      },
    ];
  },
};

/** One writer (the identity in the RowKey) with far more rows than the others. */
export const unevenWriters: DiagnosisRule = {
  title: 'Uneven writers',
  needs: 'every key',
  lacks: ({ facts }) => (facts.writers === undefined ? 'RowKeys name no writer' : undefined),
  find: (view) => {
    const writers = (view.facts.writers ?? []).filter(({ rows }) => rows > 0);
    const total = writers.reduce((sum, { rows }) => sum + rows, 0);
    const [most] = total < LEAST_ROWS ? [] : upperOutliers(writers.map(({ rows }) => rows));
    const top = most && writers[most.index];
    if (most === undefined || top === undefined || top.rows < total * LEAST_SHARE) return [];
    // The map row that holds what it wrote, if one does.
    const row = view.labels.indexOf(view.rowsAre === 'writer' ? top.label : (top.group ?? ''));
    return [
      {
        id: 'uneven-writers',
        title: 'Uneven writers',
        figure: `1 of ${countText(writers.length)} wrote ${shareText(top.rows / total)}`,
        sentence: phrase`${top.label} wrote ${shareText(top.rows / total)} of ${countText(total)} rows, ${numberText(most.times)} times the median of ${countText(writers.length)} writers.`,
        confidence: confidenceOf(most.lnP),
        severity: isNearTarget(view, meanRate(view, top.rows)) ? 'fault' : 'note',
        cells: row < 0 ? [] : [cellsOf(view, view.active, [row])],
        advice: 'Check what that machine logs: an error loop, or a log level that is too verbose.',
      },
    ];
  },
};
