// What the judge works out for itself: which rows a question is about, what the wire brought, and what went wrong on it.
import { compileFilter } from '../rig/eval.ts';
import { isWithin, type KeyBounds } from '../rig/sasCheck.ts';
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

/** A row with keys alone, to see whether a filter of keys is about them. */
export function spotRow(spot: Spot): WorldRow {
  return { ...spot, timestamp: '', properties: [] };
}

/** A page for keys that nobody keeps: a coverage check, a check of the continuation, a probe. */
export function isOneRow({ top, select }: WireEntry): boolean {
  return top === '1' && select === 'PartitionKey,RowKey';
}

/** A whole page that the page could read, whatever is on it. */
export function isPage({ rows }: WireEntry): boolean {
  return rows !== undefined;
}

/** Not of a table: how far the copy is. */
export function isStats({ table }: WireEntry): boolean {
  return table === '';
}

/** Where the rows came from in which a stage may look: since it, or a stage before it, began from nothing. */
export function sinceFresh({ stages, wire }: Evidence, stage: Stage): readonly WireEntry[] {
  const at = stages.indexOf(stage);
  const first = stages.slice(0, at + 1).findLastIndex(({ isFresh }) => isFresh) + 1;
  return wire.filter((entry) => entry.stage >= first && entry.stage <= at + 1);
}

export function ofStage({ stages, wire }: Evidence, stage: Stage): readonly WireEntry[] {
  const number = stages.indexOf(stage) + 1;
  return wire.filter((entry) => entry.stage === number);
}

/** Pages that say what is not so: rows twice, in wrong order, or not asked for, and tokens that go back. */
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

/** What was asked and brought no page. */
export function isTrouble(entry: WireEntry): boolean {
  return !isStats(entry) && !isPage(entry);
}

/** No less than the service would need to take the same request and answer it otherwise. */
const LASTING: ReadonlySet<number> = new Set([400, 401, 403, 404, 501, 505]);

export function isLasting({ status }: WireEntry): boolean {
  return status !== undefined && LASTING.has(status);
}

/** A token came, or nothing could tell whether one did, and the page could not read it. */
export function isHidden({ hidesNext, hidesAll, rows }: WireEntry): boolean {
  return hidesNext || (hidesAll && rows !== undefined);
}

/** What asks for the same rows, page after page. */
export function seriesOf({ account, table, filter, select, top }: WireEntry): string {
  return JSON.stringify([account, table, filter, select, top]);
}

/**
 * A table that answered is gone, or one that was not there answers others: what is read of it is of two tables. A question that
 * was told so and is answered later is about the second one alone.
 */
export function isReplaced(entries: readonly WireEntry[]): boolean {
  const own = entries.filter(({ account }) => !account.endsWith('-secondary'));
  const pages = own.filter(isPage);
  return own.some(
    (entry) =>
      entry.status === 404 &&
      entry.isWhole &&
      pages.some((page) => {
        if (page.table !== entry.table) return false;
        if (page.startedAtMs < entry.startedAtMs) return true;
        return !pages.some(
          (later) => seriesOf(later) === seriesOf(entry) && later.startedAtMs > entry.startedAtMs,
        );
      }),
  );
}
