// Facts that the judge computes itself: which rows a request covers, what arrived over the wire, and what went wrong on it.
import { compareRows } from '../../scripts/demo/rows.mjs';
import { compileFilter } from '../rig/eval.ts';
import { isWithin, type KeyBounds } from '../rig/sasCheck.ts';
import { MOST_ADDRESS_CHARS } from './memoryFetch.ts';
import type { Evidence, Stage } from './seededRun.ts';
import type { WireEntry } from './wireTap.ts';
import type { Spot, WorldRow } from './worldRows.ts';
import type { World } from './worldTypes.ts';

type Planned = Evidence['plan']['queries'][number];
type Matches = (row: WorldRow) => boolean;

const ALL: Matches = () => true;
const compiled = new Map<string, Matches>();
const FILTERS_KEPT = 5000;

/** Whether a row meets a $filter, by the rig's own evaluator. */
export function matcher(filter: string | undefined): Matches {
  if (filter === undefined) return ALL;
  const known = compiled.get(filter);
  if (known !== undefined) return known;
  const { matches } = compileFilter(filter);
  if (compiled.size >= FILTERS_KEPT) compiled.clear();
  compiled.set(filter, matches);
  return matches;
}

export function isReached({ partitionKey, rowKey }: Spot, bounds: KeyBounds | undefined): boolean {
  return bounds === undefined || isWithin(partitionKey, rowKey, bounds);
}

/** The rows that the service sends for a planned query. */
export function rowsFor({ tableName, filter }: Planned, { rows, bounds }: World): readonly WorldRow[] {
  const matches = matcher(filter);
  return rows.filter((row) => row.table === tableName && matches(row) && isReached(row, bounds));
}

/** A row with only keys, to see whether a filter of keys matches them. */
export function spotRow(spot: Spot): WorldRow {
  return { ...spot, timestamp: '', properties: [] };
}

/** A one-row page: a coverage check, a last check, or an outage check. */
export function isOneRow({ top, select }: WireEntry): boolean {
  return top === '1' && select === 'PartitionKey,RowKey';
}

/** A whole page that the page could read, whatever is on it. */
export function isPage({ rows }: WireEntry): boolean {
  return rows !== undefined;
}

/** A request for the account's statistics, which name the Last Sync Time. */
export function isStats({ table }: WireEntry): boolean {
  return table === '';
}

/** The requests that may have brought the rows of a stage: since it, or an earlier stage, began from nothing. */
export function sinceFresh({ stages, wire }: Evidence, stage: Stage): readonly WireEntry[] {
  const at = stages.indexOf(stage);
  const first = stages.slice(0, at + 1).findLastIndex(({ isFresh }) => isFresh) + 1;
  return wire.filter((entry) => entry.stage >= first && entry.stage <= at + 1);
}

export function ofStage({ stages, wire }: Evidence, stage: Stage): readonly WireEntry[] {
  const number = stages.indexOf(stage) + 1;
  return wire.filter((entry) => entry.stage === number);
}

/** Faults that tell untruths: rows twice, out of order or not requested, and tokens that go back. */
const HOSTILE: ReadonlySet<string> = new Set([
  'foreign',
  'intruder',
  'keysOnly',
  'replay',
  'overlap',
  'reverse',
  'sameToken',
  'oldToken',
]);

export function isHostile({ action }: WireEntry): boolean {
  return action !== undefined && HOSTILE.has(action);
}

/** A request that brought no page. */
export function isTrouble(entry: WireEntry): boolean {
  return !isStats(entry) && !isPage(entry);
}

/** Statuses that mean that the service refuses the request for good. */
const LASTING: ReadonlySet<number> = new Set([400, 401, 403, 404, 501, 505]);

export function isLasting({ status }: WireEntry): boolean {
  return status !== undefined && LASTING.has(status);
}

/** A token that the page could not read: it was hidden, or nothing could tell whether there was one. */
export function isHidden({ hidesNext, hidesAll, rows }: WireEntry): boolean {
  return hidesNext || (hidesAll && rows !== undefined);
}

