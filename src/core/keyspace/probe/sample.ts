import { seededRandom } from '../seededRandom.ts';
import type { GroupState } from './groupState.ts';
import type { PositionSpan } from './knownRows.ts';
import type { Search } from './probeTypes.ts';
import type { TimeAxis } from './timeAxis.ts';

export const WHOLE_PAGE = 1000;
/** Cells with fewer rows are read whole, if the user asked for more: the rest of a page is room for error. */
export const WHOLE_SHARE = 0.8;
/** Samples begin in this first part of what is unknown of their cell. */
const START_SHARE = 0.8;
/** What of a cell is not known. */
export interface OpenCell {
  readonly group: GroupState;
  readonly axis: TimeAxis;
  /** The part of the cell in which the group has rows. */
  readonly own: PositionSpan;
  readonly active: PositionSpan;
  readonly time: PositionSpan;
  /** Ticks that were not looked at. */
  readonly open: number;
}

/**
 * Reads some rows at a random place of a cell, or its first ones if they may be all.
 * @yields the next request
 */
export function* sample(
  { group, axis, own: cell, active }: OpenCell,
  { top, isGenerous, left }: { readonly top: number; readonly isGenerous: boolean; readonly left: number },
): Search<void> {
  const { known } = group;
  const parts = known.unknown(cell);
  const [longest] = parts.toSorted((a, b) => Number(b.to - b.from - (a.to - a.from)));
  const [first, last] = [parts.at(0), parts.at(-1)];
  if (longest === undefined || first === undefined || last === undefined) return;
  const isWhole = isGenerous && left < WHOLE_SHARE * WHOLE_PAGE;
  const part = isWhole ? { from: first.from, to: last.to } : longest;
  const most = isWhole ? WHOLE_PAGE : top;
  // A sample may go on behind its cell, up to rows that are known; a group that is read whole shows its ends.
  const stretch = known.unknown(axis).find((each) => each.to > part.from) ?? part;
  const to = isWhole ? (part.to < active.to ? part.to : axis.to) : stretch.to;
  // The same for the same cell, so that a probe can be repeated.
  const random = seededRandom(Number(BigInt.asUintN(32, (part.from / 10_000_000n) ^ (part.to / 7_000_000n))));
  const share = left <= most ? 0 : random() * START_SHARE;
  const offset = BigInt(Math.floor(Number(part.to - part.from) * share));
  const start = isWhole && part.from <= active.from ? axis.from : part.from + offset - (offset % axis.grain);
  for (const rows of [most, WHOLE_PAGE]) {
    const answer = yield { ...axis.spanOf(start, to), top: rows };
    group.learn({ from: start, to }, answer.rows, !answer.hasMore);
    // One time may have more rows than a sample: then a page tells more.
    if (![...known.crowds.keys()].some((at) => at >= start && at < start + axis.grain)) return;
  }
}

/**
 * Counts the rows of a partition, as far as one page tells.
 * @yields the next request
 */
export function* countRows(group: GroupState): Search<void> {
  const { rows, hasMore } = yield { partition: group.partition, top: WHOLE_PAGE };
  group.count(rows.length, !hasMore);
}
