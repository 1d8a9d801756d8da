import type { KeySpan } from '../keys/base/scheme.ts';
import { compareStarts, exactKeyOf, isAllKeys, isEmptySpan, isSureBound, type Keys } from './spans.ts';
import type { ComparisonNode, ComparisonOperator, FilterNode } from '../odata/filterNode.ts';
import { exactKey, intersectSpans, isInSpan, isSameSpan, spanOf } from '../keys/base/keySpan.ts';

/** A rectangle of keys: all rows whose PartitionKey and RowKey are in these half-open spans (ordinal UTF-16 order). */
export interface KeyRegion {
  readonly partition: KeySpan;
  readonly row: KeySpan;
}

const EVERYWHERE: KeyRegion = { partition: {}, row: {} };

/**
 * The most rectangles. A filter with more counts as one that reads everywhere, and the plan says so. The longest filter that is accepted
 * names about this many keys.
 */
export const MOST_REGIONS = 1000;

/** The rectangles of a filter. `isCut`: there were too many, so these are wider. */
interface FollowedKeys {
  readonly regions: readonly KeyRegion[];
  readonly isCut: boolean;
}

const NEGATED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  eq: 'ne',
  ne: 'eq',
  lt: 'ge',
  ge: 'lt',
  le: 'gt',
  gt: 'le',
};

/** The keys that meet a comparison. */
function comparedSpan(operator: Exclude<ComparisonOperator, 'ne'>, value: string): KeySpan {
  switch (operator) {
    case 'eq':
      return exactKey(value);
    case 'lt':
      return { to: value };
    case 'le':
      return { to: `${value}\u0000` };
    case 'gt':
      return { from: `${value}\u0000` };
    case 'ge':
      return { from: value };
  }
}

export function isExact(span: KeySpan): boolean {
  return exactKeyOf(span) !== undefined;
}

function commonRegion(a: KeyRegion, b: KeyRegion): KeyRegion | undefined {
  const partition = intersectSpans(a.partition, b.partition);
  const row = intersectSpans(a.row, b.row);
  return isEmptySpan(partition) || isEmptySpan(row) ? undefined : { partition, row };
}

function regionOfComparison(
  { property, literal, operator }: ComparisonNode,
  isNegated: boolean,
): readonly KeyRegion[] {
  if ((property !== 'PartitionKey' && property !== 'RowKey') || literal.kind !== 'string') {
    return [EVERYWHERE];
  }
  const meant = isNegated ? NEGATED[operator] : operator;
  // Excluding a single key narrows nothing.
  if (meant === 'ne' || !(meant === 'eq' || isSureBound(literal.value))) return [EVERYWHERE];
  const span = comparedSpan(meant, literal.value);
  if (isEmptySpan(span)) return [];
  return [property === 'PartitionKey' ? { partition: span, row: {} } : { partition: {}, row: span }];
}

export function isEverywhere({ partition, row }: KeyRegion): boolean {
  return isAllKeys(partition) && isAllKeys(row);
}

const ALL: FollowedKeys = { regions: [EVERYWHERE], isCut: false };

function intersected(sets: readonly FollowedKeys[]): FollowedKeys {
  let regions: readonly KeyRegion[] = [EVERYWHERE];
  let isCut = false;
  for (const set of sets) {
    const next: KeyRegion[] = [];
    for (const a of regions) {
      for (const b of set.regions) {
        const common = commonRegion(a, b);
        if (common !== undefined) next.push(common);
        if (next.length > MOST_REGIONS) break;
      }
      if (next.length > MOST_REGIONS) break;
    }
    isCut ||= set.isCut;
    // The operand would make too many rectangles, so it is ignored. Those found so far still contain every matching row.
    if (next.length <= MOST_REGIONS) regions = next;
    else isCut = true;
  }
  return { regions, isCut: isCut && regions.length > 0 };
}

function united(sets: readonly FollowedKeys[]): FollowedKeys {
  const all = sets.flatMap(({ regions }) => regions);
  // An operand that names no key reads everywhere anyway, so it does not matter how many keys the others name.
  if (sets.some((set) => !set.isCut && set.regions.some(isEverywhere))) return ALL;
  const isCut = sets.some((set) => set.isCut);
  if (all.some(isEverywhere)) return { ...ALL, isCut };
  return all.length > MOST_REGIONS ? { ...ALL, isCut: true } : { regions: all, isCut };
}

function covering(node: FilterNode, isNegated: boolean): FollowedKeys {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const sets = node.operands.map((operand) => covering(operand, isNegated));
      return (node.kind === 'and') !== isNegated ? intersected(sets) : united(sets);
    }
    case 'not':
      return covering(node.operand, !isNegated);
    case 'comparison':
      return { regions: regionOfComparison(node, isNegated), isCut: false };
    default:
      return ALL;
  }
}

function spansText(spans: readonly KeySpan[]): string {
  return JSON.stringify(spans.map(({ from = '', to }) => [from, to]));
}

/** Joins spans that overlap or touch. The result is in ascending order. */
function mergedSpans(spans: readonly KeySpan[]): readonly KeySpan[] {
  const merged: KeySpan[] = [];
  for (const span of spans.toSorted(compareStarts)) {
    const last = merged.at(-1);
    const touches = last !== undefined && (last.to === undefined || (span.from ?? '') <= last.to);
    // Exact keys stay apart, because a point query is cheaper than a range.
    const isApart = last !== undefined && isExact(last) && span.from === last.to;
    if (!touches || isApart || last === undefined) merged.push(span);
    else if (last.to !== undefined && (span.to === undefined || span.to > last.to)) {
      merged[merged.length - 1] = spanOf(last.from, span.to);
    }
  }
  return merged;
}