/** All continuation tokens of a run: at this many characters, it stops. */
export const MOST_TOKEN_CHARS = 64 * 1024 * 1024;

/** Whether a request with this page's token would have an address that no browser sends. */
export function isUnsendable({ nextChars }: WireEntry): boolean {
  return nextChars > MOST_ADDRESS_CHARS;
}

/** Identifies the requests that read the same rows, page after page. */
export function seriesOf({ account, table, filter, select, top }: WireEntry): string {
  return JSON.stringify([account, table, filter, select, top]);
}

function bySeries(entries: readonly WireEntry[]): ReadonlyMap<string, readonly WireEntry[]> {
  const found = new Map<string, WireEntry[]>();
  for (const entry of entries) {
    const name = seriesOf(entry);
    const list = found.get(name);
    if (list === undefined) found.set(name, [entry]);
    else list.push(entry);
  }
  return found;
}

/** Pages after which reading continued, so that they were accepted. */
export function takenPages(entries: readonly WireEntry[]): readonly WireEntry[] {
  return [...bySeries(entries.filter((entry) => !isOneRow(entry))).values()].flatMap((series) =>
    series.filter(({ next, rows }, at) => {
      if (rows === undefined || next === undefined) return false;
      // A token that goes back proves nothing, because it was sent before.
      if (series.slice(0, at + 1).some(({ token }) => token === next)) return false;
      return series.slice(at + 1).some(({ token }) => token === next);
    }),
  );
}

/**
 * The tables that did not exist as far as anybody could know: all that was asked of them since the run began was told so. That
 * they hold rows before or later is another matter.
 */
export function deniedTables(evidence: Evidence, stage: Stage): ReadonlySet<string> {
  const own = sinceFresh(evidence, stage).filter((entry) => !isStats(entry));
  const denied = own.filter(({ status, isWhole }) => status === 404 && isWhole).map(({ table }) => table);
  const there = new Set(own.filter(isPage).map(({ table }) => table));
  return new Set(denied.filter((table) => !there.has(table)));
}

/**
 * Whether a table was deleted after it answered, or created after it was missing, so that the rows read are from two tables. A
 * query that only got answers after the change is about the second table alone.
 */
export function isReplaced(entries: readonly WireEntry[]): boolean {
  const own = entries.filter(({ account }) => !account.endsWith('-secondary'));
  // One row without a filter tells whether somebody answers: nothing is kept of it, and it is of no query.
  const isForNobody = (entry: WireEntry): boolean => isOneRow(entry) && entry.filter === undefined;
  const pages = own.filter((entry) => isPage(entry) && !isForNobody(entry));
  const isAskedAgain = (page: WireEntry, { startedAtMs }: WireEntry): boolean =>
    isOneRow(page) &&
    pages.some((later) => seriesOf(later) === seriesOf(page) && later.startedAtMs > startedAtMs);
  return own.some(
    (entry) =>
      entry.status === 404 &&
      entry.isWhole &&
      pages.some((page) => {
        // The answer of a check that is sent again later is not used.
        if (page.table !== entry.table || isAskedAgain(page, entry)) return false;
        if (page.startedAtMs < entry.startedAtMs || isForNobody(entry))
          return page.startedAtMs < entry.startedAtMs;
        return !pages.some(
          (later) => seriesOf(later) === seriesOf(entry) && later.startedAtMs > entry.startedAtMs,
        );
      }),
  );
}

/** Whether a later first page came past a row: it would hold that row. */
export function isReadAnew(
  entries: readonly WireEntry[],
  { table, endedAtMs = 0 }: WireEntry,
  row: WorldRow,
): boolean {
  return entries.some((entry) => {
    const last = entry.rows?.at(-1);
    if (last === undefined || entry.table !== table || entry.token !== undefined) return false;
    const isPast = compareRows(row, spotRow({ table, ...last })) <= 0;
    return entry.startedAtMs >= endedAtMs && isPast && matcher(entry.filter)(row);
  });
}
