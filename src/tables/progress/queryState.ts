import type { TableFault } from '../base/tableError.ts';
import type { QueryPart, QueryProgress, RowAnomalies, SinkReceipt, Unproven } from './runTypes.ts';

/*
 * The life of a query: one part, or several once it was cut. Pure: the engine tells what happened, and the run log keeps the next state. The
 * life of a single page is in `run/pageState.ts`.
 *
 *   waiting --sent--> reading --page--> reading: it brought a token. done: it brought none.
 *   waiting, reading --ended--> stopped. failed. done: its table does not exist, and need not.
 *   any --cut--> done where it is, and new waiting parts for the keys after that
 *   done --doubted--> done, but its end proves nothing. --existed--> failed: its table is there after all.
 *   stopped, failed --resumed--> waiting
 *
 * A query is open while one of its parts is; then it failed or was stopped if one of them was.
 */

export type QueryEvent =
  | { readonly kind: 'sent' }
  | PageStored
  /** Why the part is read no further. `isAbsent`: its table does not exist, and need not. */
  | (OfPart & { readonly kind: 'ended'; readonly fault: TableFault; readonly isAbsent: boolean })
  /** The keys after its last row go to these parts; all of its keys, if no page came yet. */
  | (OfPart & { readonly kind: 'cut'; readonly into: readonly QueryPart[] })
  | (OfPart & { readonly kind: 'doubted'; readonly unproven: Unproven })
  /** The table that seemed absent had answered another query. */
  | { readonly kind: 'existed'; readonly fault: TableFault }
  /** Another run goes on. */
  | { readonly kind: 'resumed' };

interface OfPart {
  readonly order: number;
}

interface PageStored extends OfPart, Pick<QueryPart, 'continuation' | 'replica' | 'lastKey'> {
  readonly kind: 'page';
  readonly isLast: boolean;
  readonly receipt: SinkReceipt;
  readonly bytes: number;
  /** Set for a page of the secondary, which holds everything written before; 0: unknown. */
  readonly syncedAtMs: number | undefined;
}

export function nextQuery(query: QueryProgress, event: QueryEvent): QueryProgress {
  switch (event.kind) {
    case 'sent':
      return { ...query, state: 'reading', requests: query.requests + 1 };
    case 'page':
      return withParts(
        counted(query, event),
        changed(query, event, (part) => afterPage(part, event)),
      );
    case 'ended':
      return withParts(
        event.isAbsent ? { ...query, isAbsent: true } : query,
        changed(query, event, (part) => afterEnd(part, event)),
      );
    case 'cut':
      return withParts(
        query,
        query.parts.flatMap((part) => (part.order === event.order ? afterCut(part, event.into) : [part])),
      );
    case 'doubted':
      return withParts(
        query,
        changed(query, event, (part) =>
          part.state === 'done' && part.isCut !== true ? { ...part, unproven: event.unproven } : part,
        ),
      );
    case 'existed': {
      const { isAbsent: _untrue, ...rest } = query;
      return withParts(
        rest,
        query.parts.map((part) =>
          isOfNoTable(part) ? { ...part, state: 'failed', fault: event.fault } : part,
        ),
      );
    }
    case 'resumed': {
      if (query.state === 'done') return query;
      const { isAbsent: _asOfThen, fault: _past, ...rest } = query;
      return withParts({ ...rest, state: 'waiting' }, query.parts.map(afterResume));
    }
  }
}

/** A query before anything was read. */
export function waitingQuery(
  query: Pick<QueryProgress, 'index' | 'label' | 'tableName'> & Pick<QueryPart, 'range' | 'filter'>,
): QueryProgress {
  const { index, label, tableName, range, filter } = query;
  const whole = { order: 0, state: 'waiting', pages: 0, rows: 0, range, filter } as const;
  const nothing = { pages: 0, emptyPages: 0, rows: 0, bytes: 0, requests: 0, retries: 0 };
  return { index, label, tableName, state: 'waiting', ...nothing, headersExposed: true, parts: [whole] };
}

