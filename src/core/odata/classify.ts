import type { FilterNode } from './filterNode.ts';

/** What a filter costs the service, cheapest first (Microsoft table design guide). Same words as plan's QueryClass. */
export type FilterClass = 'point' | 'row range' | 'partition range' | 'table scan';

/** How far a key is held: one value, a stretch of the key order, or not at all. */
export type KeyHold = 'exact' | 'range' | 'open';

/** What is known of the keys beside the filter: bounds that something else puts on the same query. */
export interface KeyFacts {
  readonly partition?: KeyHold;
  readonly row?: KeyHold;
}

const NARROWNESS: Readonly<Record<KeyHold, number>> = { exact: 0, range: 1, open: 2 };

function narrower(a: KeyHold, b: KeyHold): KeyHold {
  return NARROWNESS[a] <= NARROWNESS[b] ? a : b;
}

/**
 * How a filter holds a key. Only comparisons that every row must meet count: the service narrows nothing through
 * `or`, `not` and `ne`, and reads the whole table instead.
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
 * The class of a query. `point`: both keys exact. `row range`: one partition, a stretch of its rows.
 * `partition range`: a stretch of partitions, or one whole partition. `table scan`: every partition is read.
 */
export function queryClassOf(node: FilterNode | undefined, facts: KeyFacts = {}): FilterClass {
  const partition = narrower(keyHoldOf(node, 'PartitionKey'), facts.partition ?? 'open');
  const row = narrower(keyHoldOf(node, 'RowKey'), facts.row ?? 'open');
  if (partition === 'open') {
    return 'table scan';
  }
  if (partition === 'range' || row === 'open') {
    return 'partition range';
  }
  return row === 'exact' ? 'point' : 'row range';
}
