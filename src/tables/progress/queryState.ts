import type { OddRows } from '../../core/plan/anomalyWords.ts';
import type { TableFault } from '../base/tableError.ts';
import type { QueryPart, QueryProgress, SinkReceipt, Unproven } from './runTypes.ts';

/*
 * The states of a query, which has one part, or several once it was cut. Pure: the engine says what happened, and the run log keeps the
 * next state. The states of a single page are in `run/pageState.ts`.
 *
 *   waiting --sent--> reading --page--> reading if the page brought a token, done if it brought none
 *   waiting, reading --ended--> stopped, failed, or done if its table does not exist and the plan allows that
 *   any --cut--> done up to its last key, with new waiting parts for the keys after that
 *   done --doubted--> done, but nothing proves its end
 *   done --existed--> failed, because its table exists after all
 *   stopped, failed --resumed--> waiting
 *
 * A query is open as long as one of its parts is. After that, it has failed or was stopped if one of its parts has.
 */

export type QueryEvent =
  | { readonly kind: 'sent' }
  | PageStored
  /** Why the part is read no further. `isAbsent`: its table does not exist, which the plan allows. */
  | (OfPart & { readonly kind: 'ended'; readonly fault: TableFault; readonly isAbsent: boolean })
  /** The keys after the part's last row go to new parts, or all of its keys if no page has come yet. */
  | (OfPart & { readonly kind: 'cut'; readonly into: readonly QueryPart[] })
  | (OfPart & { readonly kind: 'doubted'; readonly unproven: Unproven })
  /** The table that seemed to be absent had answered another query. */
  | { readonly kind: 'existed'; readonly fault: TableFault }
  /** Another run continues the query. */
  | { readonly kind: 'resumed' };

interface OfPart {
  readonly order: number;
}

interface PageStored extends OfPart, Pick<QueryPart, 'continuation' | 'replica' | 'lastKey'> {
  readonly kind: 'page';
  readonly isLast: boolean;
  readonly receipt: SinkReceipt;
  readonly bytes: number;
  /**
   * Set for a page of the secondary, which contains everything that was written before this time (milliseconds since the Unix epoch). 0 if
   * the time is unknown.
   */
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

/** Derives the state of a query from those of its parts. */
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

/** Whether the part is done because its table did not exist. It may exist by now. */
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

const NO_ANOMALIES: OddRows = { outOfOrder: 0, repeated: 0, outside: 0 };

function summed(before: OddRows | undefined, found = NO_ANOMALIES): OddRows | undefined {
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