function changed(
  { parts }: QueryProgress,
  { order }: OfPart,
  change: (part: QueryPart) => QueryPart,
): readonly QueryPart[] {
  return parts.map((part) => (part.order === order ? change(part) : part));
}

/** What a query is by its parts. */
function withParts(query: QueryProgress, parts: readonly QueryPart[]): QueryProgress {
  const headersExposed = parts.every(({ unproven }) => unproven === undefined);
  const next = { ...query, parts, headersExposed };
  if (parts.some(({ state }) => state === 'waiting' || state === 'reading'))
    return { ...next, state: query.state === 'reading' ? 'reading' : 'waiting' };
  const failed = parts.find(({ state }) => state === 'failed');
  if (failed !== undefined) return { ...next, state: 'failed', fault: failed.fault };
  return { ...next, state: parts.some(({ state }) => state === 'stopped') ? 'stopped' : 'done' };
}

function afterPage(part: QueryPart, page: PageStored): QueryPart {
  const { continuation, replica, lastKey, isLast, receipt } = page;
  return {
    ...part,
    pages: part.pages + 1,
    rows: part.rows + receipt.rows,
    state: isLast ? 'done' : 'reading',
    continuation,
    replica: continuation === undefined ? undefined : replica,
    firstKey: part.firstKey ?? receipt.firstKey,
    lastKey,
  };
}

function afterEnd(part: QueryPart, { fault, isAbsent }: QueryEvent & { readonly kind: 'ended' }): QueryPart {
  if (isAbsent) return { ...part, state: 'done' };
  return fault.kind === 'cancelled' ? { ...part, state: 'stopped' } : { ...part, state: 'failed', fault };
}

function afterCut(part: QueryPart, into: readonly QueryPart[]): readonly QueryPart[] {
  if (part.pages === 0) return into;
  const { continuation: _token, replica: _host, unproven: _mark, ...kept } = part;
  return [{ ...kept, state: 'done', isCut: true }, ...into];
}

/** Done without a page: its table did not exist then, but may by now. */
function isOfNoTable({ state, pages }: QueryPart): boolean {
  return state === 'done' && pages === 0;
}

function afterResume(part: QueryPart): QueryPart {
  if (part.state === 'done' && !isOfNoTable(part)) return part;
  const { fault: _past, ...kept } = part;
  return { ...kept, state: 'waiting' };
}

function counted(before: QueryProgress, { receipt, bytes, syncedAtMs }: PageStored): QueryProgress {
  const { rows, shared = 0, unjudged = 0, besideWindow = 0 } = receipt;
  return {
    ...before,
    pages: before.pages + 1,
    emptyPages: before.emptyPages + (rows + shared === 0 ? 1 : 0),
    rows: before.rows + rows,
    bytes: before.bytes + bytes,
    anomalies: summed(before.anomalies, receipt.anomalies),
    unjudged: orNone((before.unjudged ?? 0) + unjudged),
    besideWindow: orNone((before.besideWindow ?? 0) + besideWindow),
    ...(syncedAtMs !== undefined && {
      readsSecondary: true,
      secondarySyncMs: Math.min(syncedAtMs, before.secondarySyncMs ?? syncedAtMs),
    }),
  };
}

const NO_ANOMALIES: RowAnomalies = { outOfOrder: 0, repeated: 0, outside: 0 };

function summed(before: RowAnomalies | undefined, found = NO_ANOMALIES): RowAnomalies | undefined {
  if (found.outOfOrder + found.repeated + found.outside === 0) return before;
  const past = before ?? NO_ANOMALIES;
  return {
    outOfOrder: past.outOfOrder + found.outOfOrder,
    repeated: past.repeated + found.repeated,
    outside: past.outside + found.outside,
    offFilter: orNone((past.offFilter ?? 0) + (found.offFilter ?? 0)),
    offWindow: orNone((past.offWindow ?? 0) + (found.offWindow ?? 0)),
  };
}

function orNone(count: number): number | undefined {
  return count === 0 ? undefined : count;
}
