import { type Entity, type EntityProperty, NUMBER_TYPES } from '../entities/entity.ts';
import { MAX_TICKS } from '../time/ticks.ts';
import { type PointNaming, pointTime } from './pointNames.ts';

/** One value of a series at its own time. */
export interface SeriesPoint {
  readonly ticks: bigint;
  /** The property that holds it. */
  readonly name: string;
  readonly value: EntityProperty;
  /** Position of its row in the input. */
  readonly row: number;
}

/**
 * The result of reading rows as points. Every property is a point, is counted below, or is not named as a
 * point.
 */
export interface Unpivoted extends Readonly<UnpivotCounts> {
  /** Sorted by time; points of one instant are in the order of their rows. */
  readonly points: readonly SeriesPoint[];
}

/** A row with the time in its key, in ticks. */
export interface TimedEntity {
  readonly entity: Entity;
  readonly ticks: bigint | undefined;
}

/** Counts of the properties of the rows so far. */
export interface UnpivotCounts {
  /** Rows whose keys hold no time, so their points have none. */
  rowsWithoutTime: number;
  /** Points without a value: null is not zero. */
  nulls: number;
  /** Points that are not numbers, kept as they are. */
  notNumbers: number;
  /** Points past the end of their row, kept at the time that their name says. */
  beyondRow: number;
  /** Points whose name says a time after 9999: left out. */
  beyondTime: number;
  /** Properties that are not named as points, such as a unit. */
  readonly otherProperties: Map<string, number>;
}

export function noCounts(): UnpivotCounts {
  return {
    rowsWithoutTime: 0,
    nulls: 0,
    notNumbers: 0,
    beyondRow: 0,
    beyondTime: 0,
    otherProperties: new Map(),
  };
}

/** The points of one row, in the order of its properties. Other properties are added to `counts`. */
export function pointsOfRow(
  { entity, ticks: start }: TimedEntity,
  naming: PointNaming,
  rowTicks: bigint | undefined,
  counts: UnpivotCounts,
): readonly Omit<SeriesPoint, 'row'>[] {
  if (start === undefined) {
    counts.rowsWithoutTime += 1;
    return [];
  }
  return entity.properties.flatMap((value) => {
    const { name } = value;
    const ticks = pointTime(naming, start, name);
    if (ticks === undefined) {
      counts.otherProperties.set(name, (counts.otherProperties.get(name) ?? 0) + 1);
      return [];
    }
    if (value.form === 'null' || ticks > MAX_TICKS) {
      counts[value.form === 'null' ? 'nulls' : 'beyondTime'] += 1;
      return [];
    }
    if (!NUMBER_TYPES.has(value.type)) counts.notNumbers += 1;
    if (rowTicks !== undefined && ticks >= start + rowTicks) counts.beyondRow += 1;
    return [{ ticks, name, value }];
  });
}

/**
 * The points of rows that hold one property for each point. `rowTicks`: the time that a row covers.
 * @yields after each row, so that many rows do not block the thread
 */
export function* unpivotSteps(
  rows: Iterable<TimedEntity>,
  naming: PointNaming,
  rowTicks: bigint | undefined,
): Generator<undefined, Unpivoted, undefined> {
  const points: SeriesPoint[] = [];
  const counts = noCounts();
  let row = 0;
  for (const timed of rows) {
    for (const point of pointsOfRow(timed, naming, rowTicks, counts)) points.push({ ...point, row });
    row += 1;
    yield undefined;
  }
  points.sort((a, b) => (a.ticks < b.ticks ? -1 : a.ticks > b.ticks ? 1 : a.row - b.row));
  return { points, ...counts };
}

/** A stretch without points, `[from, to)` in ticks. */
export interface SeriesGap {
  readonly from: bigint;
  readonly to: bigint;
  /** Points that are missing in it. */
  readonly missing: bigint;
}

/** Finds where points are missing if they should be `stepTicks` apart. `times` must be sorted. */
export function gapsOf(times: readonly bigint[], stepTicks: bigint): readonly SeriesGap[] {
  const gaps: SeriesGap[] = [];
  for (const [at, time] of times.entries()) {
    const before = times[at - 1];
    if (before === undefined || time - before < 2n * stepTicks) continue;
    gaps.push({ from: before + stepTicks, to: time, missing: (time - before) / stepTicks - 1n });
  }
  return gaps;
}
