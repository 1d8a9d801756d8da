import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import { PARTITION_TARGET_PER_SECOND } from '../target.ts';

/*
 * Colour as numbers, not pixels: a count becomes a level 0 .. 255, which the painter looks up in a colour table. Level 0 is zero
 * and 1 is exactly one entity, each with its own colour. Levels 2 .. 255 follow log1p; with log, one would look like zero, and a
 * maximum of one would divide by zero.
 */

const FIRST_RAMP_LEVEL = 2;
const LAST_LEVEL = 255;
const RAMP_STEPS = LAST_LEVEL - FIRST_RAMP_LEVEL;

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
  /** Entities in a cell that are 100 % of the target. */
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
  readonly perSecond: number;
  /** Share of the target; 1 is all of it. */
  readonly shareOfTarget: number;
}

export function heatScale({
  basis,
  max,
  bucketTicks,
  targetPerSecond,
  brightness = 0,
}: ScaleInput): HeatScale {
  const cellSeconds = Number(bucketTicks) / TICKS_PER_SECOND_F64;
  const targetCount = (targetPerSecond ?? PARTITION_TARGET_PER_SECOND) * cellSeconds;
  const full = basis === 'target' ? targetCount : Math.max(1, max);
  return { basis, top: full / 2 ** brightness, targetCount, cellSeconds };
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

/** Codes per unit of log1p, chosen so that every 32-bit count fits into 16 bits. */
const CODES_PER_LOG = 2900;

/** If there are more cells than this, counts below it use a lookup table, because a logarithm takes as long as ten lookups. */
const LOOKED_UP = 1 << 14;

function logCode(count: number): number {
  return Math.round(Math.log1p(count) * CODES_PER_LOG);
}

/**
 * Encodes counts as 16-bit codes on a log1p axis, once per picture. Dragging the brightness then only looks up levels in
 * `levelTable`, which is much less work. Counts below 100 all have distinct codes.
 */
export function logCodes(counts: Uint32Array): Uint16Array {
  const codes = new Uint16Array(counts.length);
  const size = counts.length > LOOKED_UP ? LOOKED_UP : 0;
  const table = new Uint16Array(size).map((_, count) => logCode(count));
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] as number;
    codes[at] = count < size ? (table[count] as number) : logCode(count);
  }
  return codes;
}

/** The level of every possible code of `logCodes`: 65,536 bytes. */
export function levelTable(scale: HeatScale): Uint8Array {
  const table = new Uint8Array(0x10000);
  const one = logCode(1);
  const perCode = RAMP_STEPS / (Math.log1p(scale.top) * CODES_PER_LOG);
  for (let code = 1; code < table.length; code++) {
    table[code] = Math.min(LAST_LEVEL, FIRST_RAMP_LEVEL + Math.round(code * perCode));
  }
  table[one] = levelOf(1, scale);
  return table;
}

export function levelsOf(codes: Uint16Array, table: Uint8Array): Uint8Array {
  return Uint8Array.from(codes, (code) => table[code] as number);
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
    perSecond: count / scale.cellSeconds,
    shareOfTarget: count / scale.targetCount,
  });
  const percent = scale.targetCount / 100;
  const inUnits = (unit: number) => roundCounts((scale.top / unit) * 0.7).map((units) => units * unit);
  const counts = scale.basis === 'target' ? inUnits(percent) : inUnits(1);
  return [...thinned(counts, Math.max(1, most - 1)), scale.top].map(stop);
}
