import type { ReadCost } from './probeTypes.ts';

/*
 * A probe is to cost far less than a read, and nobody asked for more than that: so it may take a tenth of a read's requests. What a
 * read costs is not known before something of the table is, so the first ones are free: enough for a small table, and to tell the
 * size of a large one. Samples leave a
 * few hundredths of the rows: some are read twice, and never are more to come than the table holds.
 */

/** Requests that any probe may ask. */
export const LEAST_REQUESTS = 50;
/** A tenth of the requests of a read. */
const READ_PARTS = 10;
/** Requests that a person adds at a time. */
export const MORE_REQUESTS = 200;
/** Share of the rows that samples may read; all of them once a person asks for more. */
export const MOST_ROWS_SHARE = 0.97;
/** Rows of a page of a read. */
const PAGE_ROWS = 1000;

/** Rows of a group, as far as known. */
export interface GroupRows {
  /** Read by a query of its own: a prefix is. */
  readonly isQuery: boolean;
  readonly rows: number;
  /** On the low side. */
  readonly least: number;
  /** More than that: its end, or what lies within, is not known. */
  readonly isAtLeast: boolean;
}

/** Requests that may be asked in all, without a person asking for more. `readRequests`: of a read, on the low side. */
export function allowanceOf(readRequests: number): number {
  return Math.max(LEAST_REQUESTS, Math.floor(readRequests / READ_PARTS));
}

/** What a read of these groups takes; `isAll`: there are no others. */
export function readCost(groups: readonly GroupRows[], isAll: boolean): ReadCost {
  return {
    rows: Math.round(groups.reduce((sum, { rows }) => sum + rows, 0)),
    requests: Math.max(
      1,
      requestsOf(groups, ({ rows }) => Math.ceil(rows / PAGE_ROWS)),
    ),
    isAtLeast: !isAll || groups.some(({ isAtLeast }) => isAtLeast),
  };
}

/** The requests of a read, on the low side. */
export function leastReadRequests(groups: readonly GroupRows[]): number {
  return requestsOf(groups, ({ least }) => Math.floor(least / PAGE_ROWS));
}

/** Prefixes are queries of their own; all else is read in one. */
function requestsOf(groups: readonly GroupRows[], pagesOf: (group: GroupRows) => number): number {
  const queries = groups.filter(({ isQuery }) => isQuery);
  const rest = groups.filter(({ isQuery }) => !isQuery);
  const joined = rest.reduce(
    (sum, { rows, least }) => ({ rows: sum.rows + rows, least: sum.least + least }),
    { rows: 0, least: 0 },
  );
  const restPages =
    rest.length === 0 ? 0 : Math.max(1, pagesOf({ ...joined, isQuery: false, isAtLeast: false }));
  return queries.reduce((sum, group) => sum + Math.max(1, pagesOf(group)), restPages);
}

/** Rows of a cell that one page counts, with room for an estimate that is too low. */
export const ONE_PAGE_ROWS = 800;
/** Requests of a larger cell: its start, and four samples. */
const SAMPLED_REQUESTS = 5;
const MOST_COLUMNS = 96;

/**
 * Columns of a look at groups whose unknown rows are thought to be so many, within so many requests: the finest that they pay for.
 * 0: not even one column.
 */
export function columnsWithin(unknownRows: readonly number[], requests: number): number {
  const open = unknownRows.filter((rows) => rows > 0);
  for (let columns = MOST_COLUMNS; columns > 0; columns--) {
    const cost = open.reduce(
      (sum, rows) => sum + columns * (rows / columns <= ONE_PAGE_ROWS ? 1 : SAMPLED_REQUESTS),
      0,
    );
    if (cost <= requests) return columns;
  }
  return 0;
}
