import { timeBuckets, type TimeBuckets } from '../../entities/order/timeBuckets.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { ModelInput } from './modelTypes.ts';

/** Columns of the map at most. */
const MOST_COLUMNS = 600;
/** Steps of a simulation, about: longer ones take longer steps, and none is shorter than a second. */
export const MOST_STEPS = 3600;
/** Of a start that lies within a nanosecond of an edge, the rest is no step. */
const LEAST_STEP_SECONDS = 1e-6;

type Timing = Pick<ModelInput, 'fromTicks' | 'durationSeconds' | 'roundingTicks'>;

/** A step of a simulation, in seconds after its start, half-open. */
export interface StepSpan {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

function toTicks(seconds: number): bigint {
  return BigInt(Math.ceil(seconds * Number(TICKS_PER_SECOND)));
}

/** The least multiple of the rounding with few enough columns, a readable one where there is one. */
function columnTicks({ fromTicks, durationSeconds, roundingTicks }: Timing): bigint {
  const { bucketTicks } = timeBuckets(
    { from: fromTicks, to: fromTicks + toTicks(durationSeconds) },
    MOST_COLUMNS,
  );
  const readable = bucketTicks < TICKS_PER_SECOND ? TICKS_PER_SECOND : bucketTicks;
  return ((readable + roundingTicks - 1n) / roundingTicks) * roundingTicks;
}

/**
 * The time of a model: columns of its map, and steps of its simulation. Each column holds as many steps and as many times of keys as
 * the next, so that neither the step nor the rounding draws bands: columns are whole multiples of what keys are rounded to, both
 * begin at whole multiples of their widths, and a column is cut into steps of equal length. Only the first and the last column may
 * be in part before the start or behind the end.
 */
export class ModelClock {
  readonly buckets: TimeBuckets;
  /** Seconds of a whole step. */
  readonly stepSeconds: number;
  private readonly durationSeconds: number;
  private readonly columnSeconds: number;
  /** Seconds from the start of the first column to that of the model. */
  private readonly leadSeconds: number;

  constructor(timing: Timing) {
    const { fromTicks, durationSeconds } = timing;
    const bucketTicks = columnTicks(timing);
    const from = (fromTicks / bucketTicks) * bucketTicks;
    const span = fromTicks + toTicks(durationSeconds) - from;
    this.buckets = { from, bucketTicks, bucketCount: Number((span + bucketTicks - 1n) / bucketTicks) };
    this.durationSeconds = durationSeconds;
    this.columnSeconds = Number(bucketTicks) / Number(TICKS_PER_SECOND);
    this.leadSeconds = Number(fromTicks - from) / Number(TICKS_PER_SECOND);
    const wanted = Math.max(1, durationSeconds / MOST_STEPS);
    this.stepSeconds = this.columnSeconds / Math.max(1, Math.floor(this.columnSeconds / wanted));
  }

  /**
   * All steps in order; the first and the last may be shorter.
   * @yields each step
   */
  *steps(): Generator<StepSpan> {
    const { stepSeconds, leadSeconds, durationSeconds } = this;
    for (let at = Math.floor(leadSeconds / stepSeconds); ; at++) {
      const fromSeconds = Math.max(0, at * stepSeconds - leadSeconds);
      const toSeconds = Math.min(durationSeconds, (at + 1) * stepSeconds - leadSeconds);
      if (fromSeconds >= durationSeconds - LEAST_STEP_SECONDS) return;
      if (toSeconds - fromSeconds > LEAST_STEP_SECONDS) yield { fromSeconds, toSeconds };
    }
  }

  /** The column of keys that are made in the step that begins then: rounding them down does not leave it. */
  columnAt(seconds: number): number {
    const column = Math.floor((seconds + this.leadSeconds + LEAST_STEP_SECONDS) / this.columnSeconds);
    return Math.min(this.buckets.bucketCount - 1, column);
  }
}
