import type { FilterNode } from './filterNode.ts';

/**
 * What a filter costs the service, cheapest first (Microsoft table design guide). These are the same words as those of QueryClass in
 * core/plan.
 */
export type FilterClass = 'point' | 'row range' | 'partition range' | 'table scan';

/** How a filter limits a key: to one value, to a range, or not at all. */
export type KeyHold = 'exact' | 'range' | 'open';

const NARROWNESS: Readonly<Record<KeyHold, number>> = { exact: 0, range: 1, open: 2 };

function narrower(a: KeyHold, b: KeyHold): KeyHold {
  return NARROWNESS[a] <= NARROWNESS[b] ? a : b;
}

/**
 * How a filter limits a key. Only comparisons that every row must meet count, because with `or`, `not` and `ne` the service reads the whole
 * table.
 */
export function keyHoldOf(node: FilterNode | undefined, property: 'PartitionKey' | 'RowKey'): KeyHold {
  if (node === undefined) {
    return 'open';
  }
  if (node.kind === 'and') {
    return node.operands.reduce<KeyHold>(
      (hold, operand) => narrower(hold, keyHoldOf(operand, property)),
      'open',
    );
  }
  if (node.kind !== 'comparison' || node.property !== property || node.literal.kind !== 'string') {
    return 'open';
  }
  if (node.operator === 'ne') {
    return 'open';
  }
  return node.operator === 'eq' ? 'exact' : 'range';
}

/**
 * The class of a query. `point`: both keys are exact. `row range`: a range of rows in one partition. `partition range`: one whole
 * partition, or a range of them. `table scan`: all partitions.
 */
export function queryClassOf(node: FilterNode | undefined): FilterClass {
  const partition = keyHoldOf(node, 'PartitionKey');
  const row = keyHoldOf(node, 'RowKey');
  if (partition === 'open') {
    return 'table scan';
  }
  if (partition === 'range' || row === 'open') {
    return 'partition range';
  }
  return row === 'exact' ? 'point' : 'row range';
}
