import { readBest } from '../../keys/readKey.ts';
import { isKeyName } from '../../odata/builders.ts';
import { filterPieces } from '../../odata/edit/filterPieces.ts';
import { parseFilter } from '../../odata/filter.ts';
import type {
  ComparisonNode,
  ComparisonOperator,
  FilterLiteral,
  FilterNode,
} from '../../odata/filterNode.ts';
import { countComparisons } from '../../odata/limits.ts';
import { shortIso } from '../../plan/planNotes.ts';
import { countText } from '../../words.ts';

const WORDS: Readonly<Record<ComparisonOperator, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'is above',
  ge: 'is at least',
  lt: 'is below',
  le: 'is at most',
};

/** The most characters of a value that are shown. The filter beside the explanation shows all of them. */
const LONGEST_VALUE = 60;

function valueText(literal: FilterLiteral): string {
  if (literal.kind === 'boolean') return String(literal.value);
  if (literal.kind !== 'string') return literal.text;
  const { value } = literal;
  if (value === '') return 'the empty text';
  return `"${value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE)}\u2026`}"`;
}

/** The time in a key, and its prefix: "2013-01-01T00:00:00Z, prefix 12". Undefined for a key without a time. */
function keyTime({ property, literal }: ComparisonNode, tableName: string | undefined): string | undefined {
  if (!isKeyName(property) || literal.kind !== 'string') return undefined;
  const part = property === 'PartitionKey' ? 'partition' : 'row';
  const reading = readBest(literal.value, { part, tableName });
  const ticks = reading?.ticks ?? reading?.window?.from;
  if (reading === undefined || ticks === undefined) return undefined;
  const prefix = reading.fields.get('prefix');
  return prefix === undefined ? shortIso(ticks) : `${shortIso(ticks)}, prefix ${prefix}`;
}

function comparisonWords(node: ComparisonNode, tableName: string | undefined): string {
  const { property, operator, literal } = node;
  const time = keyTime(node, tableName);
  return `${property} ${WORDS[operator]} ${valueText(literal)}${time === undefined ? '' : ` (${time})`}`;
}

/** How many comparisons are described. The others are only counted, because nobody reads hundreds, and decoding each key takes time. */
const MOST_TOLD = 30;

/** How many more comparisons may be described. */
interface Budget {
  left: number;
}

/** A filter in words, with the times in its keys: `Level is at most 2, and RowKey is at least "06..." (2013-01-01T00:00:00Z)`. */
export function explainFilter(node: FilterNode, tableName?: string): string {
  return explained(node, tableName, { left: MOST_TOLD });
}

function explained(node: FilterNode, tableName: string | undefined, budget: Budget): string {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const told: string[] = [];
      for (const operand of node.operands) {
        if (budget.left <= 0) break;
        told.push(inner(operand, tableName, budget));
      }
      const more = node.operands
        .slice(told.length)
        .reduce((sum, operand) => sum + countComparisons(operand), 0);
      if (more > 0) told.push(`${countText(more)} more`);
      return told.join(`, ${node.kind} `);
    }
    case 'not':
      return `not: ${inner(node.operand, tableName, budget)}`;
    case 'comparison':
      budget.left -= 1;
      return comparisonWords(node, tableName);
    default:
      budget.left -= 1;
      return `${node.property} is true`;
  }
}

/** An operand in words, in parentheses where they are needed. Without them, the words would describe another filter. */
function inner(node: FilterNode, tableName: string | undefined, budget: Budget): string {
  const words = explained(node, tableName, budget);
  return node.kind === 'and' || node.kind === 'or' ? `(${words})` : words;
}

/** A part of a filter in words. Offsets are in UTF-16 units, half-open. */
export interface FilterHint {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

/** The comparison at a place in a typed filter, in words; undefined if there is none, or if the words would say nothing new. */
export function explainAt(text: string, at: number, tableName?: string): FilterHint | undefined {
  const pieces = filterPieces(text);
  const first = pieces.findIndex(({ kind }, index) => {
    const end = pieces[index + 2]?.to ?? -1;
    return kind === 'property' && (pieces[index]?.from ?? 0) <= at && at <= end;
  });
  const [from, to] = [pieces[first]?.from, pieces[first + 2]?.to];
  if (from === undefined || to === undefined) return undefined;
  const node = parseFilter(text.slice(from, to));
  return node.ok && node.value.kind === 'comparison'
    ? { from, to, words: explainFilter(node.value, tableName) }
    : undefined;
}
