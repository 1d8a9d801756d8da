import { dearestClass, isCheaper, type QueryClass, queryClassOf } from '../odata/classify.ts';
import { allOf } from '../odata/builders.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import { countComparisons } from '../odata/limits.ts';
import { type KeyRegion, keyRegions, type Narrowed, narrowed } from './keyRegions.ts';
import { joinedSpan, keysNode } from './spans.ts';
import { fitsLimits, type SplitFilter, splitToFit } from './splitToFit.ts';

/** One of the queries: its keys, and the conditions on its rows that the keys do not decide. */
export interface KeyQueryPart {
  readonly region: KeyRegion;
  /** Undefined if every row of the region matches. */
  readonly condition: FilterNode | undefined;
  /** True if another part reads the same region, so that both may return a row. */
  readonly sharesRows: boolean;
}

/** Several queries that run in parallel in place of one, and together return the same rows. */
export interface KeyQueries {
  readonly parts: readonly KeyQueryPart[];
  readonly filters: readonly FilterNode[];
  /** The most expensive class among them. */
  readonly queryClass: QueryClass;
  /** True if two answers may contain the same row. The reader then drops the second one by its keys. */
  readonly mayOverlap: boolean;
  /** True if one of the queries is still over a limit of the service. */
  readonly isOverLimit: boolean;
}

interface RegionQueries extends SplitFilter {
  readonly region: KeyRegion;
}

/** How many comparisons a range needs at most. Room is left for all of them, because a query that is cut while it is read may need them. */
const MOST_BOUNDS = 4;

/**
 * Up to this many regions are handled one by one. More are halved first, so that each half tests only the conditions that its common hull
 * does not decide.
 */
const FEW_REGIONS = 8;

/** The smallest region that contains some regions, with the keys between them. */
function around(regions: readonly KeyRegion[]): KeyRegion {
  return regions.reduce((hull, { partition, row }) => ({
    partition: joinedSpan(hull.partition, partition),
    row: joinedSpan(hull.row, row),
  }));
}

/**
 * The queries of each region, with the conditions that the region does not decide. Conditions are narrowed for groups of neighbours first:
 * otherwise each of a thousand keys would be tested against each of a thousand comparisons. `left`: what the hull of these regions does not
 * decide.
 */
function byRegion(
  node: FilterNode,
  regions: readonly KeyRegion[] = keyRegions(node),
  left: Narrowed = node,
): readonly RegionQueries[] {
  if (left === false) return [];
  if (regions.length > FEW_REGIONS && left !== true) {
    const middle = Math.ceil(regions.length / 2);
    return [regions.slice(0, middle), regions.slice(middle)].flatMap((half) =>
      byRegion(node, half, narrowed(left, around(half))),
    );
  }
  return regions.flatMap((region) => {
    const rest = left === true || narrowed(left, region);
    if (rest === false) return [];
    const keys = keysNode(region);
    const filter = allOf([keys, rest === true ? undefined : rest]);
    const spare = MOST_BOUNDS - (keys === undefined ? 0 : countComparisons(keys));
    return [{ region, ...splitToFit(filter ?? node, spare) }];
  });
}

/** The conditions by which to read a range if the filter names too many keys: parts of its `or`, each for the whole range. */
export function cutConditions(node: FilterNode): {
  readonly conditions: readonly FilterNode[];
  readonly sharesRows: boolean;
} {
  const { filters, mayOverlap } = splitToFit(node, MOST_BOUNDS);
  return { conditions: filters, sharesRows: mayOverlap };
}

/** The queries of a region, without the conditions that the region already decides. */
function partsOf({ region, filters, mayOverlap }: RegionQueries): readonly KeyQueryPart[] {
  return filters.flatMap((filter) => {
    const rest = narrowed(filter, region);
    if (rest === false) return [];
    return [{ region, condition: rest === true ? undefined : rest, sharesRows: mayOverlap }];
  });
}

/**
 * Replaces a filter by queries for exactly the keys that it can match: one per point, row range or range of partitions, each within the
 * limits of the service. Undefined if that would be no better than a single query. `asked`: the original filter, if `node` is only what is
 * left of it for some keys.
 */
export function keyQueries(node: FilterNode, asked: FilterNode = node): KeyQueries | undefined {
  const split = byRegion(node);
  const filters = split.flatMap((each) => each.filters);
  if (filters.length === 0) return undefined;
  const queryClass = dearestClass(filters.map(queryClassOf));
  const isSame = filters.length === 1 && node === asked;
  if (!isCheaper(queryClass, queryClassOf(asked)) && (isSame || fitsLimits(asked))) return undefined;
  return {
    parts: split.flatMap(partsOf),
    filters,
    queryClass,
    mayOverlap: split.some((each) => each.mayOverlap),
    isOverLimit: split.some((each) => each.isOverLimit),
  };
}
