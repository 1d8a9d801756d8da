import type { KeySpan } from '../../keys/base/scheme.ts';
import { dearestClass, type QueryClass, queryClassOf } from '../../odata/classify.ts';
import { formatFilter } from '../../odata/filter.ts';
import { isKeyName } from '../../odata/builders.ts';
import { conditionsOf, type FilterNode } from '../../odata/filterNode.ts';
import {
  countComparisons,
  encodedFilterBytes,
  MAX_COMPARISONS,
  MAX_ENCODED_FILTER_BYTES,
} from '../../odata/limits.ts';
import { isAllKeys } from '../../plan/spans.ts';
import { followKeys, isExact, type KeyRegion } from '../../plan/keyRegions.ts';
import { type ScanCause, scanCauses } from './scanCauses.ts';

/** How a query reaches its rows, in the terms of Microsoft's table design guide. */
export type VerdictClass =
  | QueryClass
  | 'union of points'
  | 'union of row ranges'
  | 'union of partition ranges'
  | 'no rows';

/** The least and greatest possible value of a count. Without `most`, the query alone does not limit it. */
export interface Bounds {
  readonly least: number;
  readonly most?: number | undefined;
}

export type Rating = 'best' | 'good' | 'costly' | 'worst';

export interface Verdict {
  readonly queryClass: VerdictClass;
  /** How the service serves the filter in a single request. With `or`, it reads more than separate queries would. */
  readonly served: QueryClass;
  /** The keys that can have matching rows, without overlap. */
  readonly regions: readonly KeyRegion[];
  readonly partitions: Bounds;
  readonly requests: Bounds;
  /** How many rows the service reads for each row that it returns; undefined if that is not known. */
  readonly rowsReadPerRow?: Bounds | undefined;
  /** Whether a page may end early with a continuation token. */
  readonly mayContinue: boolean;
  readonly comparisons: number;
  readonly encodedBytes: number;
  readonly isTooLong: boolean;
  readonly isOverComparisons: boolean;
  /** True if the filter names too many keys. Then `regions` contain more than it can match. */
  readonly isUnfollowed: boolean;
  readonly causes: readonly ScanCause[];
  readonly rating: Rating;
}

/** The most rows of a page (Query Timeout and Pagination). */
export const ROWS_PER_PAGE = 1000;

const UNIONS: Readonly<Record<QueryClass, VerdictClass>> = {
  point: 'union of points',
  'row range': 'union of row ranges',
  'partition range': 'union of partition ranges',
  'table scan': 'table scan',
};

/** The class of one rectangle of keys, if it is read by a query of its own. */
function regionClass({ partition, row }: KeyRegion): QueryClass {
  if (isAllKeys(partition)) return 'table scan';
  if (!isExact(partition) || isAllKeys(row)) return 'partition range';
  return isExact(row) ? 'point' : 'row range';
}

function classOf(served: QueryClass, regions: readonly KeyRegion[]): VerdictClass {
  if (regions.length === 0) return 'no rows';
  if (regions.length === 1) return served;
  return UNIONS[dearestClass(regions.map(regionClass))];
}

function spanKey({ from, to }: KeySpan): string {
  return JSON.stringify([from, to]);
}

/** How many partitions one request looks into. */
function partitionsOf(served: QueryClass, regions: readonly KeyRegion[]): Bounds {
  if (regions.length === 0) return { least: 0, most: 0 };
  const distinct = new Set(regions.map(({ partition }) => spanKey(partition)));
  const allExact = regions.every(({ partition }) => isExact(partition));
  return allExact && served !== 'table scan' ? { least: distinct.size, most: distinct.size } : { least: 1 };
}

function ratingOf(queryClass: VerdictClass, served: QueryClass): Rating {
  if (queryClass === 'no rows' || served === 'point') return 'best';
  if (served === 'table scan') return 'worst';
  if (queryClass === 'row range') return 'good';
  return queryClass === 'partition range' ? 'good' : 'costly';
}

/**
 * 1 if the keys alone select the rows, so that every row that is read is also returned; otherwise undefined, because only counting can
 * tell.
 */
function rowsReadPerRow(
  node: FilterNode | undefined,
  { regions, causes }: Pick<Verdict, 'regions' | 'causes'>,
): Bounds | undefined {
  const one = { least: 1, most: 1 };
  if (node === undefined) return one;
  const [region] = regions;
  // The service checks other conditions on each row that the keys select, so it reads rows that it does not return.
  const hasOther = conditionsOf(node).some(({ property }) => !isKeyName(property));
  if (region === undefined || regions.length > 1 || causes.length > 0 || hasOther) return undefined;
  return isExact(region.partition) || isAllKeys(region.row) ? one : undefined;
}

/** What a query costs, judged by its filter alone. Without a filter, it reads all rows. */
export function judgeQuery(node: FilterNode | undefined): Verdict {
  const served = queryClassOf(node);
  const { regions, isCut } =
    node === undefined ? { regions: [{ partition: {}, row: {} }], isCut: false } : followKeys(node);
  const queryClass = classOf(served, regions);
  const text = node === undefined ? '' : formatFilter(node);
  const comparisons = node === undefined ? 0 : countComparisons(node);
  const encodedBytes = encodedFilterBytes(text);
  const causes = node === undefined ? [] : scanCauses(node);
  const perRow = rowsReadPerRow(node, { regions, causes });
  return {
    queryClass,
    served,
    regions,
    partitions: partitionsOf(served, regions),
    requests: served === 'point' ? { least: 1, most: 1 } : { least: 1 },
    rowsReadPerRow: perRow,
    mayContinue: served !== 'point',
    comparisons,
    encodedBytes,
    isTooLong: encodedBytes > MAX_ENCODED_FILTER_BYTES,
    isOverComparisons: comparisons > MAX_COMPARISONS,
    isUnfollowed: isCut,
    causes,
    rating: ratingOf(queryClass, served),
  };
}
