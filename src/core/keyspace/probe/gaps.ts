import { secondText } from '../../time/formatInstant.ts';
import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { KnownRows, PositionSpan } from './knownRows.ts';
import type { ProbeGap } from './probeTypes.ts';
import { secondsText } from '../../words.ts';

/** A gap must be at least this share of a group's time. */
const LEAST_SHARE = 0.01;
/**
 * A gap is reported only if the chance that as many rows at random times leave one as long is at most about e to minus this.
 */
const CHANCE_EXPONENT = 5;

/**
 * The long spans of positions without rows that are proven empty, in order of position: no row is between two rows of an answer.
 * `bounds` are the first and the last row, `rows` the number of rows as far as known. With few rows every pause is long, so only
 * gaps that random times would hardly leave are reported.
 */
export function gapsOf(
  known: KnownRows,
  bounds: PositionSpan,
  rows: number,
  grain: bigint,
): readonly ProbeGap[] {
  const whole = Number(bounds.to - bounds.from);
  const times = Math.max(2, Math.min(rows, whole / Number(grain)));
  const least = Math.max(LEAST_SHARE, (Math.log(times) + CHANCE_EXPONENT) / times) * whole;
  return known.spans.flatMap((span) => {
    const { positions } = span;
    const edges = [undefined, ...positions, undefined];
    return edges.slice(1).flatMap((end, at) => {
      const start = edges[at];
      const from = start === undefined ? span.from : start + grain;
      const to = end ?? span.to;
      const isInside = from > bounds.from && to <= bounds.to && Number(to - from) > least;
      return isInside ? [{ from, to, isFromExact: start !== undefined, isToExact: end !== undefined }] : [];
    });
  });
}

/** Says in words how certain the ends of a gap are. */
export function gapSureness({ isFromExact, isToExact }: ProbeGap): string {
  if (isFromExact && isToExact) return 'Proven: no key is between the rows at its two ends';
  const ends = [...(isFromExact ? [] : ['begin earlier']), ...(isToExact ? [] : ['end later'])];
  return `Proven as far as it was read. It may ${ends.join(' and ')}: the samples show no row there`;
}

/** "2026-... to ..., 6 h": in UTC, to the second. */
export function gapText({ from, to }: ProbeGap): string {
  return `${secondText(from)} to ${secondText(to)}, ${secondsText(Number(to - from) / TICKS_PER_SECOND_F64)}`;
}
