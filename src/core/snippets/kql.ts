import { grouped } from '../grouped.ts';
import { isSystemName } from '../odata/builders.ts';
import { parseFilter } from '../odata/filter.ts';
import type { ComparisonNode, ComparisonOperator, FilterLiteral, FilterNode } from '../odata/filterNode.ts';
import { NOT_RUN, type SnippetLanguage, type SnippetPlan, type SnippetQuery } from './snippet.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Control characters and Unicode line ends. */
const BEYOND_LITERALS = /[\p{Cc}\u2028\u2029]/u;

/** A KQL string literal; undefined for other control characters, which KQL may not accept in literals. */
export function kqlQuoted(text: string): string | undefined {
  if (BEYOND_LITERALS.test(text.replace(/[\n\r\t]/g, ''))) return undefined;
  return `"${text.replace(/[\\"\n\r\t]/g, (character) => ESCAPES.get(character) ?? character)}"`;
}

const OPERATORS: Readonly<Record<ComparisonOperator, string>> = {
  eq: '==',
  ne: '!=',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

/**
 * A name that cannot be a KQL keyword. Keywords begin with a lower-case letter or `_`, such as `type`, `id` and
 * `count`; the only capitalized ones are TRUE and FALSE.
 */
const PLAIN_NAME = /^(?!(?:True|TRUE|False|FALSE)$)[A-Z]\w*$/;

function columnOf(property: string): string | undefined {
  const quoted = kqlQuoted(property);
  return quoted === undefined ? undefined : PLAIN_NAME.test(property) ? property : `[${quoted}]`;
}

/** A literal of a type other than string; undefined if KQL has no such type. */
function valueOf(literal: Exclude<FilterLiteral, { kind: 'string' }>): string | undefined {
  switch (literal.kind) {
    case 'boolean':
      return String(literal.value);
    case 'int32':
    case 'int64':
      return `long(${literal.text})`;
    case 'double':
      return /^-?[\d.]+(?:[eE][+-]?\d+)?$/.test(literal.text) ? `real(${literal.text})` : undefined;
    case 'datetime':
      return `datetime(${literal.text})`;
    case 'guid':
      return `guid(${literal.text})`;
    case 'binary':
      return undefined;
  }
}

/**
 * A comparison in KQL; undefined if KQL has no equivalent. It cannot compare strings with `<`. It treats an absent value as unequal to
 * every other, but in the Table service an absent value meets no comparison.
 */
function comparison({ property, operator, literal }: ComparisonNode): string | undefined {
  const column = columnOf(property);
  if (column === undefined) return undefined;
  if (literal.kind === 'string') {
    const text = kqlQuoted(literal.value);
    if (text === undefined) return undefined;
    if (operator === 'eq') {
      // KQL treats an absent text as an empty one.
      return literal.value === '' && !isSystemName(property) ? undefined : `${column} == ${text}`;
    }
    if (!isSystemName(property)) return undefined;
    return operator === 'ne' ? `${column} != ${text}` : `strcmp(${column}, ${text}) ${OPERATORS[operator]} 0`;
  }
  const value = valueOf(literal);
  if (value === undefined) return undefined;
  const compared = `${column} ${OPERATORS[operator]} ${value}`;
  return operator === 'ne' && !isSystemName(property) ? `(isnotnull(${column}) and ${compared})` : compared;
}

function condition(node: FilterNode): string | undefined {
  switch (node.kind) {
    case 'comparison':
      return comparison(node);
    case 'property': {
      const column = columnOf(node.property);
      return column === undefined ? undefined : `${column} == true`;
    }
    case 'not':
      // The service and KQL treat rows without the property differently.
      return undefined;
    case 'and':
    case 'or': {
      const parts = node.operands.map(condition);
      return parts.includes(undefined) ? undefined : `(${parts.join(` ${node.kind} `)})`;
    }
  }
}

/** The filter of a query in KQL. Undefined: there is no equivalent. Empty: every row matches. */
function conditionOf({ filter }: SnippetQuery): string | undefined {
  if (filter === undefined) return '';
  const node = parseFilter(filter);
  return node.ok ? condition(node.value) : undefined;
}

function text({ queries }: SnippetPlan): string | undefined {
  const byTable = grouped(queries, ({ tableName }) => tableName, conditionOf);
  const select = queries[0]?.select ?? [];
  const columns = select.map(columnOf);
  if (columns.includes(undefined)) return undefined;
  const project = columns.length === 0 ? '' : `\n| project ${columns.join(', ')}`;
  if ([...byTable.values()].some((conditions) => conditions.includes(undefined))) return undefined;
  const tables = [...byTable].map(([table, conditions]) => {
    const where = conditions.includes('') ? '' : `\n| where ${conditions.join('\n    or ')}`;
    return `${columnOf(table) ?? table}${where}${project}`;
  });
  return tables.length === 1
    ? `${tables.join('')}\n`
    : `union\n${tables.map((each) => `(${each})`).join(',\n')}\n`;
}

/** Documentation: Kusto Query Language, entity names, string and scalar literals, strcmp, union; its words: KqlTokens.g4. */
export const kqlSnippet: SnippetLanguage = {
  id: 'kql',
  title: 'KQL',
  description: `For a copy of the table in Azure Data Explorer, with the same column names; ${NOT_RUN}`,
  text,
};
