import { cutRange, rangeQuery, rangesAfter, shareBefore } from '../../core/plan/rangeSplit.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { LaneQuery, QueryPart, QueryProgress } from '../progress/runTypes.ts';

/** Below this, the numbers that order parts become indistinguishable. */
const MIN_ORDER_STEP = 1e-12;

export function partOf({ index, parts }: QueryProgress, order: number): QueryPart {
  const found = parts.find((each) => each.order === order);
  if (found === undefined) throw new RangeError(`Query ${index} has no part ${order}`);
  return found;
}

/** Whether its range holds keys after its last row: else no page can follow. */
export function isOpenEnded({ range, lastKey }: QueryPart): boolean {
  return range === undefined || lastKey === undefined || rangesAfter(range, lastKey).length > 0;
}

/** How a part is cut. */
interface Into {
  readonly pieces: number;
  /** With fewer pieces, do not cut. */
  readonly least: number;
  /** Rows per page; undefined: as before. */
  readonly top?: number | undefined;
}

export const HALVES: Into = { pieces: 2, least: 2 };
/** For a part whose token is useless: the rest stays as whole as possible. */
export const REST: Into = { pieces: 1, least: 1 };

/** Ends a part where it is and cuts the rest. Returns the orders of the new parts; undefined, with nothing changed, if it cannot be cut. */
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

/** The parts that the rest of a part is cut into; undefined: it cannot be cut. */
export function piecesOf(
  query: QueryProgress,
  { condition }: LaneQuery,
  order: number,
  { pieces, least, top }: Into,
): readonly QueryPart[] | undefined {
  const part = partOf(query, order);
  const { range, lastKey } = part;
  // Without the key of its last row, or if rows came out of order, the unread keys are unknown.
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

/** What cutting for idle lanes has cost a run so far, in requests. */
export interface ShareCosts {
  spent: number;
}

/** A shorter piece would end before it paid for itself. */
const MIN_PIECE_PAGES = 3;
/** Extra requests allowed: a fixed number, plus a share of the run's requests. */
const EXTRA_REQUESTS = 6;
const EXTRA_SHARE = 0.03;
/** The rest is estimated from what was read, up to this factor. */
const MOST_TIMES_READ = 30;

/** One request for the rest of the cut partition, and half a page at the end of each new piece. */
function costOf(pieces: number): number {
  return 1 + (pieces - 1) / 2;
}

/** Estimated pages left in a part, from its keys: the same density as between its first and last row. */
function pagesLeft({ range, firstKey, lastKey, pages }: QueryPart): number | undefined {
  if (range === undefined || firstKey === undefined || lastKey === undefined) return undefined;
  const [from, to] = [shareBefore(range, firstKey), shareBefore(range, lastKey)];
  if (from === undefined || to === undefined) return undefined;
  return Math.min((pages * (1 - to)) / Math.max(to - from, 1e-6), pages * MOST_TIMES_READ);
}

/**
 * Into how many pieces to cut the rest of a part so that no lane idles while it is far behind; 1: not at all. Only if
 * lanes are free and nobody waits for one, the keys tell what is left, and all cuts of the run cost a few per cent more
 * requests at most.
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

/** Records a cut into `pieces`. */
export function addCut(costs: ShareCosts, pieces: number): void {
  costs.spent += costOf(pieces);
}
