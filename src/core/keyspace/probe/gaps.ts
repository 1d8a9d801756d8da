import { secondText } from '../../time/formatInstant.ts';
import { TICKS_PER_SECOND_F64 } from '../../time/ticks.ts';
import type { PositionSpan } from './findEnd.ts';
import type { ProbeAnswer, ProbeGap } from './probeTypes.ts';
import type { TimeAxis } from './timeAxis.ts';
import { secondsText } from '../../words.ts';

/** Empty ranges inside an answer are kept if they are longer than its time divided by this; in long answers, shorter ones too. */
const KEPT_PARTS = 20;
const ROWS_PER_PART = 8;
/** A gap must be at least this share of a group's time. */
const LEAST_SHARE = 0.01;
/** Exponent of the chance (e to minus this) that as many rows at random times would leave such a gap. */
const CHANCE_EXPONENT = 5;

/** A range of positions without rows. */
interface EmptyRange extends PositionSpan {
  readonly isFromRow: boolean;
  readonly isToRow: boolean;
}

/** The ranges of one group that are proven empty: answers are in key order, so there is no row between two rows of an answer. */
export class EmptyRanges {
  private readonly axis: TimeAxis;
  private ranges: EmptyRange[] = [];
  hasStrangers = false;

  constructor(axis: TimeAxis) {
    this.axis = axis;
  }

  /** Takes an answer about a range of positions. */
  learn(asked: PositionSpan, answer: ProbeAnswer, isComplete: boolean): void {
    let at = asked.from;
    let isFromRow = false;
    const inner: EmptyRange[] = [];
    for (const row of answer.rows) {
      const position = this.axis.positionOf(row);
      if (position === undefined) {
        this.hasStrangers = true;
        continue;
      }
      // Also keeps an empty range of length 0, which records that a row is at the edge of the request.
      if (position > at || inner.length === 0)
        inner.push({ from: at, to: position > at ? position : at, isFromRow, isToRow: true });
      if (position >= at) at = position + 1n;
      isFromRow = true;
    }
    if (isComplete && asked.to >= at) inner.push({ from: at, to: asked.to, isFromRow, isToRow: false });
    // Ranges at the edges may continue in the next answer. Of the others, short ones are the normal rhythm.
    const least =
      (at - asked.from) / BigInt(Math.max(KEPT_PARTS, Math.ceil(answer.rows.length / ROWS_PER_PART)));
    for (const [index, range] of inner.entries()) {
      const isAtEdge = index === 0 || index === inner.length - 1;
      if (isAtEdge || range.to - range.from > least) this.ranges.push(range);
    }
  }

  /** The ranges in order, joined if they touch. */
  private joined(): readonly EmptyRange[] {
    const joined: EmptyRange[] = [];
    for (const range of this.ranges.toSorted(byPlace)) {
      const last = joined.at(-1);
      if (last === undefined || range.from > last.to) joined.push(range);
      else if (range.to > last.to || (range.to === last.to && range.isToRow))
        joined[joined.length - 1] = {
          from: last.from,
          isFromRow: last.isFromRow || (range.from === last.from && range.isFromRow),
          to: range.to,
          isToRow: range.isToRow,
        };
    }
    this.ranges = joined;
    return joined;
  }

  /** Whether a range of positions is proven empty. */
  holds(span: PositionSpan): boolean {
    return this.ranges.some(({ from, to }) => from <= span.from && to >= span.to);
  }

  /**
   * The gaps between the first and the last row, in order of time. `rows` is the known number of entities. With few rows every
   * pause is long, so only gaps that random times would hardly leave are reported.
   */
  gaps(bounds: PositionSpan, rows: number, grain: bigint): readonly ProbeGap[] {
    const whole = Number(bounds.to - bounds.from);
    const times = Math.max(2, Math.min(rows, whole / Number(grain)));
    const share = Math.max(LEAST_SHARE, (Math.log(times) + CHANCE_EXPONENT) / times);
    const { isDescending } = this.axis;
    const found = this.joined()
      .filter(({ from, to }) => from > bounds.from && to <= bounds.to)
      .map(({ from, ...range }) => ({ ...range, from: range.isFromRow ? from - 1n + grain : from }))
      .filter(({ from, to }) => Number(to - from) > share * whole)
      .map(({ from, to, isFromRow, isToRow }) =>
        isDescending
          ? { from: 1n - to, to: 1n - from, isFromExact: isToRow, isToExact: isFromRow }
          : { from, to, isFromExact: isFromRow, isToExact: isToRow },
      );
    return isDescending ? found.toReversed() : found;
  }
}

function byPlace(a: EmptyRange, b: EmptyRange): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return a.to < b.to ? -1 : a.to > b.to ? 1 : 0;
}

/** Says in words how certain the ends of a gap are. */
export function gapSureness({ isFromExact, isToExact }: ProbeGap): string {
  if (isFromExact && isToExact) return 'Proven: no key is between the rows at its two ends';
  const ends = [...(isFromExact ? [] : ['begin earlier']), ...(isToExact ? [] : ['end later'])];
  return `Proven as far as it was read. It may ${ends.join(' and ')}: the samples show no row there`;
}

/** "From 2026-.. to .., 6 h". UTC, to the second. */
export function gapText({ from, to }: ProbeGap): string {
  return `${secondText(from)} to ${secondText(to)}, ${secondsText(Number(to - from) / TICKS_PER_SECOND_F64)}`;
}
