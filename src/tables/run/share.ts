import { shareBefore } from '../../core/plan/rangeSplit.ts';
import type { QueryPart } from '../progress/runTypes.ts';

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
