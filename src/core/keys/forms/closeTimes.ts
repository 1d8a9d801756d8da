/** Fewer neighbours are not enough. */
const ENOUGH = 5;
/** Maximum number of neighbours to look at. */
const MOST = 64;
/** Share of the neighbours that must be times. */
const LEAST_SHARE = 0.8;
/** Random ids are spread over a century or more. */
const CLOSE_TICKS = 10n * 315_576_000_000_000n;

/**
 * Whether the neighbours of a short id, read the same way, are times within ten years of each other, as those of random ids are not.
 * Undefined if there are too few neighbours to tell.
 */
export function areTimesClose(
  sample: readonly string[],
  ticksOf: (text: string) => bigint | undefined,
): boolean | undefined {
  const texts = [...new Set(sample)].slice(0, MOST);
  if (texts.length < ENOUGH) return undefined;
  const times = texts.map(ticksOf).filter((ticks) => ticks !== undefined);
  if (times.length < ENOUGH || times.length < texts.length * LEAST_SHARE) return false;
  return times.every((a) => times.every((b) => a - b <= CLOSE_TICKS));
}
