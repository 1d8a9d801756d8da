import { formatFilter } from '../../odata/filter.ts';
import { conditionsOf, type FilterNode } from '../../odata/filterNode.ts';
import { isKeyName } from '../../odata/builders.ts';

/** A part of a filter that makes the service read more rows than match. */
export interface ScanCause {
  readonly kind:
    | 'not'
    | 'ne'
    | 'or'
    | 'Timestamp'
    | 'no PartitionKey'
    | 'RowKey in all partitions'
    | 'key is not text';
  /** The part as `$filter`, shortened if it is long. */
  readonly part: string;
}

const LONGEST_PART = 120;
const MOST_CAUSES = 20;

function partText(node: FilterNode): string {
  const text = formatFilter(node);
  return text.length <= LONGEST_PART ? text : `${text.slice(0, LONGEST_PART)}\u2026`;
}

function mentions(node: FilterNode, matches: (property: string) => boolean): boolean {
  return conditionsOf(node).some(({ property }) => matches(property));
}

function collect(node: FilterNode, into: ScanCause[]): void {
  const add = (kind: ScanCause['kind']): void => {
    into.push({ kind, part: partText(node) });
  };
  switch (node.kind) {
    case 'and':
      for (const operand of node.operands) collect(operand, into);
      break;
    case 'or':
      if (mentions(node, isKeyName)) add('or');
      for (const operand of node.operands) collect(operand, into);
      break;
    case 'not':
      add('not');
      break;
    case 'comparison':
      if (node.operator === 'ne') add('ne');
      if (node.property === 'Timestamp') add('Timestamp');
      if (isKeyName(node.property) && node.literal.kind !== 'string') add('key is not text');
      break;
    default:
      break;
  }
}

/** The parts of a filter because of which it cannot be read by its keys, in the order in which they are written. */
export function scanCauses(node: FilterNode): readonly ScanCause[] {
  const causes: ScanCause[] = [];
  if (!mentions(node, (property) => property === 'PartitionKey')) {
    causes.push({
      kind: mentions(node, (property) => property === 'RowKey')
        ? 'RowKey in all partitions'
        : 'no PartitionKey',
      part: partText(node),
    });
  }
  collect(node, causes);
  return causes.slice(0, MOST_CAUSES);
}
