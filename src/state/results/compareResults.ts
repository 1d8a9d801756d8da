import type { Entity } from '../../core/entities/entity.ts';
import type { TickSpan } from '../../core/keys/base/scheme.ts';
import { type CompareAxis, compareAxis } from '../../core/rows/compare/compareAxis.ts';
import type { KeyComparison } from '../../core/rows/compare/compareDigests.ts';
import type { KeyIdentity, RowCounts } from '../../core/rows/compare/rowDigests.ts';
import { MAX_TICKS, MIN_TICKS } from '../../core/time/ticks.ts';
import type { RowStoreClient } from '../../workers/rowStoreClient.ts';
import type { RunState } from '../run/runState.ts';

export type IdentityKind = KeyIdentity['kind'];

/** What a comparison needs of a result. */
export interface ComparedSide {
  readonly run: Pick<RunState, 'plan'>;
  readonly rows: Pick<RowStoreClient, 'keyDigests' | 'compareKeys' | 'entity' | 'series'>;
}

/** Two results, row by row and over time. */
export interface ResultComparison {
  readonly axis: CompareAxis;
  readonly first: RowCounts;
  readonly second: RowCounts;
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** The first of those that were read. */
  readonly examplesFirst: readonly Entity[];
  readonly examplesSecond: readonly Entity[];
}

/** The window that was asked for; undefined: all time, or open at an end. */
export function closedWindow({ plan }: Pick<RunState, 'plan'>): TickSpan | undefined {
  const { window } = plan.request;
  return window === undefined || window.from <= MIN_TICKS || window.to >= MAX_TICKS ? undefined : window;
}

/** How two results are compared if nobody chose: of different times, no key is equal as it is. */
export function usualIdentity(first: Pick<RunState, 'plan'>, second: Pick<RunState, 'plan'>): IdentityKind {
  const [one, two] = [closedWindow(first), closedWindow(second)];
  const isDisjoint = one !== undefined && two !== undefined && (one.to <= two.from || two.to <= one.from);
  return isDisjoint ? 'timeless' : 'key';
}

/** Where the rows of a result are in time, as far as they have one. */
async function spanOfRows({ rows }: ComparedSide): Promise<TickSpan | undefined> {
  const { from, bucketTicks, bucketCount } = await rows.series({ buckets: 600 });
  return bucketCount === 0 ? undefined : { from, to: from + bucketTicks * BigInt(bucketCount) };
}

/** The windows, each from its start; without them, the time that the rows of both take, as it is. */
async function axisOf(first: ComparedSide, second: ComparedSide): Promise<CompareAxis> {
  const [one, two] = [closedWindow(first.run), closedWindow(second.run)];
  if (one !== undefined && two !== undefined) return compareAxis(one, two);
  const spans = (await Promise.all([spanOfRows(first), spanOfRows(second)])).filter(
    (span) => span !== undefined,
  );
  const whole = spans.reduce<TickSpan | undefined>(
    (all, { from, to }) => ({
      from: all === undefined || from < all.from ? from : all.from,
      to: all === undefined || to > all.to ? to : all.to,
    }),
    undefined,
  );
  return compareAxis(whole ?? { from: 0n, to: 0n }, whole ?? { from: 0n, to: 0n });
}

function identityFor(kind: IdentityKind, from: bigint): KeyIdentity {
  return kind === 'shifted' ? { kind, from } : { kind };
}

function entities({ rows }: ComparedSide, numbers: readonly number[]): Promise<readonly Entity[]> {
  return Promise.all(numbers.map((row) => rows.entity(row)));
}

/** Compares all rows of two results: the digests of the first are sent to the worker of the second. */
export async function compareResults(
  first: ComparedSide,
  second: ComparedSide,
  kind: IdentityKind,
): Promise<ResultComparison> {
  const axis = await axisOf(first, second);
  const own = await first.rows.keyDigests({
    identity: identityFor(kind, axis.first.from),
    buckets: axis.first,
  });
  const { comparison, counted } = await second.rows.compareKeys({
    identity: identityFor(kind, axis.second.from),
    buckets: axis.second,
    other: own.digests,
  });
  const { both, onlyHere, onlyThere, examplesHere, examplesThere }: KeyComparison = comparison;
  const [examplesFirst, examplesSecond] = await Promise.all([
    entities(first, examplesThere),
    entities(second, examplesHere),
  ]);
  return {
    axis,
    first: own.counted,
    second: counted,
    both,
    onlyFirst: onlyThere,
    onlySecond: onlyHere,
    examplesFirst,
    examplesSecond,
  };
}
