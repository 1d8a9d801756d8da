import { fail, ok, type Result, type TextFault } from '../result.ts';
import { isSystemName } from './builders.ts';
import type { ComparisonOperator, FilterLiteral, FilterNode } from './filterNode.ts';
import { MAX_FILTER_DEPTH } from './limits.ts';
import { propertyNameFault } from './literalText.ts';
import { printNode } from './printer.ts';
import { readToken, type Token } from './tokens.ts';
import { functionFault, operatorFault } from './foreignFaults.ts';

const OPERATORS: ReadonlyMap<string, ComparisonOperator> = new Map(
  (['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const).map((operator) => [operator, operator]),
);

/** The operator if the value stands on the left: `5 lt Level` is the same comparison as `Level gt 5`. */
const MIRRORED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
};

/** A node, its position in the text, and the token after it. */
interface Parsed {
  readonly node: FilterNode;
  readonly from: number;
  readonly to: number;
  readonly next: Token;
}

type Step = Result<Parsed, TextFault>;

function faultAt(
  token: Token,
  message: string,
  nextStep: string,
): { readonly ok: false; readonly error: TextFault } {
  return fail({ message, from: token.from, to: token.to, nextStep });
}

function isWord(token: Token, text: string): boolean {
  return token.kind === 'word' && token.text === text;
}

/** The literal that a token stands for; undefined for a name, a parenthesis or the end. */
function literalOf(token: Token): FilterLiteral | undefined {
  if (token.kind === 'literal') {
    return token.literal;
  }
  if (token.kind !== 'word') {
    return undefined;
  }
  switch (token.text) {
    case 'true':
      return { kind: 'boolean', value: true };
    case 'false':
      return { kind: 'boolean', value: false };
    case 'NaN':
      return { kind: 'double', text: 'NaN' };
    case 'INF':
      return { kind: 'double', text: 'INF' };
    default:
      return undefined;
  }
}

function operatorOf(token: Token): ComparisonOperator | undefined {
  return token.kind === 'word' ? OPERATORS.get(token.text) : undefined;
}

function done(text: string, node: FilterNode, from: number, last: Token): Step {
  const next = readToken(text, last.to);
  return next.ok ? ok({ node, from, to: last.to, next: next.value }) : next;
}

/** Reads `a kind b kind c`, where `operand` reads each operand. */
function parseChain(
  text: string,
  first: Token,
  depth: number,
  kind: 'and' | 'or',
  operand: (text: string, first: Token, depth: number) => Step,
): Step {
  const start = operand(text, first, depth);
  if (!start.ok) {
    return start;
  }
  const more: FilterNode[] = [];
  let last = start.value;
  while (isWord(last.next, kind)) {
    const token = readToken(text, last.next.to);
    const step = token.ok ? operand(text, token.value, depth) : token;
    if (!step.ok) {
      return step;
    }
    last = step.value;
    more.push(last.node);
  }
  const [second, ...rest] = more;
  if (second === undefined) {
    return start;
  }
  return ok({ ...last, from: first.from, node: { kind, operands: [start.value.node, second, ...rest] } });
}

function parseAnd(text: string, first: Token, depth: number): Step {
  return parseChain(text, first, depth, 'and', parseTerm);
}

function parseOr(text: string, first: Token, depth: number): Step {
  return parseChain(text, first, depth, 'or', parseAnd);
}

function parseGroup(text: string, open: Token, depth: number): Step {
  const token = readToken(text, open.to);
  const inner = token.ok ? parseOr(text, token.value, depth + 1) : token;
  if (!inner.ok) {
    return inner;
  }
  const close = inner.value.next;
  if (close.kind === 'close') {
    return done(text, inner.value.node, open.from, close);
  }
  return close.kind === 'end'
    ? faultAt(open, 'This ( is never closed.', 'Add a ).')
    : unexpectedAfter(text, close);
}

function parseNot(text: string, not: Token, depth: number): Step {
  const token = readToken(text, not.to);
  const operand = token.ok ? parseTerm(text, token.value, depth + 1) : token;
  if (!operand.ok) {
    return operand;
  }
  const { node, to, next } = operand.value;
  if (node.kind === 'comparison' && token.ok && token.value.kind !== 'open') {
    // In OData, `not` binds more tightly than `eq`, so the service would negate the property and not the comparison.
    return fail({
      message: 'not binds tighter than the comparison after it.',
      from: not.from,
      to,
      nextStep: `Write not (${printNode(node)}).`,
    });
  }
  return ok({ node: { kind: 'not', operand: node }, from: not.from, to, next });
}

/** The right side of a comparison that starts with a property. */
function parseValue(
  text: string,
  property: Token & { kind: 'word' },
  operator: ComparisonOperator,
  at: Token,
): Step {
  const token = readToken(text, at.to);
  if (!token.ok) {
    return token;
  }
  // A property may be named Infinity, so it is a value only in this position.
  const infinity: FilterLiteral | undefined = isWord(token.value, 'Infinity')
    ? { kind: 'double', text: 'INF' }
    : undefined;
  const literal = infinity ?? literalOf(token.value);
  if (literal !== undefined) {
    const node: FilterNode = { kind: 'comparison', property: property.text, operator, literal };
    return done(text, node, property.from, token.value);
  }
  return missingValue(text, token.value, operator);
}

function missingValue(text: string, token: Token, operator: string): Step {
  if (isWord(token, 'null')) {
    return faultAt(
      token,
      'The Table service has no null.',
      'A missing property meets no comparison; leave it out.',
    );
  }
  if (token.kind === 'word') {
    const call = functionFault(text, token);
    return call === undefined
      ? faultAt(
          token,
          'A comparison needs a value here, not a property.',
          `Put text in single quotes: '${token.text}'.`,
        )
      : fail(call);
  }
  return token.kind === 'end'
    ? faultAt(
        token,
        `The value after ${operator} is missing.`,
        "Write a number, or text in single quotes: 'text'.",
      )
    : faultAt(token, 'A comparison needs a value here.', 'Write the value without parentheses.');
}

/** Moves the value of a comparison to the right side, because some services answer the other form wrongly (Azurite #1599). */
function parseMirrored(text: string, first: Token, literal: FilterLiteral): Step {
  const second = readToken(text, first.to);
  if (!second.ok) {
    return second;
  }
  const operator = operatorOf(second.value);
  if (operator === undefined) {
    return faultAt(first, 'A value alone is not a condition.', 'Compare a property with it: Level le 2.');
  }
  const third = readToken(text, second.value.to);
  if (!third.ok) {
    return third;
  }
  const name = third.value;
  if (name.kind !== 'word' || propertyNameFault(name.text) !== undefined) {
    return faultAt(
      name,
      'One side of a comparison must be a property.',
      'Write the property first: Level le 2.',
    );
  }
  const call = functionFault(text, name);
  return call === undefined
    ? done(
        text,
        { kind: 'comparison', property: name.text, operator: MIRRORED[operator], literal },
        first.from,
        name,
      )
    : fail(call);
}

/** Reads what begins with a name: a comparison, or a Boolean property alone. */
function parseNamed(text: string, name: Token & { kind: 'word' }): Step {
  const call = functionFault(text, name);
  if (call !== undefined) {
    return fail(call);
  }
  const fault = propertyNameFault(name.text);
  if (fault !== undefined) {
    return faultAt(name, fault.message, fault.nextStep);
  }
  const next = readToken(text, name.to);
  if (!next.ok) {
    return next;
  }
  const token = next.value;
  const operator = operatorOf(token);
  if (operator !== undefined) {
    return parseValue(text, name, operator, token);
  }
  if (token.kind === 'literal') {
    return faultAt(
      token,
      'The operator before this value is missing.',
      'Write eq, ne, gt, ge, lt or le between them.',
    );
  }
  if (token.kind === 'word' && token.text !== 'and' && token.text !== 'or') {
    return fail(operatorFault(token, name.text));
  }
  return isSystemName(name.text)
    ? faultAt(name, `${name.text} is not true or false.`, `Compare it: ${name.text} eq ...`)
    : ok({ node: { kind: 'property', property: name.text }, from: name.from, to: name.to, next: token });
}

function parseTerm(text: string, first: Token, depth: number): Step {
  if (depth > MAX_FILTER_DEPTH) {
    return faultAt(first, `More than ${MAX_FILTER_DEPTH} nested parentheses.`, 'Write it flatter.');
  }
  const literal = literalOf(first);
  if (literal !== undefined) {
    return parseMirrored(text, first, literal);
  }
  if (first.kind === 'open') {
    return parseGroup(text, first, depth);
  }
  if (first.kind !== 'word') {
    return first.kind === 'close'
      ? faultAt(first, 'A condition is missing before this ).', 'Remove it or write a condition.')
      : faultAt(first, 'A condition is missing here.', 'Write a comparison such as Level le 2.');
  }
  return isWord(first, 'not') ? parseNot(text, first, depth) : parseNamed(text, first);
}

function unexpectedAfter(text: string, token: Token): Step {
  if (token.kind === 'close') {
    return faultAt(token, 'This ) closes nothing.', 'Remove it or add a ( before.');
  }
  if (token.kind === 'word') {
    const lower = token.text.toLowerCase();
    return lower === 'and' || lower === 'or'
      ? faultAt(token, `${token.text} must be in lower case.`, `Write ${lower}.`)
      : faultAt(token, 'Two conditions are side by side.', 'Write and or or between them.');
  }
  const piece = text.slice(token.from, Math.min(token.to, token.from + 20));
  return faultAt(token, `${piece} does not belong here.`, 'Write and or or between two conditions.');
}

/** Reads a whole filter. MAX_FILTER_DEPTH bounds the recursion. */
export function parseNode(text: string): Result<FilterNode, TextFault> {
  const first = readToken(text, 0);
  const whole = first.ok ? parseOr(text, first.value, 0) : first;
  if (!whole.ok) {
    return whole;
  }
  if (whole.value.next.kind !== 'end') {
    const rest = unexpectedAfter(text, whole.value.next);
    return rest.ok ? ok(rest.value.node) : rest;
  }
  return ok(whole.value.node);
}
