import type { ProbePicture } from '../../keyspace/probe/probeTypes.ts';
import type { QueryPlan } from '../../plan/queryPlan.ts';
import { conditionOf, rangesText } from './measuredRows.ts';

export interface EarlierRead {
  readonly plan: QueryPlan;
  readonly rows: number;
  readonly bytes: number;
  /** True if it was read to its end. Otherwise there are at least as many rows. */
  readonly isWhole: boolean;
}

export interface ProbedTable {
  readonly tableName: string;
  readonly picture: Pick<ProbePicture, 'groups' | 'read'>;
}

/** What a plan will probably read. */
export interface ExpectedRead {
  readonly rows: number;
  /** Undefined if no result shows how long the rows are. */
  readonly bytes: number | undefined;
  /** True if there may be more rows. */
  readonly isAtLeast: boolean;
  readonly by: 'same query' | 'other window' | 'probe';
}

/** With fewer rows, their mean length means little. */
const LEAST_ROWS = 100;

/** What earlier results (oldest first) or a probe tell about the number of rows of a plan; undefined if they tell nothing. */
export function expectedRead(
  plan: QueryPlan,
  reads: readonly EarlierRead[],
  probed: ProbedTable | undefined,
): ExpectedRead | undefined {
  const found = ofSameQuery(plan, reads) ?? ofOtherWindow(plan, reads) ?? ofProbe(plan, probed);
  if (found === undefined) return undefined;
  const { tableName, select } = plan.request;
  const like = reads.findLast(
    ({ plan: { request }, rows }) =>
      rows >= LEAST_ROWS && request.tableName === tableName && String(request.select) === String(select),
  );
  return { ...found, bytes: like && Math.round((found.rows * like.bytes) / like.rows) };
}

type Found = Omit<ExpectedRead, 'bytes'>;

function ofSameQuery(plan: QueryPlan, reads: readonly EarlierRead[]): Found | undefined {
  const [ranges, condition] = [rangesText(plan), conditionOf(plan)];
  const same = reads.findLast(
    (read) => rangesText(read.plan) === ranges && conditionOf(read.plan) === condition,
  );
  return same && { rows: same.rows, isAtLeast: !same.isWhole, by: 'same query' };
}

/** Predicts from the same query of another window, assuming as many rows per hour. */
function ofOtherWindow(plan: QueryPlan, reads: readonly EarlierRead[]): Found | undefined {
  const { window } = plan.request;
  if (window === undefined) return undefined;
  const text = withoutWindow(plan);
  const like = reads.findLast(
    (read) => read.isWhole && read.plan.request.window !== undefined && withoutWindow(read.plan) === text,
  );
  const known = like?.plan.request.window;
  if (like === undefined || known === undefined || known.to <= known.from) return undefined;
  const share = Number(window.to - window.from) / Number(known.to - known.from);
  return { rows: Math.round(like.rows * share), isAtLeast: false, by: 'other window' };
}

function withoutWindow({ request }: QueryPlan): string {
  const { window: _, select: _columns, ...rest } = request;
  return JSON.stringify(rest, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/**
 * Predicts from a probe, which counts all rows of a time range. A filter or typed keys would match fewer, so then there is no prediction.
 */
function ofProbe({ request }: QueryPlan, probed: ProbedTable | undefined): Found | undefined {
  const { tableName, window, prefixes, partitionKey, rowKey, filter = '' } = request;
  if (probed?.tableName.toLowerCase() !== tableName.toLowerCase()) return undefined;
  if (partitionKey !== undefined || rowKey !== undefined || filter !== '') return undefined;
  const { groups, read } = probed.picture;
  if (window === undefined && prefixes === undefined)
    return { rows: read.rows, isAtLeast: read.isAtLeast, by: 'probe' };
  const estimates = groups
    .filter(({ presence, kind, label }) => {
      const isAsked = prefixes === undefined || kind !== 'prefix' || prefixes.includes(Number(label));
      return presence !== 'empty' && isAsked;
    })
    .map((group) => (window === undefined ? group.rows : group.rowsIn(window.from, window.to)));
  return {
    rows: Math.round(estimates.reduce((sum, each) => sum + (each?.rows ?? 0), 0)),
    isAtLeast: estimates.some((each) => each === undefined || each.standardError === Infinity),
    by: 'probe',
  };
}
