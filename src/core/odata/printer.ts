import type { FilterLiteral, FilterNode } from './filterNode.ts';
import { literalFault, propertyNameFault, throwOn } from './literalText.ts';

/** A value as a filter writes it. Throws RangeError for one that no filter can hold. */
export function printLiteral(literal: FilterLiteral): string {
  throwOn(literalFault(literal));
  switch (literal.kind) {
    case 'string':
      return `'${literal.value.replaceAll("'", "''")}'`;
    case 'boolean':
      return literal.value ? 'true' : 'false';
    case 'int32':
    case 'double':
      return literal.text;
    case 'int64':
      return `${literal.text}L`;
    case 'datetime':
      return `datetime'${literal.text}'`;
    case 'guid':
      return `guid'${literal.text}'`;
    default:
      return `X'${literal.text}'`;
  }
}

function printName(property: string): string {
  throwOn(propertyNameFault(property));
  return property;
}

/** Prints an operand of `parent`, with parentheses only if they change the meaning. */
function printOperand(node: FilterNode, parent: 'and' | 'or'): string {
  const nested = node.kind === 'or' || (node.kind === 'and' && parent === 'and');
  return nested ? `(${printNode(node)})` : printNode(node);
}

/** Throws RangeError for a name or value that a filter cannot hold, so that nothing can be injected through one. */
export function printNode(node: FilterNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.map((operand) => printOperand(operand, node.kind)).join(` ${node.kind} `);
    case 'not':
      return node.operand.kind === 'property' || node.operand.kind === 'not'
        ? `not ${printNode(node.operand)}`
        : `not (${printNode(node.operand)})`;
    case 'comparison':
      return `${printName(node.property)} ${node.operator} ${printLiteral(node.literal)}`;
    default:
      return printName(node.property);
  }
}
