import { ceilDiv, larger } from '../../bigints.ts';
import { timeBuckets, type TimeBuckets } from '../../entities/order/timeBuckets.ts';
import { TICKS_PER_SECOND } from '../../time/ticks.ts';
import type { ModelInput } from './modelTypes.ts';

/** Maximum number of columns of the map. */
const MOST_COLUMNS = 600;
/**
 * A simulation has about this many steps at most, so longer simulations have longer steps. A whole step is never shorter than a second.
 */
export const MOST_STEPS = 3600;
/** A remainder shorter than this at the edge of a step is rounding error, not a step. */
const LEAST_STEP_SECONDS = 1e-6;

type Timing = Pick<ModelInput, 'fromTicks' | 'durationSeconds' | 'roundingTicks'>;

/** One step of a simulation, in seconds after the start, half-open. */
export interface StepSpan {
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

function toTicks(seconds: number): bigint {
  return BigInt(Math.ceil(seconds * Number(TICKS_PER_SECOND)));
}

/** The smallest multiple of the rounding that gives few enough columns, preferably a readable width. */
function columnTicks({ fromTicks, durationSeconds, roundingTicks }: Timing): bigint {
  const { bucketTicks } = timeBuckets(
    { from: fromTicks, to: fromTicks + toTicks(durationSeconds) },
    MOST_COLUMNS,
  );
  return ceilDiv(larger(bucketTicks, TICKS_PER_SECOND), roundingTicks) * roundingTicks;
}

/**
 * The time axis of a model: the columns of its map and the steps of its simulation. All columns hold the same number of steps and
 * of rounded key times, so that neither draws bands. To get that, columns are whole multiples of the rounding, columns and steps
 * begin at whole multiples of their widths, and a column is cut into equal steps. Only the first and the last column may be
 * partly outside the simulated time.
 */
export function modelClock(timing: Timing) {
  const { fromTicks, durationSeconds } = timing;
  const bucketTicks = columnTicks(timing);
  const from = (fromTicks / bucketTicks) * bucketTicks;
  const span = fromTicks + toTicks(durationSeconds) - from;
  const buckets: TimeBuckets = { from, bucketTicks, bucketCount: Number(ceilDiv(span, bucketTicks)) };
  const columnSeconds = Number(bucketTicks) / Number(TICKS_PER_SECOND);
  /** From the start of the first column to the start of the simulated time, which may be in the middle of a column. */
  const leadSeconds = Number(fromTicks - from) / Number(TICKS_PER_SECOND);
  const wanted = Math.max(1, durationSeconds / MOST_STEPS);
  const stepSeconds = columnSeconds / Math.max(1, Math.floor(columnSeconds / wanted));
  return {
    buckets,
    /**
     * All steps in order; the first and the last may be shorter.
     * @yields each step
     */
    *steps(): Generator<StepSpan> {
      for (let at = Math.floor(leadSeconds / stepSeconds); ; at++) {
        const fromSeconds = Math.max(0, at * stepSeconds - leadSeconds);
        const toSeconds = Math.min(durationSeconds, (at + 1) * stepSeconds - leadSeconds);
        if (fromSeconds >= durationSeconds - LEAST_STEP_SECONDS) return;
        if (toSeconds - fromSeconds > LEAST_STEP_SECONDS) yield { fromSeconds, toSeconds };
      }
    },
    /** The column of keys written in the step that begins at `seconds`. Rounding a key down does not leave the column. */
    columnAt: (seconds: number): number => {
      const column = Math.floor((seconds + leadSeconds + LEAST_STEP_SECONDS) / columnSeconds);
      return Math.min(buckets.bucketCount - 1, column);
    },
  };
}