/** Whether a range of partitions contains a single key at which it cannot be cut, because services may sort that key differently. */
function hasUnsureCut(regions: readonly KeyRegion[]): boolean {
  const unsure = regions.flatMap(({ partition }) => {
    const key = exactKeyOf(partition);
    return key === undefined || isSureBound(key) ? [] : [key];
  });
  return regions.some(
    ({ partition }) => !isExact(partition) && unsure.some((key) => isInSpan(key, partition)),
  );
}

/**
 * Makes a function that returns the RowKeys of all regions whose partitions contain a key. Regions of a single partition are found by a
 * map.
 */
function rowsAt(regions: readonly KeyRegion[]): (key: string) => readonly KeySpan[] {
  const points = new Map<string, KeySpan[]>();
  const ranges: KeyRegion[] = [];
  for (const region of regions) {
    const key = exactKeyOf(region.partition);
    if (key === undefined) ranges.push(region);
    else points.set(key, [...(points.get(key) ?? []), region.row]);
  }
  return (key) => [
    ...(points.get(key) ?? []),
    ...ranges.filter(({ partition }) => isInSpan(key, partition)).map(({ row }) => row),
  ];
}

/** The same keys as rectangles that do not overlap, in ascending key order. */
function disjoint(regions: readonly KeyRegion[]): readonly KeyRegion[] {
  const bounds = new Set<string>();
  for (const { partition } of regions) {
    bounds.add(partition.from ?? '');
    if (partition.to !== undefined) bounds.add(partition.to);
  }
  const cuts = [...bounds].sort();
  const at = rowsAt(regions);
  const bands: { partition: KeySpan; rows: readonly KeySpan[]; text: string }[] = [];
  for (const [index, from] of cuts.entries()) {
    const partition = spanOf(from === '' ? undefined : from, cuts[index + 1]);
    if (isEmptySpan(partition)) continue;
    // No bound lies within a band, so each region contains all of it or nothing.
    const rows = mergedSpans(at(from));
    if (rows.length === 0) continue;
    const text = spansText(rows);
    const last = bands.at(-1);
    const joins = last?.text === text && last.partition.to === from && !isExact(last.partition);
    if (joins && last !== undefined && !isExact(partition)) {
      last.partition = spanOf(last.partition.from, partition.to);
    } else bands.push({ partition, rows, text });
  }
  return bands.flatMap(({ partition, rows }) => rows.map((row) => ({ partition, row })));
}

/**
 * Rectangles of keys that contain every row a filter can match, without overlap and in ascending order; none if no row can match. They are
 * not narrowed by conditions on other properties, nor by those that a rectangle cannot express (`ne`, or a bound that services may sort
 * differently).
 */
export function followKeys(node: FilterNode): FollowedKeys {
  const found = covering(node, false);
  const { regions, isCut } = found;
  if (regions.length <= 1) return found;
  if (hasUnsureCut(regions)) return { ...ALL, isCut };
  const apart = disjoint(regions);
  return apart.length > MOST_REGIONS ? { ...ALL, isCut: true } : { regions: apart, isCut };
}

export function keyRegions(node: FilterNode): readonly KeyRegion[] {
  return followKeys(node).regions;
}

/** What is left of a filter within one region: always true, never true, or the conditions that still have to be checked. */
export type Narrowed = FilterNode | boolean;

/** Whether all keys of a span meet a comparison (true), none does (false), or only some may (undefined, so the service must decide). */
function decided({ operator, literal }: ComparisonNode, span: KeySpan): boolean | undefined {
  if (literal.kind !== 'string') return undefined;
  const meant = operator === 'ne' ? 'eq' : operator;
  if (meant !== 'eq' && !isSureBound(literal.value)) return undefined;
  const met = intersectSpans(span, comparedSpan(meant, literal.value));
  const isAll = isSameSpan(met, span);
  if (!isAll && (met.to === undefined || (met.from ?? '') < met.to)) return undefined;
  return isAll === (operator !== 'ne');
}

/** Joins what is left of the operands, and flattens nested nodes of the same kind. */
function joined(kind: 'and' | 'or', operands: readonly Narrowed[]): Narrowed {
  const ends = kind === 'or';
  const left: FilterNode[] = [];
  for (const operand of operands) {
    if (operand === ends) return ends;
    if (typeof operand === 'boolean') continue;
    if (operand.kind === kind) left.push(...operand.operands);
    else left.push(operand);
  }
  const [first, second, ...rest] = left;
  if (first === undefined) return !ends;
  return second === undefined ? first : { kind, operands: [first, second, ...rest] };
}

/** What is left of a filter for the rows of a region: conditions on keys that the region decides are dropped. */
export function narrowed(node: FilterNode, region: Keys): Narrowed {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(
        node.kind,
        node.operands.map((operand) => narrowed(operand, region)),
      );
    case 'not': {
      const operand = narrowed(node.operand, region);
      return typeof operand === 'boolean' ? !operand : { kind: 'not', operand };
    }
    case 'comparison':
      if (node.property === 'PartitionKey') return decided(node, region.partition) ?? node;
      if (node.property === 'RowKey') return decided(node, region.row ?? {}) ?? node;
      return node;
    default:
      return node;
  }
}
