import { shareBefore } from '../../core/plan/rangeSplit.ts';
import type { QueryPart } from '../progress/runTypes.ts';

/** What cutting a query for lanes that have nothing to do has cost a run so far, in requests. */
export interface ShareCosts {
  spent: number;
}

/** A piece that is shorter would be over before it paid for itself. */
const MIN_PIECE_PAGES = 3;
/** More requests than without cutting: so many, and so many for each request of the run. */
const EXTRA_REQUESTS = 6;
const EXTRA_SHARE = 0.03;
/** What is left is a guess from what was read: never more than so many times that. */
const MOST_TIMES_READ = 30;

/** One request for the rest of the partition where it was cut, and half a page at the end of each new piece. */
function costOf(pieces: number): number {
  return 1 + (pieces - 1) / 2;
}

/** Pages that a part still has, as far as its keys tell: as many for each stretch as between its first row and its last. */
function pagesLeft({ range, firstKey, lastKey, pages }: QueryPart): number | undefined {
  if (range === undefined || firstKey === undefined || lastKey === undefined) return undefined;
  const [from, to] = [shareBefore(range, firstKey), shareBefore(range, lastKey)];
  if (from === undefined || to === undefined) return undefined;
  return Math.min((pages * (1 - to)) / Math.max(to - from, 1e-6), pages * MOST_TIMES_READ);
}

/**
 * Into how many pieces what is left of a part is to be cut, so that no lane idles while this one is far behind; 1: it stays
 * whole. Only where lanes are free and nobody waits for one, where the keys tell what is left, and as long as all cuts of
 * the run cost a few per cent more requests.
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

/** Books a cut into so many. */
export function addCut(costs: ShareCosts, pieces: number): void {
  costs.spent += costOf(pieces);
}
