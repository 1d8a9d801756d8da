import { cutRange, rangeQuery, rangesAfter, shareBefore } from '../../core/plan/rangeSplit.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { LaneQuery, QueryPart, QueryProgress } from '../progress/runTypes.ts';

/** With smaller steps, the numbers that order parts could no longer be told apart. */
const MIN_ORDER_STEP = 1e-12;

export function partOf({ index, parts }: QueryProgress, order: number): QueryPart {
  const found = parts.find((each) => each.order === order);
  if (found === undefined) throw new RangeError(`Query ${index} has no part ${order}`);
  return found;
}

/** Whether the range contains keys after the last row of the part. If not, no page can follow. */
export function isOpenEnded({ range, lastKey }: QueryPart): boolean {
  return range === undefined || lastKey === undefined || rangesAfter(range, lastKey).length > 0;
}

/** How a part is cut. */
interface Into {
  readonly pieces: number;
  /** If fewer pieces than this are possible, the part is not cut. */
  readonly least: number;
  /** Rows per page; undefined to keep the number. */
  readonly top?: number | undefined;
}

export const HALVES: Into = { pieces: 2, least: 2 };
/** For a part whose token is useless: the rest is only cut into the rest of its last partition and the partitions after that. */
export const REST: Into = { pieces: 1, least: 1 };

/**
 * Ends a part after its last key and cuts the rest into new parts. Returns the `order` of each; undefined if the part cannot be cut, and
 * then nothing has changed.
 */
export function cutPart(
  log: RunLog,
  query: LaneQuery,
  order: number,
  into: Into,
): readonly number[] | undefined {
  const pieces = piecesOf(log.progress(query.index), query, order, into);
  if (pieces !== undefined) log.tell(query.index, { kind: 'cut', order, into: pieces });
  return pieces?.map((piece) => piece.order);
}

/** The new parts for what is left of a part; undefined if it cannot be cut. */
export function piecesOf(
  query: QueryProgress,
  { condition }: LaneQuery,
  order: number,
  { pieces, least, top }: Into,
): readonly QueryPart[] | undefined {
  const part = partOf(query, order);
  const { range, lastKey } = part;
  // If the key of the last row is missing, or rows came out of order, nobody knows which keys are unread.
  if (range === undefined || (part.rows > 0 && lastKey === undefined) || query.anomalies !== undefined)
    return undefined;
  const left = lastKey === undefined ? [range] : rangesAfter(range, lastKey);
  const last = left.at(-1);
  const ranges = last === undefined ? [] : [...left.slice(0, -1), ...cutRange(last, pieces)];
  const behind = query.parts.find((each) => each.order > order)?.order ?? 1;
  const step = (behind - order) / (ranges.length + 1);
  if (ranges.length < least || step < MIN_ORDER_STEP) return undefined;
  const found: QueryPart[] = [];
  for (const [index, each] of ranges.entries()) {
    const asked = rangeQuery(each, condition);
    if (asked === undefined) return undefined;
    const at = order + step * (index + 1);
    found.push({ ...asked, top: top ?? part.top, order: at, state: 'waiting', pages: 0, rows: 0 });
  }
  return found;
}

/** How many extra requests the cuts for idle lanes have cost a run so far. */
export interface ShareCosts {
  spent: number;
}

/** A shorter piece would end before it had made up for its cost. */
const MIN_PIECE_PAGES = 3;
/** How many extra requests a run may spend on cuts: a fixed number, plus a share of its requests. */
const EXTRA_REQUESTS = 6;
const EXTRA_SHARE = 0.03;
/** The number of pages left is estimated from the pages read, up to this multiple of them. */
const MOST_TIMES_READ = 30;

/** The extra requests of a cut: one for the rest of the partition that was cut, and on average half a page at the end of each new piece. */
function costOf(pieces: number): number {
  return 1 + (pieces - 1) / 2;
}

/**
 * Estimates how many pages of a part are left, assuming that rows are as dense in the rest of its keys as between its first and last row.
 */
function pagesLeft({ range, firstKey, lastKey, pages }: QueryPart): number | undefined {
  if (range === undefined || firstKey === undefined || lastKey === undefined) return undefined;
  const [from, to] = [shareBefore(range, firstKey), shareBefore(range, lastKey)];
  if (from === undefined || to === undefined) return undefined;
  return Math.min((pages * (1 - to)) / Math.max(to - from, 1e-6), pages * MOST_TIMES_READ);
}

/**
 * How many pieces to cut the rest of a part into, so that no lane is idle while this part is far behind. 1 means not to cut. It is cut only
 * if lanes are free that nobody waits for, if the keys show how much is left, and if all cuts of the run together cost at most a few per
 * cent more requests.
 */
export function piecesWorth(
  part: QueryPart,
  run: { readonly idle: number; readonly requests: number; readonly costs: ShareCosts },
): number {
  const { idle, requests, costs } = run;
  const left = idle > 0 ? pagesLeft(part) : undefined;
  if (left === undefined) return 1;
  const allowed = EXTRA_REQUESTS + EXTRA_SHARE * (requests + left) - costs.spent;
  let pieces = Math.min(idle + 1, Math.floor(left / MIN_PIECE_PAGES));
  while (pieces > 1 && costOf(pieces) > allowed) pieces -= 1;
  return Math.max(pieces, 1);
}

export function addCut(costs: ShareCosts, pieces: number): void {
  costs.spent += costOf(pieces);
}
