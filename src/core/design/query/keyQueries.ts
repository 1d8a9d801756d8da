import { type FilterClass, queryClassOf } from '../../odata/classify.ts';
import { allOf } from '../../odata/builders.ts';
import type { FilterNode } from '../../odata/filterNode.ts';
import { keyRegions } from './keyRegions.ts';
import { narrowed, regionFilter } from './narrowed.ts';
import { fitsLimits, splitToFit } from './splitToFit.ts';

/** Queries to run in parallel instead of one; together they return the same rows. */
export interface KeyQueries {
  readonly filters: readonly FilterNode[];
  /** The worst class among them. */
  readonly queryClass: FilterClass;
  /** True if two answers may hold the same row, which the reader drops by its keys. */
  readonly mayOverlap: boolean;
  /** True if a query is still over a limit of the service. */
  readonly isOverLimit: boolean;
}

const ORDER: readonly FilterClass[] = ['point', 'row range', 'partition range', 'table scan'];

function worstClass(filters: readonly FilterNode[]): FilterClass {
  return filters.reduce<FilterClass>((worst, filter) => {
    const each = queryClassOf(filter);
    return ORDER.indexOf(each) > ORDER.indexOf(worst) ? each : worst;
  }, 'point');
}

/** One query for each region of keys, with the conditions that the region leaves open. */
function byRegion(node: FilterNode): readonly FilterNode[] {
  return keyRegions(node).flatMap((region) => {
    const rest = narrowed(node, region);
    if (rest === false) return [];
    const filter = allOf([regionFilter(region), rest === true ? undefined : rest]);
    return filter === undefined ? [node] : [filter];
  });
}

/**
 * The same rows in queries by key: one for each point, row range or range of partitions that the filter can match, each within the limits
 * of the service. Undefined if that is no better than the one query.
 */
export function keyQueries(node: FilterNode): KeyQueries | undefined {
  const split = byRegion(node).map((filter) => splitToFit(filter));
  const filters = split.flatMap((each) => each.filters);
  if (filters.length === 0) return undefined;
  const queryClass = worstClass(filters);
  const isBetter = ORDER.indexOf(queryClass) < ORDER.indexOf(queryClassOf(node));
  if (!isBetter && (fitsLimits(node) || filters.length === 1)) return undefined;
  return {
    filters,
    queryClass,
    mayOverlap: split.some((each) => each.mayOverlap),
    isOverLimit: split.some((each) => each.isOverLimit),
  };
}
