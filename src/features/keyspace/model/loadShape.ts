import type { ModelStep } from '../../../core/keyspace/model/modelTypes.ts';

export interface LoadSpan {
  /** Seconds after the start of the simulation; `from` may lie before it. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * The highest rate of the steps under each of so many equal parts of a span, 0 where there is none. A step lasts until the next
 * begins, the last one until the end.
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

/** A filled stair from the bottom of a box of this size; `shares` 0..1 of its height, from left to right. */
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
