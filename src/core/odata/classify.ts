import type { FilterNode } from './filterNode.ts';

const QUERY_CLASSES = ['point', 'row range', 'partition range', 'table scan'] as const;

/** What a query costs the service, cheapest first (Microsoft table design guide). */
export type QueryClass = (typeof QUERY_CLASSES)[number];

/** The most expensive of some classes. */
export function dearestClass(classes: readonly QueryClass[]): QueryClass {
  return QUERY_CLASSES.findLast((each) => classes.includes(each)) ?? 'point';
}

export function isCheaper(one: QueryClass, other: QueryClass): boolean {
  return QUERY_CLASSES.indexOf(one) < QUERY_CLASSES.indexOf(other);
}

/** How a filter limits a key: to one value, to a range, or not at all. */
export type KeyHold = 'exact' | 'range' | 'open';

/**
 * How a filter limits a key. Only comparisons that every row must meet count, because with `or`, `not` and `ne` the service reads the whole
 * table.
 */
export function keyHoldOf(node: FilterNode | undefined, property: 'PartitionKey' | 'RowKey'): KeyHold {
  if (node?.kind === 'and') {
    const holds = node.operands.map((operand) => keyHoldOf(operand, property));
    return (['exact', 'range'] as const).find((hold) => holds.includes(hold)) ?? 'open';
  }
  if (node?.kind !== 'comparison' || node.property !== property || node.literal.kind !== 'string')
    return 'open';
  if (node.operator === 'ne') return 'open';
  return node.operator === 'eq' ? 'exact' : 'range';
}

/**
 * The class of a query. `point`: both keys are exact. `row range`: a range of rows in one partition. `partition range`: one whole
 * partition, or a range of them. `table scan`: all partitions.
 */
export function queryClassOf(node: FilterNode | undefined): QueryClass {
  return classOfHolds(keyHoldOf(node, 'PartitionKey'), keyHoldOf(node, 'RowKey'));
}

export function classOfHolds(partition: KeyHold, row: KeyHold): QueryClass {
  if (partition === 'open') return 'table scan';
  if (partition === 'range' || row === 'open') return 'partition range';
  return row === 'exact' ? 'point' : 'row range';
}
