import type { ReadCost } from './probeTypes.ts';

/*
 * The budget of a probe: a tenth of the requests that reading the table would take, because a probe must cost far less than a
 * read. The size of the table is unknown at first, so a few requests are free: enough to map a small table, and to estimate the
 * size of a large one. Samples may not read quite all rows, because some rows are read twice; so a probe never reads more rows
 * than the table has.
 */

/** Every probe may send this many requests. */
export const LEAST_REQUESTS = 50;
/** The budget is the requests of a read divided by this. */
const READ_PARTS = 10;
/** Requests added each time the user asks for more. */
export const MORE_REQUESTS = 200;
/** Share of the rows that samples may read. All of them once the user asks for more. */
export const MOST_ROWS_SHARE = 0.97;
/** Rows per page of a read. */
const PAGE_ROWS = 1000;

/** An estimate of the rows of one group. */
export interface GroupRows {
  /** True if a read needs a query for this group alone, as for a prefix. */
  readonly isQuery: boolean;
  readonly rows: number;
  /** A low estimate, which a budget can rely on. */
  readonly least: number;
  /** True if there may be more rows: the end of the group, or what is inside it, is unknown. */
  readonly isAtLeast: boolean;
}

/**
 * Number of requests that a probe may send before the user asks for more. `readRequests` is a low estimate of the requests of a
 * read.
 */
export function allowanceOf(readRequests: number): number {
  return Math.max(LEAST_REQUESTS, Math.floor(readRequests / READ_PARTS));
}

/** Estimates what reading these groups costs. `isAll` is true if the table has no others. */
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

/** A low estimate of the requests of a read. */
export function leastReadRequests(groups: readonly GroupRows[]): number {
  return requestsOf(groups, ({ least }) => Math.floor(least / PAGE_ROWS));
}

/** Each prefix is a query of its own; everything else is read by one query. */
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

/** A cell with at most this many estimated rows is counted with one page; the rest of the page is room for error. */
export const ONE_PAGE_ROWS = 800;
/** Requests for a larger cell: its beginning, and four samples. */
const SAMPLED_REQUESTS = 5;
const MOST_COLUMNS = 96;

/**
 * How many columns to look at, so that the groups' unknown rows can be sampled within `requests`: as many as the budget allows, 0
 * if not even one.
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
