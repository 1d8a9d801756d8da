import { cutRange, rangeQuery, rangesAfter } from '../../core/plan/rangeSplit.ts';
import type { RunLog } from '../progress/runLog.ts';
import type { LaneQuery, QueryPart, QueryProgress } from '../progress/runTypes.ts';

/** The parts of one query, kept in its progress: one, until it is cut. */
export interface QueryParts {
  readonly get: (order: number) => QueryPart;
  readonly all: () => readonly QueryPart[];
  /** Replaces the part of the same order; `counts` updates the query with it. */
  readonly set: (part: QueryPart, counts?: Partial<QueryProgress>) => void;
  /** Whether the rest of a part can be cut. */
  readonly canCut: (order: number) => boolean;
  readonly canRest: (order: number) => boolean;
  /** Whether its range holds keys after its last row: else no page can follow. */
  readonly isOpenEnded: (order: number) => boolean;
  /**
   * Ends a part where it is and cuts the rest into at most `pieces`. Returns their orders; undefined, with nothing
   * changed, if it cannot be cut. `top`: rows per page from now on.
   */
  readonly cut: (order: number, pieces: number, top?: number) => readonly number[] | undefined;
  /**
   * Ends a part whose token is useless and puts the rest, as whole as possible, into new ones. Returns their orders;
   * undefined, with nothing changed, if that is impossible.
   */
  readonly rest: (order: number) => readonly number[] | undefined;
}

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

/** The parts of a query, as its progress has them. Every change goes to the run log. */
export function createQueryParts(log: RunLog, query: LaneQuery): QueryParts {
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
    all: () => parts,
    set: (next, counts = {}) => {
      parts = parts.map((each) => (each.order === next.order ? next : each));
      publish(counts);
    },
    isOpenEnded: (order) => {
      const { range, lastKey } = part(order);
      return range === undefined || lastKey === undefined || rangesAfter(range, lastKey).length > 0;
    },
    canRest: (order) => freshParts(order, { pieces: 1, least: 1 }) !== undefined,
    canCut: (order) => freshParts(order, { pieces: 2, least: 2 }) !== undefined,
    cut: (order, pieces, top) => cutInto(order, { pieces, least: 2, top }),
    rest: (order) => cutInto(order, { pieces: 1, least: 1 }),
  };
}

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
