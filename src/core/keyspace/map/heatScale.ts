import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { PARTITION_TARGET_PER_SECOND } from '../target.ts';

/*
 * Colour as numbers, not pixels: a count becomes a level 0 .. 255, which the painter looks up in a colour table. Level 0 is zero
 * and 1 is exactly one entity, each with its own colour. Levels 2 .. 255 follow log1p; with log, one would look like zero, and a
 * maximum of one would divide by zero.
 */

export const LEVELS = 256;
export const FIRST_RAMP_LEVEL = 2;
const RAMP_STEPS = LEVELS - 1 - FIRST_RAMP_LEVEL;

export interface ScaleInput {
  /** `max`: relative to the highest cell in view. `target`: relative to the per-partition target, whatever is in view. */
  readonly basis: 'max' | 'target';
  /** Entities in the highest cell in view. */
  readonly max: number;
  /** Width of a column in ticks. */
  readonly bucketTicks: bigint;
  /** Entities per second; default 2,000, the per-partition target. */
  readonly targetPerSecond?: number | undefined;
  /** -6 .. +6; each step doubles the brightness. Default 0. */
  readonly brightness?: number;
}

/** How counts are turned into levels. */
export interface HeatScale {
  readonly basis: 'max' | 'target';
  /** Entities in a cell that reach the highest level; above 0, may be a fraction. Higher counts have the same level. */
  readonly top: number;
  /** Entities per second that are 100 % of the target, and as many in a cell. */
  readonly targetPerSecond: number;
  readonly targetCount: number;
  /** Width of a cell in seconds. */
  readonly cellSeconds: number;
}

/** A mark on the legend. */
export interface LegendStop {
  /** Position along the legend, 0 .. 1, on the logarithmic scale of the colours. */
  readonly position: number;
  readonly level: number;
  /** Entities in a cell. */
  readonly count: number;
  /** Share of the target; 1 is all of it. */
  readonly shareOfTarget: number;
}

export function heatScale({
  basis,
  max,
  bucketTicks,
  targetPerSecond = PARTITION_TARGET_PER_SECOND,
  brightness = 0,
}: ScaleInput): HeatScale {
  const cellSeconds = Number(bucketTicks) / TICKS_PER_SECOND_F64;
  const targetCount = targetPerSecond * cellSeconds;
  const full = basis === 'target' ? targetCount : Math.max(1, max);
  return { basis, top: full / 2 ** brightness, targetPerSecond, targetCount, cellSeconds };
}

/**
 * The level of a count: 0 for zero, 1 for exactly one entity, 2 .. 255 by log1p. With basis `target`, one entity has the highest level
 * if the top of the scale is below one entity.
 */
export function levelOf(count: number, scale: HeatScale): number {
  if (count <= 0) return 0;
  if (count === 1 && (scale.basis === 'max' || scale.top >= 1)) return 1;
  const share = Math.min(1, Math.log1p(count) / Math.log1p(scale.top));
  return FIRST_RAMP_LEVEL + Math.round(share * RAMP_STEPS);
}

/** Levels of counts below this are remembered, because a logarithm takes as long as ten lookups, and maps have up to millions of cells. */
const REMEMBERED = 1 << 14;

/** The level of each count. */
export function levelsOf(counts: Uint32Array, scale: HeatScale): Uint8Array {
  const known = new Uint8Array(REMEMBERED);
  // A map of the same type, then a copy: many times as fast as Uint8Array.from with a function.
  return new Uint8Array(
    counts.map((count) => {
      if (count >= REMEMBERED) return levelOf(count, scale);
      return (known[count] ||= levelOf(count, scale));
    }),
  );
}

/** Readable numbers up to `top`: 1, 2, 5, 10, 20, ... */
function roundCounts(top: number): readonly number[] {
  const counts: number[] = [];
  for (let decade = 1; decade <= top; decade *= 10) {
    for (const step of [1, 2, 5]) if (step * decade <= top) counts.push(step * decade);
  }
  return counts;
}

function thinned(counts: readonly number[], most: number): readonly number[] {
  if (counts.length <= most) return counts;
  const step = (counts.length - 1) / Math.max(1, most - 1);
  return Array.from({ length: most }, (_, at) => counts[Math.round(at * step)] as number);
}

/**
 * Marks for the legend, ascending, at most `most` (at least 2) including the top. With basis `target`, they are round shares of
 * the target (1, 2, 5, 10 ... 100 %), otherwise round counts. The last one is the top.
 */
export function legendStops(scale: HeatScale, most = 6): readonly LegendStop[] {
  const stop = (count: number): LegendStop => ({
    position: Math.min(1, Math.log1p(count) / Math.log1p(scale.top)),
    level: levelOf(count, scale),
    count,
    shareOfTarget: count / scale.targetCount,
  });
  const percent = scale.targetCount / 100;
  const inUnits = (unit: number) => roundCounts((scale.top / unit) * 0.7).map((units) => units * unit);
  const counts = scale.basis === 'target' ? inUnits(percent) : inUnits(1);
  return [...thinned(counts, Math.max(1, most - 1)), scale.top].map(stop);
}
