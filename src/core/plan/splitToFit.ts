import { allOf } from '../odata/builders.ts';
import { formatFilter } from '../odata/filter.ts';
import type { FilterNode } from '../odata/filterNode.ts';
import {
  countComparisons,
  encodedFilterBytes,
  MAX_COMPARISONS,
  MAX_ENCODED_FILTER_BYTES,
} from '../odata/limits.ts';

/** Several filters that together match the rows of one. */
export interface SplitFilter {
  readonly filters: readonly FilterNode[];
  /** True if two filters may match the same row. The reader then drops the second copy by its key. */
  readonly mayOverlap: boolean;
  /** True if a filter is still over a limit, because it has no `or` to split at or there would be too many parts. */
  readonly isOverLimit: boolean;
}

/** Whether a filter is within both limits: 15 comparisons, and the length of a URL. */
export function fitsLimits(node: FilterNode): boolean {
  return (
    countComparisons(node) <= MAX_COMPARISONS &&
    encodedFilterBytes(formatFilter(node)) <= MAX_ENCODED_FILTER_BYTES
  );
}

function anyOf(nodes: readonly FilterNode[]): FilterNode | undefined {
  const [first, second, ...rest] = nodes;
  if (first === undefined || second === undefined) return first;
  return { kind: 'or', operands: [first, second, ...rest] };
}

/** What surrounds an `or` whose operands are being grouped. */
interface Around {
  readonly wrap: (node: FilterNode) => FilterNode;
  /** How many comparisons to leave free in each part. */
  readonly spare: number;
}

/** Whether a part is within the limits and leaves `spare` comparisons for what is added to it later. */
function fitsWith(node: FilterNode, spare: number): boolean {
  return fitsLimits(node) && countComparisons(node) + spare <= MAX_COMPARISONS;
}

/** Packs the operands of an `or` into groups that are as large as the limits allow, together with what surrounds them. */
function grouped(operands: readonly FilterNode[], { wrap, spare }: Around): readonly FilterNode[] {
  const groups: FilterNode[] = [];
  let group: FilterNode[] = [];
  for (const operand of operands) {
    const next = anyOf([...group, operand]);
    if (group.length > 0 && next !== undefined && !fitsWith(wrap(next), spare)) {
      groups.push(anyOf(group) as FilterNode);
      group = [operand];
    } else group.push(operand);
  }
  const last = anyOf(group);
  return last === undefined ? groups : [...groups, last];
}

/** Moves a `not` one level inward: `not (a and b)` becomes `not a or not b`. */
function inward(node: FilterNode): FilterNode {
  if (node.kind !== 'not') return node;
  const { operand } = node;
  if (operand.kind === 'not') return inward(operand.operand);
  if (operand.kind !== 'and' && operand.kind !== 'or') return node;
  const [first, second, ...rest] = operand.operands.map(
    (each): FilterNode => ({ kind: 'not', operand: each }),
  );
  return first === undefined || second === undefined
    ? node
    : { kind: operand.kind === 'and' ? 'or' : 'and', operands: [first, second, ...rest] };
}

/** Two or more smaller filters that together match the rows of this one; undefined if it contains no `or`. */
function parted(whole: FilterNode, { wrap, spare }: Around): readonly FilterNode[] | undefined {
  const node = inward(whole);
  if (node.kind === 'or') {
    const groups = grouped(node.operands, { wrap, spare });
    if (groups.length > 1) return groups;
    const half = Math.ceil(node.operands.length / 2);
    const halves = [anyOf(node.operands.slice(0, half)), anyOf(node.operands.slice(half))];
    return halves.filter((each) => each !== undefined);
  }
  if (node.kind !== 'and') return undefined;
  // The operand with the most comparisons is split first, because that saves most.
  const order = node.operands
    .map((operand, at) => ({ operand, at, weight: countComparisons(operand) }))
    .toSorted((a, b) => b.weight - a.weight);
  for (const { operand, at } of order) {
    const around = (part: FilterNode): FilterNode =>
      allOf(node.operands.map((each, index) => (index === at ? part : each))) as FilterNode;
    const parts = parted(operand, { wrap: (part) => wrap(around(part)), spare });
    if (parts !== undefined) return parts.map(around);
  }
  return undefined;
}

/** The largest number of filters. If more would be needed, a filter is left over the limit. */
const MOST_FILTERS = 100;

function splitWithin(node: FilterNode, room: number, spare: number): SplitFilter {
  if (fitsLimits(node)) return { filters: [node], mayOverlap: false, isOverLimit: false };
  const parts = parted(node, { wrap: (part) => part, spare });
  if (parts === undefined || parts.length > room)
    return { filters: [node], mayOverlap: false, isOverLimit: true };
  const filters: FilterNode[] = [];
  let isOverLimit = false;
  for (const [at, part] of parts.entries()) {
    // A place is kept for each later part.
    const split = splitWithin(part, room - filters.length - (parts.length - 1 - at), spare);
    filters.push(...split.filters);
    isOverLimit ||= split.isOverLimit;
  }
  return { filters, mayOverlap: true, isOverLimit };
}

/**
 * Splits a filter at its `or`s until each part is within the limits of the service. The parts together match the same rows, and may share
 * some. `spare`: how many comparisons to leave free where the operands of an `or` are packed. A filter that is within the limits stays
 * whole, whatever `spare` is.
 */
export function splitToFit(node: FilterNode, spare = 0): SplitFilter {
  return splitWithin(node, MOST_FILTERS, spare);
}
