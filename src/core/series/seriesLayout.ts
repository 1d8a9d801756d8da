import type { EntityKey } from '../keys/base/entityKey.ts';
import { LONGEST_KEY } from '../keys/base/entityKey.ts';
import { findForbiddenInKey } from '../keyText.ts';
import { propertyNameFault } from '../odata/literalText.ts';
import { fail, ok, type Result } from '../result.ts';
import { durationText } from '../time/durationText.ts';
import { type SeriesTimeForm, timeFormSpan, timeFormUnit, timeFormWidth, timeKeyOf } from './timeKey.ts';

/** 255 properties less PartitionKey, RowKey and Timestamp (Understanding the Table service data model). */
export const MAX_POINTS_PER_ROW = 252;

/** One row per point: PartitionKey = the source, RowKey = its time. */
export interface BasicLayout {
  readonly kind: 'basic';
  /** The PartitionKey. */
  readonly source: string;
  readonly time: SeriesTimeForm;
  /** Ticks between two points. */
  readonly stepTicks: bigint;
}

/**
 * One row per stretch of time, one property per point: PartitionKey = the time rounded down to the partition factor,
 * RowKey = rounded down to the row factor.
 */
export interface AdvancedLayout {
  readonly kind: 'advanced';
  /** Text before the time in the PartitionKey, e.g. `boiler-1_`; empty: the table holds one source. */
  readonly before: string;
  readonly time: SeriesTimeForm;
  readonly stepTicks: bigint;
  /** The row factor. */
  readonly rowTicks: bigint;
  /** The partition factor. */
  readonly partitionTicks: bigint;
  /** The beginning of the property names, because a name cannot begin with a digit. */
  readonly namePrefix: string;
}

export type SeriesLayout = BasicLayout | AdvancedLayout;

/** What is wrong with a layout, and in which field. */
export interface LayoutFault {
  readonly field: 'step' | 'row' | 'partition' | 'source' | 'name';
  readonly message: string;
  readonly nextStep: string;
}

/** Rounds down to a multiple of `step`, counted from the first instant that the form can write. */
export function floorTo(form: SeriesTimeForm, ticks: bigint, step: bigint): bigint {
  const { first } = timeFormSpan(form);
  return ticks - ((ticks - first) % step);
}

function keyFault(text: string, layout: SeriesLayout): LayoutFault | undefined {
  const forbidden = findForbiddenInKey(text);
  if (forbidden !== undefined)
    return {
      field: 'source',
      message: `No key can hold ${forbidden.name} (character ${forbidden.from + 1}).`,
      nextStep: 'Remove or replace it.',
    };
  const length = text.length + (layout.kind === 'basic' ? 0 : timeFormWidth(layout.time));
  return length > LONGEST_KEY
    ? {
        field: 'source',
        message: `The PartitionKey would have ${length} characters; a key has at most ${LONGEST_KEY}.`,
        nextStep: 'Shorten it.',
      }
    : undefined;
}

function stepFault({ stepTicks, time }: SeriesLayout): LayoutFault | undefined {
  const unit = timeFormUnit(time);
  if (stepTicks <= 0n)
    return { field: 'step', message: 'The resolution must be above zero.', nextStep: 'Type 1s or 100ms.' };
  if (stepTicks < unit || stepTicks % unit !== 0n)
    return {
      field: 'step',
      message: `The keys are exact to ${durationText(unit)}, so points ${durationText(stepTicks)} apart would share or miss keys.`,
      nextStep: 'Choose a multiple of that, or keys with milliseconds or ticks.',
    };
  return undefined;
}

function factorFault(layout: AdvancedLayout): LayoutFault | undefined {
  const { stepTicks, rowTicks, partitionTicks } = layout;
  if (rowTicks <= 0n || rowTicks % stepTicks !== 0n)
    return {
      field: 'row',
      message: `The row factor ${durationText(rowTicks)} is not a multiple of the resolution ${durationText(stepTicks)}.`,
      nextStep: 'Choose a multiple, so that each row holds the same offsets.',
    };
  const points = rowTicks / stepTicks;
  if (points > BigInt(MAX_POINTS_PER_ROW))
    return {
      field: 'row',
      message: `A row would hold ${points} points; an entity holds ${MAX_POINTS_PER_ROW} properties.`,
      nextStep: `Choose at most ${durationText(stepTicks * BigInt(MAX_POINTS_PER_ROW))}.`,
    };
  if (partitionTicks <= 0n || partitionTicks % rowTicks !== 0n)
    return {
      field: 'partition',
      message: `The partition factor ${durationText(partitionTicks)} is not a multiple of the row factor ${durationText(rowTicks)}: a row would belong to two partitions.`,
      nextStep: 'Choose a multiple.',
    };
  const fault = propertyNameFault(pointNameOf(layout, timeFormSpan(layout.time).first));
  return fault === undefined
    ? undefined
    : { field: 'name', message: fault.message, nextStep: 'Begin the names with a letter, such as S.' };
}

/** The layout, or what makes it impossible. */
export function checkLayout<L extends SeriesLayout>(layout: L): Result<L, LayoutFault> {
  const fault =
    stepFault(layout) ??
    (layout.kind === 'basic'
      ? keyFault(layout.source, layout)
      : (keyFault(layout.before, layout) ?? factorFault(layout)));
  return fault === undefined ? ok(layout) : fail(fault);
}

/** The keys of the row of an instant. Throws RangeError for a time outside the form's span. */
export function rowKeysOf(layout: SeriesLayout, ticks: bigint): EntityKey {
  const { time, stepTicks } = layout;
  if (layout.kind === 'basic')
    return { partitionKey: layout.source, rowKey: timeKeyOf(time, floorTo(time, ticks, stepTicks)) };
  return {
    partitionKey: layout.before + timeKeyOf(time, floorTo(time, ticks, layout.partitionTicks)),
    rowKey: timeKeyOf(time, floorTo(time, ticks, layout.rowTicks)),
  };
}

/** Digits of the number in a property name, so that names sort by time. */
function offsetDigits({ rowTicks, stepTicks }: AdvancedLayout): number {
  return String(rowTicks / stepTicks - 1n).length;
}

/** The property of a point in an advanced layout: `S000`, the number of steps since the row's start. */
export function pointNameOf(layout: AdvancedLayout, ticks: bigint): string {
  const steps = (ticks - floorTo(layout.time, ticks, layout.rowTicks)) / layout.stepTicks;
  return layout.namePrefix + steps.toString().padStart(offsetDigits(layout), '0');
}

/** Points in one full row. */
export function pointsPerRow(layout: SeriesLayout): bigint {
  return layout.kind === 'basic' ? 1n : layout.rowTicks / layout.stepTicks;
}

/** The time that one row covers. */
export function rowSpanTicks(layout: SeriesLayout): bigint {
  return layout.kind === 'basic' ? layout.stepTicks : layout.rowTicks;
}

/** Characters of both keys together. */
export function keyLength(layout: SeriesLayout): number {
  const width = timeFormWidth(layout.time);
  return layout.kind === 'basic' ? layout.source.length + width : layout.before.length + 2 * width;
}
