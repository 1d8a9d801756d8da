import { cutRange, rangeQuery, rangesAfter, shareBefore } from '../../core/plan/rangeSplit.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { LaneQuery, QueryPart, QueryProgress } from '../progress/runTypes.ts';

/** Below this, the numbers that order parts become indistinguishable. */
const MIN_ORDER_STEP = 1e-12;

function onlyPart(query: LaneQuery, progress: QueryProgress): QueryPart {
  const { state, pages, rows, continuation, replica, lastKey, unproven } = progress;
  const { range, filter } = query;
  return {
    order: 0,
    state,
    pages,
    rows,
    range,
    filter,
    continuation,
    replica,
    lastKey,
    unproven,
  };
}

/** The parts of a query, kept in its progress: one, until it is cut. Every change goes to the run log. */
export function createQueryParts(log: RunLog, query: LaneQuery) {
  const before = log.progress(query.index);
  let isCut = before.parts !== undefined;
  let parts: readonly QueryPart[] = before.parts ?? [onlyPart(query, before)];

  const publish = (counts: Partial<QueryProgress>): void => {
    const before = log.progress(query.index);
    const { continuation: _token, replica: _replica, lastKey: _key, unproven: _mark, ...rest } = before;
    const [only] = parts;
    if (isCut || only === undefined) {
      log.replace({ ...rest, ...counts, parts });
      return;
    }
    const { continuation, replica, lastKey } = only;
    log.replace({
      ...rest,
      ...counts,
      continuation,
      replica,
      lastKey,
    });
  };
  const part = (order: number): QueryPart => {
    const found = parts.find((each) => each.order === order);
    if (found === undefined) throw new RangeError(`Query ${query.index} has no part ${order}`);
    return found;
  };
  const freshParts = (order: number, into: Into): readonly QueryPart[] | undefined => {
    // If rows arrived at the wrong place, a key does not tell what is left.
    if (log.progress(query.index).anomalies !== undefined) return undefined;
    const behind = parts.find((each) => each.order > order)?.order ?? 1;
    return piecesOf(part(order), query, into, behind);
  };
  const cutInto = (order: number, into: Into): readonly number[] | undefined => {
    const cutPart = part(order);
    const fresh = freshParts(order, into);
    if (fresh === undefined) return undefined;
    isCut = true;
    const { continuation: _token, replica: _replica, unproven: _mark, ...ended } = cutPart;
    parts = parts.flatMap((each) => {
      if (each.order !== order) return [each];
      return cutPart.pages === 0 ? fresh : [{ ...ended, state: 'done' as const, isCut: true }, ...fresh];
    });
    publish({});
    return fresh.map((each) => each.order);
  };

  return {
    get: part,
    all: (): readonly QueryPart[] => parts,
    /** Replaces the part of the same order; `counts` updates the query with it. */
    set: (next: QueryPart, counts: Partial<QueryProgress> = {}): void => {
      parts = parts.map((each) => (each.order === next.order ? next : each));
      publish(counts);
    },
    /** Whether its range holds keys after its last row: else no page can follow. */
    isOpenEnded: (order: number): boolean => {
      const { range, lastKey } = part(order);
      return range === undefined || lastKey === undefined || rangesAfter(range, lastKey).length > 0;
    },
    canRest: (order: number): boolean => freshParts(order, { pieces: 1, least: 1 }) !== undefined,
    canCut: (order: number): boolean => freshParts(order, { pieces: 2, least: 2 }) !== undefined,
    /**
     * Ends a part where it is and cuts the rest into at most `pieces`. Returns their orders; undefined, with nothing
     * changed, if it cannot be cut. `top`: rows per page from now on.
     */
    cut: (order: number, pieces: number, top?: number) => cutInto(order, { pieces, least: 2, top }),
    /** The same for a part whose token is useless: the rest stays as whole as possible. */
    rest: (order: number) => cutInto(order, { pieces: 1, least: 1 }),
  };
}

export type QueryParts = ReturnType<typeof createQueryParts>;

/** How a part is cut. */
interface Into {
  readonly pieces: number;
  /** With fewer pieces, do not cut. */
  readonly least: number;
  /** Rows per page; undefined: as before. */
  readonly top?: number | undefined;
}

function piecesOf(
  part: QueryPart,
  query: LaneQuery,
  { pieces, least, top }: Into,
  behind: number,
): readonly QueryPart[] | undefined {
  const { range, lastKey, order } = part;
  const rows = top ?? part.top;
  // Without the key of its last row nobody knows what is left.
  if (range === undefined || (part.rows > 0 && lastKey === undefined)) return undefined;
  const left = lastKey === undefined ? [range] : rangesAfter(range, lastKey);
  const last = left.at(-1);
  const ranges = last === undefined ? [] : [...left.slice(0, -1), ...cutRange(last, pieces)];
  const queries = ranges.map((each) => rangeQuery(each, query.condition));
  const step = (behind - order) / (ranges.length + 1);
  if (ranges.length < least || step < MIN_ORDER_STEP) return undefined;
  const found = queries.flatMap((each, index) =>
    each === undefined
      ? []
      : [
          {
            ...each,
            top: rows,
            order: order + step * (index + 1),
            state: 'waiting' as const,
            pages: 0,
            rows: 0,
          },
        ],
  );
  return found.length === queries.length ? found : undefined;
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
