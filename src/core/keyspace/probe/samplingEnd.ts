import type { ProbePicture } from './probeTypes.ts';

/** Requests for the density of the whole map, however its cells turn out. */
export const MOST_BASE_REQUESTS = 1500;
/** So many are spent whatever a query would take: seconds, for a map without a gap. */
export const LEAST_BASE_REQUESTS = 600;
/** Share of the table's rows that samples may read: a query reads all of them, and counts. */
const MOST_ROWS_SHARE = 0.5;
/** So often the cost of a query is worked out anew, requests. */
const COST_STEP = 8;
/** Rows of one page of a run. */
const PAGE_ROWS = 1000;
/** Rows asked for beside the plan: below, between and above. */
const GUARDS = 3;

/** What it would take to read a table, about. */
interface PlainRun {
  readonly rows: number;
  readonly requests: number;
}

/** Why the density of the whole map is left before all of its cells are known, and what a query of the table would take. */
export interface SamplingEnd extends PlainRun {
  /** `plain`: a query takes no more. `most`: the requests are used up. */
  readonly why: 'plain' | 'most';
}

/** Whether it is time to ask `samplingEnd`, after so many requests. */
export function isCostTime(requests: number): boolean {
  return requests >= MOST_BASE_REQUESTS || (requests >= LEAST_BASE_REQUESTS && requests % COST_STEP === 0);
}

/**
 * Whether the density of the whole map, in cells of `bucketTicks`, is to be left; undefined: it is not. `spent`: on it, so far.
 */
export function samplingEnd(
  picture: Pick<ProbePicture, 'groups' | 'cells' | 'pending'>,
  spent: { readonly requests: number; readonly rows: number },
  bucketTicks: bigint,
): SamplingEnd | undefined {
  const plain = plainRun(picture, bucketTicks);
  if (plain === undefined || picture.pending.length === 0) return undefined;
  if (spent.requests >= plain.requests || spent.rows > plain.rows * MOST_ROWS_SHARE)
    return { ...plain, why: 'plain' };
  return spent.requests >= MOST_BASE_REQUESTS ? { ...plain, why: 'most' } : undefined;
}

/**
 * The cost of a run over all groups, by what the cells of one width say (`bucketTicks`): those not known yet are taken for as
 * full as the others. Undefined while no such cell is known.
 */
function plainRun(
  { groups, cells, pending }: Pick<ProbePicture, 'groups' | 'cells' | 'pending'>,
  bucketTicks: bigint,
): PlainRun | undefined {
  const known = cells.filter(({ from, to }) => to - from === bucketTicks);
  if (known.length === 0) return undefined;
  const open = pending.filter(({ from, to }) => to - from === bucketTicks).length;
  const sum = known.reduce((total, cell) => total + cell.rows, 0);
  const rows = Math.round((sum * (known.length + open)) / known.length);
  // Each prefix is a query of its own; anything else is read in one.
  const prefixes = groups.filter(({ kind }) => kind === 'prefix').length;
  return { rows, requests: Math.max(1, prefixes) + Math.ceil(rows / PAGE_ROWS) + GUARDS };
}
