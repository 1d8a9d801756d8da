import type { KeyPoints } from './keyPoints.ts';

/** The earliest time, and one tick after the latest; undefined if no point has a time. */
export function pointsTime(points: KeyPoints): { readonly from: bigint; readonly to: bigint } | undefined {
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < points.count; at++) {
    const offset = points.offsets[at] as number;
    if (offset < least) least = offset;
    if (offset > greatest) greatest = offset;
  }
  if (least > greatest) return undefined;
  return { from: points.baseTicks + BigInt(least), to: points.baseTicks + BigInt(greatest) + 1n };
}
