import type { ModelStep } from '../../../core/keyspace/model/modelTypes.ts';

export interface LoadSpan {
  /** Seconds since the start of the simulation; may be negative. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * The highest rate of all steps in each of `parts` equal parts of a span, or 0 if there is none. A step lasts until the next one begins,
 * and the last step until the end.
 */
export function highestRates(
  steps: readonly ModelStep[],
  endSeconds: number,
  { fromSeconds, toSeconds }: LoadSpan,
  parts: number,
  rateOf: (step: ModelStep) => number,
): Float64Array {
  const rates = new Float64Array(parts);
  const perPart = (toSeconds - fromSeconds) / parts;
  for (const [at, step] of steps.entries()) {
    const end = steps[at + 1]?.atSeconds ?? endSeconds;
    if (end <= fromSeconds || step.atSeconds >= toSeconds) continue;
    const first = Math.max(0, Math.floor((step.atSeconds - fromSeconds) / perPart + 1e-9));
    const last = Math.min(parts - 1, Math.ceil((end - fromSeconds) / perPart - 1e-9) - 1);
    const rate = rateOf(step);
    for (let part = first; part <= last; part++) rates[part] = Math.max(rates[part] as number, rate);
  }
  return rates;
}

/** An SVG path of filled stairs that stand on the bottom of a box. `shares` are their heights, 0..1 of the box, from left to right. */
export function stairPath(shares: Float64Array, width: number, height: number): string {
  const step = width / Math.max(1, shares.length);
  let path = `M0,${height}`;
  let before = -1;
  for (const [at, share] of shares.entries()) {
    if (share === before) continue;
    const x = (at * step).toFixed(1);
    const y = (height - Math.min(1, share) * height).toFixed(1);
    path += `${at === 0 ? '' : `H${x}`}V${y}`;
    before = share;
  }
  return `${path}H${width}V${height}Z`;
}
